-- Enquiries from the contact form, and the mail that leaves the site. Instants are epoch milliseconds.

CREATE TABLE enquiries (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- What one submission of a form has in common with its repetitions.
  submission_hash TEXT NOT NULL UNIQUE CHECK (length(submission_hash) = 64),
  -- The words alone: the same words again within a day are a sign of spam.
  words_hash TEXT NOT NULL CHECK (length(words_hash) = 64),
  request_id TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(name) <= 120),
  email TEXT NOT NULL CHECK (length(email) <= 254),
  company TEXT NOT NULL CHECK (length(company) <= 160),
  topic TEXT NOT NULL CHECK (length(topic) <= 40),
  subject TEXT NOT NULL CHECK (length(subject) <= 160),
  message TEXT NOT NULL CHECK (length(message) <= 6000),
  -- Slug of the opening that the enquiry is about.
  job TEXT CHECK (length(job) <= 120),
  consented_at INTEGER NOT NULL,
  folder TEXT NOT NULL CHECK (folder IN ('inbox', 'spam')),
  -- JSON array of why it is taken for spam.
  spam_reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(spam_reasons)),
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'open', 'answered', 'closed')),
  owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX enquiries_by_folder ON enquiries (folder, received_at DESC);
CREATE INDEX enquiries_by_status ON enquiries (folder, status, received_at DESC);
CREATE INDEX enquiries_by_topic ON enquiries (folder, topic, received_at DESC);
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, received_at DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX enquiries_by_words ON enquiries (words_hash, received_at);

CREATE TABLE enquiry_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  enquiry_id TEXT NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
  author_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  written_at INTEGER NOT NULL,
  note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 4000)
) STRICT;

CREATE INDEX enquiry_notes_by_enquiry ON enquiry_notes (enquiry_id, written_at);

-- Every mail the site sends, written with what it tells of and sent from the queue.
CREATE TABLE outbox (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The occasion, such as 'enquiry:<id>:owner': one mail for each.
  occasion TEXT NOT NULL UNIQUE CHECK (length(occasion) <= 120),
  enquiry_id TEXT REFERENCES enquiries (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (length(kind) <= 40),
  recipient TEXT NOT NULL CHECK (length(recipient) <= 254),
  reply_to TEXT CHECK (length(reply_to) <= 254),
  subject TEXT NOT NULL CHECK (length(subject) <= 200),
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  -- unconfirmed: handed over, but nobody can say whether it left; a person decides whether to send it again.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'unconfirmed', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- When it may be tried next; while it is being sent, when that began.
  due_at INTEGER NOT NULL,
  sent_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 500)
) STRICT;

CREATE INDEX outbox_by_state ON outbox (state, due_at);
CREATE INDEX outbox_by_kind ON outbox (kind, created_at);
CREATE INDEX outbox_by_enquiry ON outbox (enquiry_id) WHERE enquiry_id IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (created_at DESC);
