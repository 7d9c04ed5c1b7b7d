-- The audit log: who did what, and when. It only grows.

CREATE TABLE audit_log (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  at INTEGER NOT NULL,
  actor_id TEXT,
  action TEXT NOT NULL CHECK (length(action) BETWEEN 3 AND 64),
  subject_id TEXT,
  request_id TEXT,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail) AND length(detail) <= 4096),
  -- Why an entry is worth a look, such as "new country".
  unusual TEXT CHECK (length(unusual) BETWEEN 1 AND 40)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at);
CREATE INDEX audit_log_by_time ON audit_log (at);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at);
CREATE INDEX audit_log_by_action ON audit_log (action, at);
CREATE INDEX audit_log_unusual ON audit_log (at) WHERE unusual IS NOT NULL;

CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;

-- INSERT OR REPLACE deletes without a delete trigger.
CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;

-- A row stays until its term is over: 400 days (worker/lib/terms.ts), less an hour, for the clocks of Worker and database differ.
-- A shorter term needs a migration that changes this trigger.
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
WHEN OLD.at > unixepoch() * 1000 - (400 * 24 - 1) * 3600000
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
