-- Applications to openings, and who sent them (docs/decisions/051-applying.md). Instants are epoch milliseconds, ids
-- are UUIDv7, lists are JSON arrays.

-- JSON: [{"key", "name", "leadsTo": [keys]}], app/shared/hiring-stages.ts; null for the usual ones.
ALTER TABLE jobs ADD COLUMN stages TEXT CHECK (json_valid(stages));
-- When somebody closed it by hand; what expires ends at `closes_at`.
ALTER TABLE jobs ADD COLUMN closed_at INTEGER;
UPDATE jobs SET closed_at = updated_at WHERE status = 'closed';

-- What candidates are asked besides (app/shared/screening.ts). A question that was answered stays when it is removed.
CREATE TABLE job_questions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
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
CREATE INDEX job_questions_by_job ON job_questions (job_id, position);

-- Who hires for a job.
CREATE TABLE job_team (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY (job_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_team_by_user ON job_team (user_id);

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
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1))
) STRICT;
CREATE INDEX candidates_by_merge ON candidates (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE applications (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  candidate_id TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
  -- Null for an application without a role.
  job_id TEXT REFERENCES jobs (id),
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
  -- One of the job's stages, or how it ended: 'rejected', 'withdrawn'.
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
  assignee_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- When staff opened it first.
  opened_at INTEGER,
  consented_at INTEGER NOT NULL,
  -- Until when it is kept for other roles, where the candidate agreed to that.
  keep_until INTEGER,
  network_hash TEXT CHECK (length(network_hash) <= 64),
  received_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1))
) STRICT;
CREATE INDEX applications_by_candidate ON applications (candidate_id, received_at);
CREATE INDEX applications_by_job ON applications (job_id, stage, stage_since);
CREATE INDEX applications_by_stage ON applications (stage, stage_since);
CREATE INDEX applications_by_time ON applications (received_at, id);
CREATE INDEX applications_by_change ON applications (updated_at);
CREATE INDEX applications_by_end ON applications (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX applications_by_assignee ON applications (assignee_id, stage_since) WHERE assignee_id IS NOT NULL;
CREATE INDEX applications_by_email ON applications (email);
CREATE INDEX applications_with_network ON applications (received_at) WHERE network_hash IS NOT NULL;

CREATE TABLE application_answers (
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  question_id TEXT REFERENCES job_questions (id) ON DELETE SET NULL,
  -- As it was asked.
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 300),
  -- true, false, a number, a text or a list of texts; of a file its id.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  is_flagged INTEGER NOT NULL DEFAULT 0 CHECK (is_flagged IN (0, 1)),
  PRIMARY KEY (application_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_answers_by_question ON application_answers (question_id);

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
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX application_files_by_application ON application_files (application_id, received_at);

-- Objects whose row is gone; a job deletes them.
CREATE TABLE removed_files (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) <= 200),
  removed_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX removed_files_by_time ON removed_files (removed_at);
CREATE TRIGGER application_files_leave_objects AFTER DELETE ON application_files
BEGIN
  INSERT OR IGNORE INTO removed_files (key, removed_at) VALUES (OLD.key, unixepoch() * 1000);
END;

-- What happened to an application, for the people who handle it. The audit log is another matter: it outlives the application.
CREATE TABLE application_history (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- Null for the candidate and for the site itself.
  actor_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- 'received', 'moved', 'document', …
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_type(detail) = 'object')
) STRICT;
CREATE INDEX application_history_by_application ON application_history (application_id, at);
CREATE INDEX application_history_by_actor ON application_history (actor_id) WHERE actor_id IS NOT NULL;
-- Stages and times, for the figures.
CREATE INDEX application_history_by_kind ON application_history (kind, at);

-- Mails go with the application they are about, however it is deleted.
CREATE TRIGGER applications_take_mails AFTER DELETE ON applications
BEGIN
  DELETE FROM outbox WHERE subject_id = OLD.id;
END;

-- A person goes with the last of their applications, unless another row was put together with this one.
CREATE TRIGGER applications_take_candidate AFTER DELETE ON applications
WHEN NOT EXISTS (SELECT 1 FROM applications WHERE candidate_id = OLD.candidate_id)
BEGIN
  DELETE FROM candidates WHERE merged_into = OLD.candidate_id
    AND NOT EXISTS (SELECT 1 FROM applications WHERE candidate_id = candidates.id);
  DELETE FROM candidates WHERE id = OLD.candidate_id;
END;
