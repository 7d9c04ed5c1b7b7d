-- The outbox carries the mails of any subject. SQLite drops no foreign key, so the table is made anew. Instants are epoch
-- milliseconds.
CREATE TABLE outbox_next (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- One mail for each key, however often it is planned, such as 'enquiry:<id>:owner'.
  dedupe_key TEXT NOT NULL UNIQUE CHECK (length(dedupe_key) BETWEEN 1 AND 120),
  -- Id of what the mail is about, in whatever table; `subject` is the line in its header.
  subject_id TEXT CHECK (length(subject_id) BETWEEN 1 AND 64),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  recipient TEXT NOT NULL CHECK (length(recipient) <= 254),
  reply_to TEXT CHECK (length(reply_to) <= 254),
  subject TEXT NOT NULL CHECK (length(subject) <= 200),
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  -- 1 where the text holds a secret, such as a link that signs in: it is blanked once the mail is sent.
  is_secret INTEGER NOT NULL DEFAULT 0 CHECK (is_secret IN (0, 1)),
  -- waiting, sending, sent, unconfirmed (handed over, but nobody can say whether it left; a person decides whether to send
  -- it again) or failed.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (length(state) BETWEEN 1 AND 40),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- When it may be tried next; while it is being sent, when that began.
  due_at INTEGER NOT NULL,
  sent_at INTEGER,
  -- From then on the text is blank and the mail does not leave. Null: the term of retention alone counts.
  purge_at INTEGER,
  -- Since when the mail must not leave, whatever its state, such as while its enquiry is spam.
  withdrawn_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 500),
  CHECK (is_secret = 0 OR purge_at IS NOT NULL)
) STRICT;

INSERT INTO outbox_next (
  id, dedupe_key, subject_id, kind, recipient, reply_to, subject, text, html, state, attempts, created_at, due_at, sent_at,
  withdrawn_at, last_error
)
SELECT
  id, occasion, enquiry_id, kind, recipient, reply_to, subject, text, html, state, attempts, created_at, due_at, sent_at,
  (SELECT updated_at FROM enquiries WHERE enquiries.id = outbox.enquiry_id AND folder = 'spam' AND outbox.state <> 'sent'),
  last_error
FROM outbox;

DROP TABLE outbox;
ALTER TABLE outbox_next RENAME TO outbox;

CREATE INDEX outbox_by_state ON outbox (state, due_at);
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_by_subject ON outbox (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (created_at DESC);
CREATE INDEX outbox_with_text ON outbox (coalesce(sent_at, due_at)) WHERE html <> '';
CREATE INDEX outbox_by_purge ON outbox (purge_at) WHERE purge_at IS NOT NULL AND html <> '';

-- Mails go with the enquiry they are about, however it is deleted.
CREATE TRIGGER enquiries_take_mails AFTER DELETE ON enquiries
BEGIN
  DELETE FROM outbox WHERE subject_id = OLD.id;
END;

-- When the mail to the topic's mailbox was written; null when none was.
ALTER TABLE enquiries ADD COLUMN mailed_at INTEGER;
UPDATE enquiries SET mailed_at = (
  SELECT created_at FROM outbox WHERE outbox.subject_id = enquiries.id AND kind = 'enquiry-owner'
);
CREATE INDEX enquiries_by_mail ON enquiries (topic, mailed_at) WHERE mailed_at IS NOT NULL;
