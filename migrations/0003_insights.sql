-- Articles. Instants are epoch milliseconds, ids are UUIDv7. A post is published when its status says so and its
-- `publish_at` has come: every public query asks for both, so that a scheduled post needs nobody to publish it.

CREATE TABLE authors (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  role TEXT NOT NULL DEFAULT '' CHECK (length(role) <= 120),
  bio TEXT NOT NULL DEFAULT '' CHECK (length(bio) <= 600),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE categories (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 300),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tags (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- What lies in the bucket, by its key there; pages show it at /media/<key>.
CREATE TABLE media (
  key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 3 AND 200 AND key NOT GLOB '*[^a-z0-9/._-]*'),
  type TEXT NOT NULL CHECK (type IN ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif')),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 20000),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120 AND slug NOT GLOB '*[^a-z0-9-]*'),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  dek TEXT NOT NULL DEFAULT '' CHECK (length(dek) <= 300),
  category_id TEXT NOT NULL REFERENCES categories (id),
  status TEXT NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  publish_at INTEGER,
  featured INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1)),
  markdown TEXT NOT NULL CHECK (length(markdown) <= 200000),
  -- Made of the Markdown when it is saved.
  html TEXT NOT NULL,
  contents TEXT NOT NULL CHECK (json_valid(contents)),
  words INTEGER NOT NULL CHECK (words >= 0),
  minutes INTEGER NOT NULL CHECK (minutes >= 1),
  -- How the cover is drawn, and the drawings.
  cover TEXT CHECK (json_valid(cover)),
  cover_wide TEXT REFERENCES media (key),
  cover_card TEXT REFERENCES media (key),
  share_image TEXT REFERENCES media (key),
  -- Empty when the cover is decorative; null while nobody has said.
  cover_alt TEXT CHECK (length(cover_alt) <= 300),
  created_at INTEGER NOT NULL,
  -- When what readers see last changed.
  updated_at INTEGER NOT NULL,
  -- Counts saves: whoever saves names the version they read.
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  CHECK (status <> 'published' OR publish_at IS NOT NULL),
  CHECK (status <> 'published' OR cover_wide IS NULL OR cover_alt IS NOT NULL)
) STRICT;

CREATE INDEX posts_by_time ON posts (status, publish_at, id);
CREATE INDEX posts_by_category ON posts (category_id, status, publish_at, id);
CREATE INDEX posts_featured ON posts (status, publish_at) WHERE featured = 1;

CREATE TABLE post_authors (
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9),
  author_id TEXT NOT NULL REFERENCES authors (id),
  PRIMARY KEY (post_id, position),
  UNIQUE (post_id, author_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_authors_by_author ON post_authors (author_id);

CREATE TABLE post_tags (
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  tag_id TEXT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (post_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_tags_by_tag ON post_tags (tag_id, post_id);

-- Words of published posts, cut to their stems, for the search box.
CREATE TABLE post_terms (
  term TEXT NOT NULL CHECK (length(term) BETWEEN 2 AND 32),
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  weight INTEGER NOT NULL CHECK (weight >= 1),
  PRIMARY KEY (term, post_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_terms_by_post ON post_terms (post_id);

-- Every version that was ever saved, as its writer left it.
CREATE TABLE post_revisions (
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  saved_at INTEGER NOT NULL,
  saved_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- Title, dek, slug, Markdown and the rest, as JSON.
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (post_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_revisions_by_writer ON post_revisions (saved_by);

-- Old addresses, each with the present one: chains are collapsed as they arise, so that one step always suffices.
CREATE TABLE redirects (
  from_path TEXT PRIMARY KEY CHECK (from_path LIKE '/_%'),
  to_path TEXT NOT NULL CHECK (to_path LIKE '/_%' AND to_path <> from_path),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX redirects_by_target ON redirects (to_path);

CREATE TRIGGER redirects_no_chain_insert BEFORE INSERT ON redirects
WHEN EXISTS (SELECT 1 FROM redirects WHERE from_path = NEW.to_path OR to_path = NEW.from_path)
BEGIN
  SELECT RAISE(ABORT, 'redirects must lead to their end in one step');
END;

CREATE TRIGGER redirects_no_chain_update BEFORE UPDATE ON redirects
WHEN EXISTS (SELECT 1 FROM redirects WHERE from_path = NEW.to_path OR to_path = NEW.from_path)
BEGIN
  SELECT RAISE(ABORT, 'redirects must lead to their end in one step');
END;
