-- Applications to openings, who sent them, and the work of staff on them (docs/decisions/051-applying.md). Lists are JSON arrays.

-- What candidates are asked besides (shared/hiring/screening.ts). A question that was answered stays when it is removed.
CREATE TABLE opening_questions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  opening_id TEXT NOT NULL REFERENCES openings (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 300),
  hint TEXT NOT NULL DEFAULT '' CHECK (length(hint) <= 300),
  is_required INTEGER NOT NULL CHECK (is_required IN (0, 1)),
  -- Of "one" and "several".
  options TEXT NOT NULL DEFAULT '[]' CHECK (json_type(options) = 'array'),
  -- The answers that flag an application for a person; null where none does.
  knock_out TEXT CHECK (json_valid(knock_out)),
  removed_at INTEGER
) STRICT;
CREATE INDEX opening_questions_by_opening ON opening_questions (opening_id, position);

-- Who hires for an opening.
CREATE TABLE opening_team (
  opening_id TEXT NOT NULL REFERENCES openings (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY (opening_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX opening_team_by_account ON opening_team (account_id);

-- A person who applied, once for each address. What they wrote of themselves is in each application: who sends one under a
-- stranger's address changes nothing of that person.
CREATE TABLE candidates (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(email) <= 254),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The row of the same person, after staff have put two together.
  merged_into TEXT REFERENCES candidates (id) ON DELETE SET NULL,
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  -- The row with which this one came along when that was put into another, so that parting gives it back, even where the
  -- application whose history told so is gone.
  came_with TEXT REFERENCES candidates (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX candidates_by_merge ON candidates (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX candidates_by_change ON candidates (updated_at);
CREATE INDEX candidates_by_way ON candidates (came_with) WHERE came_with IS NOT NULL;

-- Before a person goes, applications under other addresses go to the oldest row that was put into this one, and so do the other rows:
-- they stay one person.
CREATE TRIGGER candidates_hand_over BEFORE DELETE ON candidates
WHEN EXISTS (SELECT 1 FROM candidates WHERE merged_into = OLD.id)
BEGIN
  UPDATE applications
    SET candidate_id = (SELECT id FROM candidates WHERE merged_into = OLD.id ORDER BY created_at, id LIMIT 1)
    WHERE candidate_id = OLD.id AND email <> OLD.email;
  UPDATE candidates
    SET merged_into = nullif((SELECT candidate_id FROM applications WHERE email = candidates.email), id),
      version = version + 1
    WHERE merged_into = OLD.id;
END;

CREATE TABLE applications (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  candidate_id TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
  -- Null for an application without a role.
  opening_id TEXT REFERENCES openings (id),
  -- SHA-256 (hex) of the form's ticket: one form makes one application, however often it is sent.
  submission_hash TEXT NOT NULL UNIQUE CHECK (length(submission_hash) = 64),
  -- SHA-256 (hex) of the token in the candidate's private link.
  link_hash TEXT NOT NULL UNIQUE CHECK (length(link_hash) = 64),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) <= 254),
  phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 40),
  place TEXT NOT NULL DEFAULT '' CHECK (length(place) <= 120),
  links TEXT NOT NULL DEFAULT '[]' CHECK (json_type(links) = 'array'),
  cover_note TEXT NOT NULL DEFAULT '' CHECK (length(cover_note) <= 8000),
  -- The résumé where it was typed instead of sent as a file.
  resume_text TEXT NOT NULL DEFAULT '' CHECK (length(resume_text) <= 40000),
  -- The reader's own, for mails and interviews.
  locale TEXT NOT NULL DEFAULT 'en' CHECK (length(locale) <= 35),
  time_zone TEXT NOT NULL DEFAULT 'UTC' CHECK (length(time_zone) <= 60),
  -- One of the opening's stages, or how it ended: 'rejected', 'withdrawn'.
  stage TEXT NOT NULL DEFAULT 'new' CHECK (length(stage) BETWEEN 1 AND 40),
  stage_since INTEGER NOT NULL,
  -- Why it ended: one of `endReasons`, and what staff wrote about it.
  end_reason TEXT CHECK (length(end_reason) <= 40),
  end_note TEXT NOT NULL DEFAULT '' CHECK (length(end_note) <= 1000),
  ended_at INTEGER,
  -- Answers that ask for a person: the labels of their questions.
  flags TEXT NOT NULL DEFAULT '[]' CHECK (json_type(flags) = 'array'),
  -- The tag in the address that led here, such as that of a job board; '' for none.
  source TEXT NOT NULL DEFAULT '' CHECK (length(source) <= 60),
  -- Host of the page before, only of a visitor who accepted to be counted.
  referrer TEXT NOT NULL DEFAULT '' CHECK (length(referrer) <= 200),
  assignee_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- When staff opened it first.
  opened_at INTEGER,
  consented_at INTEGER NOT NULL,
  -- Until when it is kept for other roles, where the candidate agreed to that.
  keep_until INTEGER,
  network_hash TEXT CHECK (length(network_hash) <= 64),
  received_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  -- Tells a form that is sent twice from one that was changed in between.
  content_hash TEXT NOT NULL DEFAULT '' CHECK (length(content_hash) <= 64),
  -- The address without case, dots and tags: for counting, not for writing to.
  folded_email TEXT NOT NULL DEFAULT '' CHECK (length(folded_email) <= 254),
  -- When the mail to the candidate was written; null past a limit, and for what looks like spam.
  confirmed_at INTEGER,
  -- When the mail to the hiring team was written; else a digest has to tell of it.
  mailed_at INTEGER,
  -- 1 where the hiring team learns of it from a digest, and the mail of the outbox that was that digest.
  is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1)),
  digest_id TEXT,
  -- When the candidate withdrew it while it was held: the hiring team sees it no longer, and it goes once the hold ends.
  sealed_at INTEGER
) STRICT;
CREATE INDEX applications_by_candidate ON applications (candidate_id, received_at);
CREATE INDEX applications_by_opening ON applications (opening_id, stage, stage_since);
CREATE INDEX applications_by_stage ON applications (stage, stage_since);
CREATE INDEX applications_by_time ON applications (received_at, id);
CREATE INDEX applications_by_change ON applications (updated_at);
CREATE INDEX applications_by_end ON applications (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX applications_by_assignee ON applications (assignee_id, stage_since) WHERE assignee_id IS NOT NULL;
CREATE INDEX applications_by_email ON applications (email);
CREATE INDEX applications_with_network ON applications (received_at) WHERE network_hash IS NOT NULL;
CREATE INDEX applications_by_confirmation ON applications (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX applications_by_mail ON applications (mailed_at) WHERE mailed_at IS NOT NULL;
CREATE INDEX applications_held ON applications (digest_id) WHERE is_held = 1;
-- For the rules of retention.
CREATE INDEX applications_kept_until ON applications (keep_until) WHERE keep_until IS NOT NULL;
CREATE INDEX applications_hired ON applications (stage_since) WHERE stage = 'hired';
CREATE INDEX applications_idle ON applications (max(updated_at, coalesce(keep_until, 0)))
  WHERE stage NOT IN ('hired', 'rejected', 'withdrawn');
-- Applications of the same name or telephone (its last nine digits): they may be of one person with two addresses.
CREATE INDEX applications_by_name ON applications (lower(name));
CREATE INDEX applications_by_phone ON applications (
  substr(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), -9)
) WHERE length(phone) >= 7;
-- What nobody of the staff has opened, and what a person should look at.
CREATE INDEX applications_unopened ON applications (received_at) WHERE opened_at IS NULL AND ended_at IS NULL;
CREATE INDEX applications_flagged ON applications (stage_since) WHERE flags <> '[]';
CREATE INDEX applications_by_source ON applications (source, stage_since);
CREATE INDEX applications_running ON applications (received_at, id) WHERE ended_at IS NULL;
CREATE INDEX applications_sealed ON applications (sealed_at) WHERE sealed_at IS NOT NULL;
-- All that the figures count of the applications of some days, without their rows, which hold
-- long texts; and those that have waited longest.
CREATE INDEX applications_counted ON applications
  (received_at, opening_id, stage, stage_since, source, referrer, id);
CREATE INDEX applications_waiting ON applications (stage_since, id) WHERE ended_at IS NULL;
-- Each queue of the hubs is counted at every visit: these hold its rows and no others.
CREATE INDEX applications_running_by_stage ON applications (stage_since, id) WHERE ended_at IS NULL;
CREATE INDEX applications_unassigned ON applications (received_at, id) WHERE ended_at IS NULL AND assignee_id IS NULL;
CREATE INDEX applications_running_flagged ON applications (received_at, id) WHERE ended_at IS NULL AND flags <> '[]';
-- Whether an opening has applications that are worked at, and when the newest one came.
CREATE INDEX applications_running_by_opening ON applications (opening_id) WHERE ended_at IS NULL;
CREATE INDEX applications_by_opening_and_time ON applications (opening_id, received_at);

-- Mails go with the application they are about, however it is deleted.
CREATE TRIGGER applications_take_mails AFTER DELETE ON applications
BEGIN
  DELETE FROM outbox WHERE subject_id = OLD.id;
END;

CREATE TRIGGER applications_are_searched AFTER INSERT ON applications
BEGIN
  INSERT INTO application_search (application_id) VALUES (NEW.id);
END;

CREATE TRIGGER applications_search_changed AFTER UPDATE OF name, email, phone, place, cover_note, resume_text ON applications
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = NEW.id;
END;

-- A person goes with the last application under their own address, also where staff have put two together.
CREATE TRIGGER applications_take_candidate AFTER DELETE ON applications
BEGIN
  DELETE FROM candidates WHERE merged_into = OLD.candidate_id
    AND NOT EXISTS (SELECT 1 FROM applications WHERE email = candidates.email);
  DELETE FROM candidates WHERE id = OLD.candidate_id
    AND NOT EXISTS (SELECT 1 FROM applications WHERE email = candidates.email);
END;

CREATE TABLE application_answers (
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  question_id TEXT REFERENCES opening_questions (id) ON DELETE SET NULL,
  -- As it was asked.
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 300),
  -- true, false, a number, a text or a list of texts; of a file its id.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  is_flagged INTEGER NOT NULL DEFAULT 0 CHECK (is_flagged IN (0, 1)),
  PRIMARY KEY (application_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_answers_by_question ON application_answers (question_id);

CREATE TRIGGER application_answers_search_added AFTER INSERT ON application_answers
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = NEW.application_id;
END;

CREATE TRIGGER application_answers_search_changed AFTER UPDATE OF answer ON application_answers
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = NEW.application_id;
END;

CREATE TRIGGER application_answers_search_removed AFTER DELETE ON application_answers
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = OLD.application_id;
END;

-- Files in the private part of the bucket.
CREATE TABLE application_files (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- 'resume', 'document' or 'answer'.
  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- By content, not by name.
  type TEXT NOT NULL CHECK (length(type) <= 100),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  key TEXT NOT NULL UNIQUE CHECK (length(key) <= 200),
  -- What staff should know before they open it: 'macros', 'encrypted', 'active'.
  warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_type(warnings) = 'array'),
  received_at INTEGER NOT NULL,
  -- 'none', 'clean', 'infected', or 'failed' where the scanner could not be asked.
  scan_state TEXT NOT NULL DEFAULT 'none' CHECK (length(scan_state) BETWEEN 1 AND 40),
  -- What the scanner calls it.
  scan_found TEXT NOT NULL DEFAULT '' CHECK (length(scan_found) <= 200),
  scan_attempts INTEGER NOT NULL DEFAULT 0 CHECK (scan_attempts >= 0),
  scan_due_at INTEGER NOT NULL DEFAULT 0,
  scanned_at INTEGER
) STRICT;
CREATE INDEX application_files_by_application ON application_files (application_id, received_at);
CREATE INDEX application_files_to_scan ON application_files (scan_due_at) WHERE scan_state IN ('none', 'failed');
CREATE INDEX application_files_not_scanned ON application_files (scan_attempts) WHERE scan_state = 'failed';
CREATE INDEX application_files_infected ON application_files (scanned_at) WHERE scan_state = 'infected';

CREATE TRIGGER application_files_leave_objects AFTER DELETE ON application_files
BEGIN
  INSERT OR IGNORE INTO removed_files (key, removed_at) VALUES (OLD.key, unixepoch() * 1000);
END;

-- Each file waits for its text from the start, whoever stores it.
CREATE TRIGGER application_files_have_texts AFTER INSERT ON application_files
BEGIN
  INSERT INTO application_texts (file_id, application_id, at) VALUES (NEW.id, NEW.application_id, unixepoch() * 1000);
END;

-- Objects whose row is gone; a job deletes them.
CREATE TABLE removed_files (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) <= 200),
  removed_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX removed_files_by_time ON removed_files (removed_at);

