-- Imports of posts from other systems, and what each of them has made here (docs/decisions/047-imports.md). A post is what the other
-- system has; here it becomes an article.

CREATE TABLE imports (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The name of the file, and a hash by which it is known when it is chosen again.
  file TEXT NOT NULL CHECK (length(file) BETWEEN 1 AND 200),
  file_hash TEXT NOT NULL CHECK (length(file_hash) = 64),
  -- What kind of file it is, such as "wordpress".
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  -- How many posts are in it.
  posts INTEGER NOT NULL CHECK (posts >= 0),
  -- JSON: what its owner has chosen.
  settings TEXT NOT NULL CHECK (json_valid(settings) AND length(settings) <= 100000),
  started_at INTEGER NOT NULL,
  started_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- Null while posts are left.
  finished_at INTEGER,
  undone_at INTEGER,
  undone_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The address of the other site without its scheme, or the name that staff have given to it.
  site TEXT NOT NULL CHECK (length(site) BETWEEN 1 AND 200),
  -- The browser tab that sends it now, and when it was last heard of.
  runner TEXT NOT NULL DEFAULT '' CHECK (length(runner) <= 36),
  runner_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  seen_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_by_time ON imports (started_at, id);
CREATE INDEX imports_by_file ON imports (file_hash, started_at);
CREATE INDEX imports_by_starter ON imports (started_by);
CREATE INDEX imports_by_undoer ON imports (undone_by);
CREATE INDEX imports_undone ON imports (undone_at) WHERE undone_at IS NOT NULL;
-- One file is imported once at a time.
CREATE UNIQUE INDEX imports_open ON imports (file_hash) WHERE finished_at IS NULL AND undone_at IS NULL;
CREATE INDEX imports_by_runner ON imports (runner_id);
CREATE INDEX imports_by_site ON imports (kind, site);

-- Which post of a file became which article. The key is a hash of system, site and what that calls the post, so that the same
-- post is known in any later file.
CREATE TABLE import_items (
  source_key TEXT NOT NULL PRIMARY KEY CHECK (length(source_key) = 64),
  import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  -- Of the post as the file had it.
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  -- Of the article once it was stored: another one means that somebody has changed it since.
  insight_version INTEGER NOT NULL CHECK (insight_version >= 1),
  -- The system and the site of the post: "wordpress old.example".
  source TEXT NOT NULL CHECK (length(source) BETWEEN 3 AND 221)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_items_by_import ON import_items (import_id, insight_id, insight_version);
CREATE INDEX import_items_by_insight ON import_items (insight_id);
CREATE INDEX import_items_by_fingerprint ON import_items (fingerprint);

-- What an import has made beside articles: authors, categories, tags and files by their ids, redirects by their old address.
CREATE TABLE import_parts (
  import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  part TEXT NOT NULL CHECK (length(part) BETWEEN 1 AND 500),
  -- Of an author, a category or a tag as the import has left it: another one means that somebody has changed it since.
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  PRIMARY KEY (import_id, kind, part)
) STRICT, WITHOUT ROWID;

-- Pages of other systems, such as "About us": they are no articles, and are kept as they came until somebody makes a page of
-- this site of them or deletes them.
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
