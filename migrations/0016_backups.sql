-- How backups go (docs/decisions/088-backups.md). Neither table is backed up itself.

CREATE TABLE backup_runs (
  -- When it began and something random, as the backup is called in its bucket: 2026-11-24T02-00-13Z-5f3a91.
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 60),
  -- 'nightly', 'asked' or 'restored'.
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  -- 'running', 'done' or 'failed'.
  state TEXT NOT NULL CHECK (length(state) BETWEEN 1 AND 40),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- Until when somebody may be at its next step; 0 for nobody.
  claimed_until INTEGER NOT NULL DEFAULT 0,
  -- How often a step has failed since one has not, and why.
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT CHECK (length(error) <= 500),
  -- Rows and files in it so far, bytes of the files, and bytes that it has added to the bucket.
  rows INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  file_bytes INTEGER NOT NULL DEFAULT 0,
  stored_bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
-- Two never run at once.
CREATE UNIQUE INDEX backup_runs_running ON backup_runs (state) WHERE state = 'running';
CREATE INDEX backup_runs_by_start ON backup_runs (started_at);

-- What a restored backup must not bring back. What was deleted without being asked for is not among it: a restore is there to bring
-- that back, and the terms of retention take their rows again. It is noted in the transaction that does it, and taken to the bucket of
-- the backups within five minutes.
CREATE TABLE backup_notes (
  -- 'person' (mark: keyed hash of the address), 'visitor' (63 bits of the hash of the number), 'application', 'enquiry', 'user' (ids
  -- of what somebody erased), 'sealed' (id of an application that was withdrawn while it was held) or 'mail' (key of one that left).
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  mark TEXT NOT NULL CHECK (length(mark) BETWEEN 1 AND 120),
  at INTEGER NOT NULL,
  PRIMARY KEY (kind, mark)
) STRICT, WITHOUT ROWID;
CREATE INDEX backup_notes_by_time ON backup_notes (at);

CREATE TRIGGER erased_persons_are_noted AFTER INSERT ON erasure_proofs WHEN NEW.erased_by = 'staff'
BEGIN
  INSERT INTO backup_notes VALUES ('person', NEW.address_hash, NEW.erased_at) ON CONFLICT DO UPDATE SET at = excluded.at;
END;

CREATE TRIGGER erasures_are_noted AFTER INSERT ON audit_log
WHEN NEW.action IN ('application.withdrawn', 'application.sealed', 'enquiry.erased', 'user.removed') AND NEW.subject_id IS NOT NULL
BEGIN
  INSERT INTO backup_notes VALUES (
    CASE NEW.action WHEN 'application.sealed' THEN 'sealed' ELSE substr(NEW.action, 1, instr(NEW.action, '.') - 1) END,
    NEW.subject_id, NEW.at
  ) ON CONFLICT DO UPDATE SET at = excluded.at;
END;

CREATE TRIGGER sent_mails_are_noted AFTER UPDATE OF state ON outbox WHEN NEW.state = 'sent' AND OLD.state <> 'sent'
BEGIN
  INSERT INTO backup_notes VALUES ('mail', NEW.dedupe_key, coalesce(NEW.sent_at, unixepoch() * 1000))
    ON CONFLICT DO UPDATE SET at = excluded.at;
END;