-- Files that a form is sending or has sent. Their pieces of 1 MiB lie under private/application-uploads/<id>/ until an
-- application has the file.
CREATE TABLE application_uploads (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- SHA-256 (hex) of the form's ticket.
  form_hash TEXT NOT NULL CHECK (length(form_hash) = 64),
  network_hash TEXT NOT NULL CHECK (length(network_hash) <= 64),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- As the sender says; of a form without script how many came, once all have.
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0),
  -- By content; '' until all of it is there and was looked at.
  type TEXT NOT NULL DEFAULT '' CHECK (length(type) <= 100),
  sha256 TEXT NOT NULL DEFAULT '' CHECK (length(sha256) <= 64),
  warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_type(warnings) = 'array'),
  -- The application that has it, and where it lies then.
  application_id TEXT REFERENCES applications (id) ON DELETE CASCADE,
  key TEXT CHECK (length(key) <= 200),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- A form that was refused keeps its files for a while, and no application has them then: who sent it, so that an erasure takes them.
  email TEXT CHECK (length(email) <= 254)
) STRICT;
CREATE INDEX application_uploads_by_form ON application_uploads (form_hash);
CREATE INDEX application_uploads_by_network ON application_uploads (network_hash, created_at);
CREATE INDEX application_uploads_by_end ON application_uploads (expires_at);
CREATE INDEX application_uploads_by_application ON application_uploads (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX application_uploads_by_email ON application_uploads (email COLLATE NOCASE) WHERE email IS NOT NULL;

-- Further private links to an application, beside `applications.link_hash`: each mail with a link has one of its own, because
-- of every link only a hash is stored.
CREATE TABLE application_links (
  -- SHA-256 (hex) of the token.
  hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX application_links_by_application ON application_links (application_id);

-- What happened to an application, for the people who handle it. The audit log is another matter: it outlives the application.
CREATE TABLE application_history (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- Null for the candidate and for the site itself.
  actor_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- 'received', 'moved', 'document', …
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_type(detail) = 'object')
) STRICT;
CREATE INDEX application_history_by_application ON application_history (application_id, at);
CREATE INDEX application_history_by_actor ON application_history (actor_id) WHERE actor_id IS NOT NULL;
-- Stages and times, for the figures.
CREATE INDEX application_history_by_kind ON application_history (kind, at);

-- What staff write about an application (docs/decisions/052-work-on-applications.md). It goes with its application.
CREATE TABLE application_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- Null once the account is removed.
  author_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  written_at INTEGER NOT NULL,
  note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 4000)
) STRICT;
CREATE INDEX application_notes_by_application ON application_notes (application_id, written_at);
CREATE INDEX application_notes_by_author ON application_notes (author_id) WHERE author_id IS NOT NULL;

