-- Texts of the files of applications, what a scanner said of them, and the words that staff search by
-- (docs/decisions/054-texts-and-search.md). All of it goes with its application.

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

-- Each file waits for its text from the start, whoever stores it.
CREATE TRIGGER application_files_have_texts AFTER INSERT ON application_files
BEGIN
  INSERT INTO application_texts (file_id, application_id, at) VALUES (NEW.id, NEW.application_id, unixepoch() * 1000);
END;
INSERT INTO application_texts (file_id, application_id, at) SELECT id, application_id, unixepoch() * 1000 FROM application_files;

-- 'none', 'clean', 'infected', or 'failed' where the scanner could not be asked.
ALTER TABLE application_files ADD COLUMN scan_state TEXT NOT NULL DEFAULT 'none' CHECK (length(scan_state) BETWEEN 1 AND 40);
-- What the scanner calls it.
ALTER TABLE application_files ADD COLUMN scan_found TEXT NOT NULL DEFAULT '' CHECK (length(scan_found) <= 200);
ALTER TABLE application_files ADD COLUMN scan_attempts INTEGER NOT NULL DEFAULT 0 CHECK (scan_attempts >= 0);
ALTER TABLE application_files ADD COLUMN scan_due_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE application_files ADD COLUMN scanned_at INTEGER;
CREATE INDEX application_files_to_scan ON application_files (scan_due_at) WHERE scan_state IN ('none', 'failed');
CREATE INDEX application_files_not_scanned ON application_files (scan_attempts) WHERE scan_state = 'failed';
CREATE INDEX application_files_infected ON application_files (scanned_at) WHERE scan_state = 'infected';

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
  indexed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX application_search_stale ON application_search (id) WHERE changes <> indexed;

CREATE TABLE application_terms (
  term TEXT NOT NULL CHECK (length(term) BETWEEN 1 AND 40),
  document INTEGER NOT NULL REFERENCES application_search (id) ON DELETE CASCADE,
  -- One bit for each of the columns above (app/shared/application-search.ts).
  fields INTEGER NOT NULL CHECK (fields > 0),
  PRIMARY KEY (term, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_terms_by_document ON application_terms (document);

INSERT INTO application_search (application_id) SELECT id FROM applications;
CREATE TRIGGER applications_are_searched AFTER INSERT ON applications
BEGIN
  INSERT INTO application_search (application_id) VALUES (NEW.id);
END;
CREATE TRIGGER applications_search_changed AFTER UPDATE OF name, email, phone, place, cover_note, resume_text ON applications
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = NEW.id;
END;
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
CREATE TRIGGER application_texts_search_changed AFTER UPDATE OF text ON application_texts
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = NEW.application_id;
END;
CREATE TRIGGER application_texts_search_removed AFTER DELETE ON application_texts
BEGIN
  UPDATE application_search SET changes = changes + 1 WHERE application_id = OLD.application_id;
END;
