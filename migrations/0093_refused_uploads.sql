-- A form that was refused keeps its files for a while, and no application has them then: who sent it, so that an erasure takes them.
ALTER TABLE application_uploads ADD COLUMN email TEXT CHECK (length(email) <= 254);
CREATE INDEX application_uploads_by_email ON application_uploads (email COLLATE NOCASE) WHERE email IS NOT NULL;