-- Colleagues whom a note names. Open until they have opened the application.
CREATE TABLE application_mentions (
  note_id TEXT NOT NULL REFERENCES application_notes (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  seen_at INTEGER,
  PRIMARY KEY (note_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_mentions_open ON application_mentions (account_id, application_id) WHERE seen_at IS NULL;
CREATE INDEX application_mentions_by_account ON application_mentions (account_id);
CREATE INDEX application_mentions_by_application ON application_mentions (application_id);

CREATE TABLE application_tags (
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- In small letters, so that one word is one tag.
  tag TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 40),
  PRIMARY KEY (application_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_tags_by_tag ON application_tags (tag, application_id);

-- Texts of the files of applications (docs/decisions/054-texts-and-search.md).
CREATE TABLE application_texts (
  file_id TEXT NOT NULL PRIMARY KEY REFERENCES application_files (id) ON DELETE CASCADE,
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- 'waiting', 'done', 'failed', or 'none' where a file has no text, such as scanned pages.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (length(state) BETWEEN 1 AND 40),
  text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 200000),
  -- Counted before each try, so that a file which ends the program is not tried for ever.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  last_error TEXT CHECK (length(last_error) <= 300),
  -- When it may be tried again.
  due_at INTEGER NOT NULL DEFAULT 0,
  -- Since when it waits, or when it was done.
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX application_texts_waiting ON application_texts (due_at) WHERE state = 'waiting';
CREATE INDEX application_texts_overdue ON application_texts (at) WHERE state = 'waiting';
CREATE INDEX application_texts_failed ON application_texts (at) WHERE state = 'failed';
CREATE INDEX application_texts_by_application ON application_texts (application_id);

CREATE TRIGGER application_texts_search_changed AFTER UPDATE OF text ON application_texts
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = NEW.application_id;
END;

CREATE TRIGGER application_texts_search_removed AFTER DELETE ON application_texts
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = OLD.application_id;
END;

-- The words of each application as they are searched: in small letters without accents, a space around each.
CREATE TABLE application_search (
  id INTEGER PRIMARY KEY,
  application_id TEXT NOT NULL UNIQUE REFERENCES applications (id) ON DELETE CASCADE,
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  cover TEXT NOT NULL DEFAULT '',
  answer TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  resume TEXT NOT NULL DEFAULT '',
  -- How often its texts have changed, and which of these changes the words are of.
  changes INTEGER NOT NULL DEFAULT 1,
  indexed INTEGER NOT NULL DEFAULT 0,
  -- An application that could not be put into the index of the search waits until this instant, so that it holds up no other.
  retry_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX application_search_stale ON application_search (id) WHERE changes <> indexed;
CREATE INDEX application_search_by_name ON application_search (name) WHERE name <> '';

CREATE TABLE application_terms (
  term TEXT NOT NULL CHECK (length(term) BETWEEN 1 AND 40),
  document INTEGER NOT NULL REFERENCES application_search (id) ON DELETE CASCADE,
  -- One bit for each of the columns above (shared/hiring/application-search.ts).
  fields INTEGER NOT NULL CHECK (fields > 0),
  PRIMARY KEY (term, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_terms_by_document ON application_terms (document);

-- What a candidate was asked before their application would be deleted, and what they answered.
CREATE TABLE keep_requests (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  asked_at INTEGER NOT NULL,
  asked_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- Until when it would be kept.
  keep_until INTEGER NOT NULL,
  -- What the candidate reads and says yes to.
  words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 500),
  -- 'yes' or 'no'; null while there is no answer.
  answer TEXT CHECK (length(answer) BETWEEN 1 AND 40),
  answered_at INTEGER,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT;
CREATE INDEX keep_requests_by_application ON keep_requests (application_id, asked_at);
CREATE INDEX keep_requests_by_asker ON keep_requests (asked_by) WHERE asked_by IS NOT NULL;
