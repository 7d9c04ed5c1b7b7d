-- Imports of posts from other systems, and what each of them has made here (docs/decisions/047-imports.md).

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
  started_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- Null while posts are left.
  finished_at INTEGER,
  undone_at INTEGER,
  undone_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1)
) STRICT, WITHOUT ROWID;

CREATE INDEX imports_by_time ON imports (started_at, id);
CREATE INDEX imports_by_file ON imports (file_hash, started_at);
CREATE INDEX imports_by_starter ON imports (started_by);
CREATE INDEX imports_by_undoer ON imports (undone_by);
CREATE INDEX imports_undone ON imports (undone_at) WHERE undone_at IS NOT NULL;

-- Which post of a file became which article. The key is a hash of what the other system calls the post, so that the same
-- post is known in any later file.
CREATE TABLE import_items (
  source_key TEXT NOT NULL PRIMARY KEY CHECK (length(source_key) = 64),
  import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- Of the post as the file had it.
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  -- Of the article once it was stored: another one means that somebody has changed it since.
  post_version INTEGER NOT NULL CHECK (post_version >= 1)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_items_by_import ON import_items (import_id, post_id, post_version);
CREATE INDEX import_items_by_post ON import_items (post_id);
CREATE INDEX import_items_by_fingerprint ON import_items (fingerprint);

-- What an import has made besides: authors, categories, tags and files by their ids, redirects by their old address.
CREATE TABLE import_parts (
  import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  part TEXT NOT NULL CHECK (length(part) BETWEEN 1 AND 500),
  PRIMARY KEY (import_id, kind, part)
) STRICT, WITHOUT ROWID;
