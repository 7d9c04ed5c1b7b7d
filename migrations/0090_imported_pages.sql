-- Pages of other systems, such as "About us": they are no articles, and are kept as they came until somebody makes a page of
-- this site of them or deletes them (docs/decisions/106-pages-of-imports.md).
CREATE TABLE imported_pages (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- As of import_items: a hash of system, site and what the other system calls the page.
  source_key TEXT NOT NULL UNIQUE CHECK (length(source_key) = 64),
  source TEXT NOT NULL CHECK (length(source) BETWEEN 3 AND 221),
  import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (length(title) <= 200),
  -- The path that it had; "" where it had none.
  path TEXT NOT NULL CHECK (length(path) <= 500),
  status TEXT NOT NULL CHECK (status IN ('published', 'scheduled', 'draft')),
  -- What an article would hold of it, and the HTML of the other system, which is shown as text alone.
  markdown TEXT NOT NULL CHECK (length(markdown) <= 200000),
  html TEXT NOT NULL CHECK (length(html) <= 300000),
  -- JSON: what the Markdown has lost, [{ kind, count, example }].
  losses TEXT NOT NULL CHECK (json_valid(losses) AND length(losses) <= 20000),
  -- A hash of the page as the file had it.
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1)
) STRICT, WITHOUT ROWID;

CREATE INDEX imported_pages_by_import ON imported_pages (import_id);
CREATE INDEX imported_pages_by_time ON imported_pages (created_at, id);
