-- Further private links to an application, beside `applications.link_hash`: each mail with a link has one of its own, because
-- of every link only a hash is stored.
CREATE TABLE application_links (
  -- SHA-256 (hex) of the token.
  hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX application_links_by_application ON application_links (application_id);
