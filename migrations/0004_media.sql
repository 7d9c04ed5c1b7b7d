-- Files in the bucket: what the site draws itself, and the media library of staff.

-- What the site draws itself, covers and diagrams, by its key in the bucket; pages show it at /media/<key>.
CREATE TABLE media (
  key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 3 AND 200 AND key NOT GLOB '*[^a-z0-9/._-]*'),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 20000),
  created_at INTEGER NOT NULL,
  type TEXT NOT NULL DEFAULT 'application/octet-stream' CHECK (length(type) BETWEEN 3 AND 100)
) STRICT, WITHOUT ROWID;
-- Covers by age, for the sweep of those that nobody names any longer.
CREATE INDEX media_covers_by_time ON media (created_at) WHERE key GLOB 'covers/*' OR key GLOB 'share/cover-*';

-- Drawings whose rows are deleted and whose bytes are about to be.
CREATE TABLE covers_leaving (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 3 AND 200)
) STRICT, WITHOUT ROWID;

-- The media library: files that staff have uploaded for articles.
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
  created_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- Since when it is deleted; it can be taken back until its files go.
  deleted_at INTEGER,
  -- 1 from the replacement of the file until all articles that show it are rendered again.
  stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- 1 for a picture that has no further widths yet: the next browser that opens the library makes them.
  lacks_widths INTEGER NOT NULL DEFAULT 0 CHECK (lacks_widths IN (0, 1)),
  -- While an item is stale: the article up to which all that show it are rendered, in the order of their ids; and how often
  -- that was begun, so that a part of an earlier turn is not taken for one of this.
  rendered_to TEXT NOT NULL DEFAULT '',
  render_turn INTEGER NOT NULL DEFAULT 0 CHECK (render_turn >= 0)
) STRICT;
CREATE INDEX media_items_by_time ON media_items (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX media_items_by_name ON media_items (name, id) WHERE deleted_at IS NULL;
CREATE INDEX media_items_by_bytes ON media_items (bytes, id) WHERE deleted_at IS NULL;
CREATE INDEX media_items_by_hash ON media_items (sha256);
CREATE INDEX media_items_deleted ON media_items (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX media_items_stale ON media_items (id) WHERE stale = 1;
CREATE INDEX media_items_by_maker ON media_items (created_by);
CREATE INDEX media_items_by_changer ON media_items (updated_by);
CREATE INDEX media_items_lacking_widths ON media_items (id) WHERE lacks_widths = 1 AND deleted_at IS NULL;

-- A picture at further widths. They belong to the file with that hash: the one that is shown, or one that was replaced.
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
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  place TEXT NOT NULL CHECK (place IN ('shown', 'newest')),
  PRIMARY KEY (item_id, insight_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX media_uses_by_insight ON media_uses (insight_id, place);

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
  account_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
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
CREATE INDEX media_uploads_by_person ON media_uploads (account_id, sha256);
CREATE INDEX media_uploads_by_end ON media_uploads (expires_at);

-- Items of the media library of which a row was deleted, and whose bytes without a row are about to be.
CREATE TABLE media_leaving (
  item_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
