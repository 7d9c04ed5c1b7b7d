-- Every mail that the site sends, of whatever subject: written with what it tells of, and sent from the queue.

CREATE TABLE outbox (
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
  -- Files of a mail: JSON array of {name, type, content}; content is text.
  attachments TEXT NOT NULL DEFAULT '[]' CHECK (json_type(attachments) = 'array'),
  -- Where a click ends mails of this kind, for the header List-Unsubscribe.
  stop_url TEXT CHECK (length(stop_url) BETWEEN 1 AND 400),
  -- A mail that may have arrived is repeated once: 1 after the first try of that kind.
  unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered IN (0, 1)),
  CHECK (is_secret = 0 OR purge_at IS NOT NULL)
) STRICT;
CREATE INDEX outbox_by_state ON outbox (state, due_at);
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_by_subject ON outbox (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (created_at DESC);
CREATE INDEX outbox_with_text ON outbox (coalesce(sent_at, due_at)) WHERE html <> '';
CREATE INDEX outbox_by_purge ON outbox (purge_at) WHERE purge_at IS NOT NULL AND html <> '';
