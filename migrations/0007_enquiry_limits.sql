-- What one enquiry may set off, enquiries of the demo data, and the names of colleagues. Instants are epoch milliseconds.

-- The form an enquiry came from, which is good for one. Null for what was stored before this rule.
ALTER TABLE enquiries ADD COLUMN form_id TEXT CHECK (length(form_id) = 36);
-- The sender's address without what makes variants of one address look different.
ALTER TABLE enquiries ADD COLUMN folded_email TEXT CHECK (length(folded_email) <= 254);
-- A keyed hash of the network it came from, for a day, where mails were written about it.
ALTER TABLE enquiries ADD COLUMN network_hash TEXT CHECK (length(network_hash) = 43);
-- When the confirmation to the sender was written; null when none was.
ALTER TABLE enquiries ADD COLUMN confirmed_at INTEGER;
-- The mailbox that learns of it from a digest, because its network had used up its mails of the day.
ALTER TABLE enquiries ADD COLUMN held_for TEXT CHECK (length(held_for) <= 254);
-- The mail of the outbox that was that digest; null until it is written.
ALTER TABLE enquiries ADD COLUMN digest_id TEXT CHECK (length(digest_id) = 36);
-- 1 for the enquiries of the local seed.
ALTER TABLE enquiries ADD COLUMN is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1));

CREATE UNIQUE INDEX enquiries_by_form ON enquiries (form_id) WHERE form_id IS NOT NULL;
CREATE INDEX enquiries_by_network ON enquiries (network_hash, received_at) WHERE network_hash IS NOT NULL;
CREATE INDEX enquiries_by_confirmation ON enquiries (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX enquiries_held ON enquiries (folder, held_for) WHERE held_for IS NOT NULL AND digest_id IS NULL;

-- What colleagues call the account's holder.
ALTER TABLE users ADD COLUMN name TEXT CHECK (length(name) BETWEEN 1 AND 120);
