-- What is past its term is deleted by the hourly job, which walks worker/*/subject.ts. Instants are epoch milliseconds.

-- Messages that no try could deal with, until staff send them again or delete them.
CREATE TABLE dead_letters (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The queue it was in, and its id there: a message that is delivered twice is one row.
  queue TEXT NOT NULL CHECK (length(queue) BETWEEN 1 AND 63),
  message_id TEXT NOT NULL CHECK (length(message_id) <= 100),
  -- JSON; null where it was longer than 128 KiB.
  body TEXT CHECK (json_valid(body) AND length(CAST(body AS BLOB)) <= 131072),
  -- When it came into the queue, and when it was given up.
  queued_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- Null where the platform gave it up, which does not say.
  attempts INTEGER CHECK (attempts >= 1),
  last_error TEXT CHECK (length(last_error) <= 500),
  -- While somebody sends it again: since when.
  claimed_at INTEGER,
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  UNIQUE (queue, message_id)
) STRICT;

CREATE INDEX dead_letters_by_time ON dead_letters (received_at, id);
-- Whom a message of the visitor queue is about, for an erasure.
CREATE INDEX dead_letters_by_visitor ON dead_letters (coalesce(body ->> '$.visitor.visitor_id', body ->> '$.visitor_id'));

-- The midnight (UTC) from which a visitor's term counts: the second after the latest record, so that no view outlives its
-- visitor. It moves on once a day at most.
ALTER TABLE visitors ADD COLUMN idle_since INTEGER NOT NULL DEFAULT 0;
UPDATE visitors SET idle_since = received_at / 86400000 * 86400000 + 2 * 86400000;
UPDATE visitors SET idle_since = max(idle_since, latest.viewed_at / 86400000 * 86400000 + 2 * 86400000)
FROM (SELECT visitor_id, max(viewed_at) AS viewed_at FROM page_views GROUP BY visitor_id) AS latest
WHERE latest.visitor_id = visitors.visitor_id;
-- A row by who knows nothing of terms, such as the version of the Worker before this one.
CREATE TRIGGER visitors_begin_term AFTER INSERT ON visitors
WHEN NEW.idle_since = 0
BEGIN
  UPDATE visitors SET idle_since = NEW.received_at / 86400000 * 86400000 + 2 * 86400000
  WHERE visitor_id = NEW.visitor_id;
END;

-- One for each rule of retention that had none.
CREATE INDEX visitors_by_term ON visitors (idle_since);
CREATE INDEX consent_records_by_receipt ON consent_records (received_at);
CREATE INDEX erased_visitors_by_time ON erased_visitors (erased_at);
CREATE INDEX enquiries_by_change ON enquiries (updated_at);
CREATE INDEX enquiries_with_network ON enquiries (received_at) WHERE network_hash IS NOT NULL;
CREATE INDEX outbox_with_text ON outbox (coalesce(sent_at, due_at)) WHERE html <> '';
CREATE INDEX audit_log_by_time ON audit_log (at);
-- These two are for what a deleted account leaves in other rows.
CREATE INDEX enquiry_notes_by_author ON enquiry_notes (author_id);
CREATE INDEX user_roles_by_granter ON user_roles (granted_by);
CREATE INDEX users_by_use ON users (coalesce(signed_in_at, created_at));

-- Both tables stay append-only until a row is past its term: 3 years and 400 days (worker/lib/terms.ts), less an hour, for
-- the clocks of Worker and database differ. A shorter term needs a migration that changes the trigger.
DROP TRIGGER consent_records_keep_delete;
CREATE TRIGGER consent_records_keep_delete BEFORE DELETE ON consent_records
WHEN OLD.received_at > unixepoch() * 1000 - (3 * 365 * 24 - 1) * 3600000
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

DROP TRIGGER audit_log_no_delete;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
WHEN OLD.at > unixepoch() * 1000 - (400 * 24 - 1) * 3600000
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
