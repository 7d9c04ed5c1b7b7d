-- Messages that no try could deal with, until staff send them again or delete them.
CREATE TABLE failed_messages (
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
CREATE INDEX failed_messages_by_time ON failed_messages (received_at, id);
-- Whom a message of the visitor queue is about, for an erasure.
CREATE INDEX failed_messages_by_visitor ON failed_messages (coalesce(body ->> '$.visitor.visitor_id', body ->> '$.visitor_id'));
