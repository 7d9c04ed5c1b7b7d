-- The media library: files that staff have uploaded for articles (docs/decisions/046-media-library.md). The table `media`
-- stays for what the site draws itself: covers and diagrams.

CREATE TABLE media_items (
  id TEXT PRIMARY KEY,
  -- What articles say after /media/. It stays when the file is replaced.
  key TEXT NOT NULL UNIQUE CHECK (length(key) <= 200),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 200),
  alt TEXT NOT NULL DEFAULT '' CHECK (length(alt) <= 300),
  caption TEXT NOT NULL DEFAULT '' CHECK (length(caption) <= 300),
  -- What must stay in sight when the picture is cut: shares of its width and height.
  focus_x REAL NOT NULL DEFAULT 0.5 CHECK (focus_x BETWEEN 0 AND 1),
  focus_y REAL NOT NULL DEFAULT 0.5 CHECK (focus_y BETWEEN 0 AND 1),
  -- The file that is shown: its key in the bucket and what is in it. A PDF is 0 by 0.
  file_key TEXT NOT NULL UNIQUE CHECK (length(file_key) <= 200),
  type TEXT NOT NULL CHECK (length(type) <= 60),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  width INTEGER NOT NULL CHECK (width >= 0),
  height INTEGER NOT NULL CHECK (height >= 0),
  -- Of the bytes as they were sent.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  -- A tiny WebP, base64: what stands there until the picture has come. Empty where there is none.
  placeholder TEXT NOT NULL DEFAULT '' CHECK (length(placeholder) <= 1024),
  created_at INTEGER NOT NULL,
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- Since when it is deleted; it can be taken back until its files go.
  deleted_at INTEGER,
  -- 1 from the replacement of the file until all articles that show it are rendered again.
  stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1)
) STRICT;

CREATE INDEX media_items_by_time ON media_items (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX media_items_by_name ON media_items (name, id) WHERE deleted_at IS NULL;
CREATE INDEX media_items_by_bytes ON media_items (bytes, id) WHERE deleted_at IS NULL;
CREATE INDEX media_items_by_hash ON media_items (sha256);
CREATE INDEX media_items_deleted ON media_items (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX media_items_stale ON media_items (id) WHERE stale = 1;
CREATE INDEX media_items_by_maker ON media_items (created_by);
CREATE INDEX media_items_by_changer ON media_items (updated_by);

-- A picture at further widths. They belong to the file with that hash: the one that is shown, or a former one.
CREATE TABLE media_variants (
  key TEXT PRIMARY KEY CHECK (length(key) <= 200),
  item_id TEXT NOT NULL REFERENCES media_items (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  type TEXT NOT NULL CHECK (length(type) <= 60),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0)
) STRICT;

CREATE INDEX media_variants_by_item ON media_variants (item_id, sha256, width);

-- Files that were replaced, until their term is over: a replacement can be taken back.
CREATE TABLE media_former (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES media_items (id) ON DELETE CASCADE,
  file_key TEXT NOT NULL CHECK (length(file_key) <= 200),
  type TEXT NOT NULL CHECK (length(type) <= 60),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  width INTEGER NOT NULL CHECK (width >= 0),
  height INTEGER NOT NULL CHECK (height >= 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  placeholder TEXT NOT NULL DEFAULT '' CHECK (length(placeholder) <= 1024),
  replaced_at INTEGER NOT NULL
) STRICT;

CREATE INDEX media_former_by_item ON media_former (item_id, replaced_at);
CREATE INDEX media_former_by_time ON media_former (replaced_at);

-- Which articles use what, in the revision that readers see and in the newest one.
CREATE TABLE media_uses (
  item_id TEXT NOT NULL REFERENCES media_items (id),
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  place TEXT NOT NULL CHECK (place IN ('shown', 'newest')),
  PRIMARY KEY (item_id, post_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX media_uses_by_post ON media_uses (post_id, place);

-- The words of name, alternative text and caption, for the search.
CREATE TABLE media_terms (
  term TEXT NOT NULL CHECK (length(term) BETWEEN 1 AND 32),
  item_id TEXT NOT NULL REFERENCES media_items (id) ON DELETE CASCADE,
  PRIMARY KEY (term, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX media_terms_by_item ON media_terms (item_id);

-- Uploads under way. What they have brought lies under private/uploads/ in the bucket.
CREATE TABLE media_uploads (
  id TEXT PRIMARY KEY,
  -- Who sends it; null once the account is gone.
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- The item that it becomes, or whose file it replaces.
  item_id TEXT NOT NULL,
  -- The version of the item whose file it replaces; null for a new item.
  replaces_version INTEGER,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  -- How many of them have come.
  received INTEGER NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  -- As the browser says it, so that the same file goes on where it was.
  sha256 TEXT NOT NULL CHECK (length(sha256) IN (0, 64)),
  -- R2's id of an upload in parts, and the parts as JSON; null for one that comes at once.
  multipart_id TEXT,
  parts TEXT NOT NULL DEFAULT '[]',
  -- The item, once the upload has become one; who asks again is told so.
  finished_item TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX media_uploads_by_person ON media_uploads (user_id, sha256);
CREATE INDEX media_uploads_by_end ON media_uploads (expires_at);
