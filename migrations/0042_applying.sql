-- How applications come (docs/decisions/051-applying.md): files that are being sent, and the mails that are caused.

-- Tells a form that is sent twice from one that was changed in between.
ALTER TABLE applications ADD COLUMN content_hash TEXT NOT NULL DEFAULT '' CHECK (length(content_hash) <= 64);
-- The address without case, dots and tags: for counting, not for writing to.
ALTER TABLE applications ADD COLUMN folded_email TEXT NOT NULL DEFAULT '' CHECK (length(folded_email) <= 254);
-- When the mail to the candidate was written; null past a limit, and for what looks like spam.
ALTER TABLE applications ADD COLUMN confirmed_at INTEGER;
-- When the mail to the hiring team was written; else a digest has to tell of it.
ALTER TABLE applications ADD COLUMN mailed_at INTEGER;
ALTER TABLE applications ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1));
ALTER TABLE applications ADD COLUMN digest_id TEXT;
CREATE INDEX applications_by_confirmation ON applications (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX applications_by_mail ON applications (mailed_at) WHERE mailed_at IS NOT NULL;
CREATE INDEX applications_held ON applications (digest_id) WHERE is_held = 1;
-- For the rules of retention.
CREATE INDEX applications_kept_until ON applications (keep_until) WHERE keep_until IS NOT NULL;
CREATE INDEX applications_hired ON applications (stage_since) WHERE stage = 'hired';
CREATE INDEX applications_idle ON applications (max(updated_at, coalesce(keep_until, 0)))
  WHERE stage NOT IN ('hired', 'rejected', 'withdrawn');

-- Files that a form is sending or has sent. Their pieces of 1 MiB lie under private/application-uploads/<id>/ until an
-- application has the file.
CREATE TABLE application_uploads (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- SHA-256 (hex) of the form's ticket.
  form_hash TEXT NOT NULL CHECK (length(form_hash) = 64),
  network_hash TEXT NOT NULL CHECK (length(network_hash) <= 64),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- As the sender says; of a form without script how many came, once all have.
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0),
  -- By content; '' until all of it is there and was looked at.
  type TEXT NOT NULL DEFAULT '' CHECK (length(type) <= 100),
  sha256 TEXT NOT NULL DEFAULT '' CHECK (length(sha256) <= 64),
  warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_type(warnings) = 'array'),
  -- The application that has it, and where it lies then.
  application_id TEXT REFERENCES applications (id) ON DELETE CASCADE,
  key TEXT CHECK (length(key) <= 200),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX application_uploads_by_form ON application_uploads (form_hash);
CREATE INDEX application_uploads_by_network ON application_uploads (network_hash, created_at);
CREATE INDEX application_uploads_by_end ON application_uploads (expires_at);
CREATE INDEX application_uploads_by_application ON application_uploads (application_id) WHERE application_id IS NOT NULL;
