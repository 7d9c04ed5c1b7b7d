-- Enquiries from the contact form, and what staff note about them.

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
  opening TEXT CHECK (length(opening) <= 120),
  consented_at INTEGER NOT NULL,
  folder TEXT NOT NULL CHECK (folder IN ('inbox', 'spam')),
  -- JSON array of why it is taken for spam.
  spam_reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(spam_reasons)),
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'open', 'answered', 'closed')),
  owner_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL,
  -- The form that it came from, which is good for one; null for what came by no form, such as demo data.
  form_id TEXT CHECK (length(form_id) = 36),
  -- The sender's address without what makes variants of one address look different.
  folded_email TEXT CHECK (length(folded_email) <= 254),
  -- A keyed hash of the network it came from, for a day, where mails were written about it.
  network_hash TEXT CHECK (length(network_hash) = 43),
  -- When the confirmation to the sender was written; null when none was.
  confirmed_at INTEGER,
  -- The mailbox that learns of it from a digest, because its network had used up its mails of the day.
  held_for TEXT CHECK (length(held_for) <= 254),
  -- The mail of the outbox that was that digest; null until it is written.
  digest_id TEXT CHECK (length(digest_id) = 36),
  -- 1 for the enquiries of the local seed.
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  -- When the mail to the topic's mailbox was written; null when none was.
  mailed_at INTEGER,
  -- As accounts have it: how people are searched.
  folded TEXT
) STRICT;
CREATE INDEX enquiries_by_folder ON enquiries (folder, received_at DESC);
CREATE INDEX enquiries_by_status ON enquiries (folder, status, received_at DESC);
CREATE INDEX enquiries_by_topic ON enquiries (folder, topic, received_at DESC);
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, received_at DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX enquiries_by_words ON enquiries (words_hash, received_at);
CREATE UNIQUE INDEX enquiries_by_form ON enquiries (form_id) WHERE form_id IS NOT NULL;
CREATE INDEX enquiries_by_network ON enquiries (network_hash, received_at) WHERE network_hash IS NOT NULL;
CREATE INDEX enquiries_by_confirmation ON enquiries (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX enquiries_held ON enquiries (folder, held_for) WHERE held_for IS NOT NULL AND digest_id IS NULL;
CREATE INDEX enquiries_by_change ON enquiries (updated_at);
CREATE INDEX enquiries_with_network ON enquiries (received_at) WHERE network_hash IS NOT NULL;
CREATE INDEX enquiries_by_mail ON enquiries (topic, mailed_at) WHERE mailed_at IS NOT NULL;
-- Open enquiries without an owner are counted at each visit of the inbox.
CREATE INDEX enquiries_by_owner_and_status ON enquiries (folder, owner_id, status);
CREATE INDEX enquiries_to_fold ON enquiries (received_at) WHERE folded IS NULL;

-- Mails go with the enquiry they are about, however it is deleted.
CREATE TRIGGER enquiries_take_mails AFTER DELETE ON enquiries
BEGIN
  DELETE FROM outbox WHERE subject_id = OLD.id;
END;

CREATE TRIGGER enquiries_folded_anew AFTER UPDATE OF name, email, company, subject ON enquiries WHEN OLD.folded IS NOT NULL
BEGIN
  UPDATE enquiries SET folded = NULL WHERE id = NEW.id;
END;

CREATE TABLE enquiry_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  enquiry_id TEXT NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
  author_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  written_at INTEGER NOT NULL,
  note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 4000)
) STRICT;
CREATE INDEX enquiry_notes_by_enquiry ON enquiry_notes (enquiry_id, written_at);
CREATE INDEX enquiry_notes_by_author ON enquiry_notes (author_id);
