-- How people are searched: their names and addresses as worker/lib/fold-text.ts writes them. Null until the next search has folded
-- what is new or has changed.
ALTER TABLE users ADD COLUMN folded TEXT;
CREATE INDEX users_to_fold ON users (id) WHERE folded IS NULL;
-- A list of accounts is found in an index alone, by words too.
DROP INDEX users_listed;
CREATE INDEX users_listed ON users (email, name, status, verified_at, is_demo, created_at, seen_at, id, folded);
CREATE TRIGGER users_folded_anew AFTER UPDATE OF name, email ON users WHEN OLD.folded IS NOT NULL
BEGIN
  UPDATE users SET folded = NULL WHERE id = NEW.id;
END;

ALTER TABLE enquiries ADD COLUMN folded TEXT;
CREATE INDEX enquiries_to_fold ON enquiries (received_at) WHERE folded IS NULL;
CREATE TRIGGER enquiries_folded_anew AFTER UPDATE OF name, email, company, subject ON enquiries WHEN OLD.folded IS NOT NULL
BEGIN
  UPDATE enquiries SET folded = NULL WHERE id = NEW.id;
END;

-- Applications are put into the index anew, with all ways to write a name. Until then they are found by the words that they have.
UPDATE application_search SET changes = changes + 1;
CREATE INDEX application_search_by_name ON application_search (name) WHERE name <> '';
