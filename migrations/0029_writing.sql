-- The writing side of articles. A row of `posts` shows one of its revisions; writers save further ones beside it, which
-- readers do not see before they are published (docs/decisions/041-working-copies.md).

-- The newest revision, and the one that the other columns of this row show.
ALTER TABLE posts ADD COLUMN edited_version INTEGER NOT NULL DEFAULT 1 CHECK (edited_version >= 1);
ALTER TABLE posts ADD COLUMN shown_version INTEGER NOT NULL DEFAULT 1 CHECK (shown_version >= 1);
-- When and by whom the newest revision was saved.
ALTER TABLE posts ADD COLUMN edited_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts ADD COLUMN edited_by TEXT REFERENCES users (id) ON DELETE SET NULL;
-- A published article is seen until then.
ALTER TABLE posts ADD COLUMN unpublish_at INTEGER;
-- Since when it is in the trash. Its status is then draft or, if readers had seen it, archived.
ALTER TABLE posts ADD COLUMN trashed_at INTEGER;
-- What search engines are told instead of title and dek; empty: those.
ALTER TABLE posts ADD COLUMN seo_title TEXT NOT NULL DEFAULT '' CHECK (length(seo_title) <= 120);
ALTER TABLE posts ADD COLUMN seo_description TEXT NOT NULL DEFAULT '' CHECK (length(seo_description) <= 300);
-- Where the text first appeared, if not here.
ALTER TABLE posts ADD COLUMN canonical_url TEXT CHECK (length(canonical_url) <= 500);
ALTER TABLE posts ADD COLUMN noindex INTEGER NOT NULL DEFAULT 0 CHECK (noindex IN (0, 1));

UPDATE posts SET
  edited_version = coalesce((SELECT max(version) FROM post_revisions WHERE post_id = posts.id), 1),
  shown_version = coalesce((SELECT max(version) FROM post_revisions WHERE post_id = posts.id), 1),
  edited_at = updated_at;

CREATE INDEX posts_by_editor ON posts (edited_by);
CREATE INDEX posts_in_trash ON posts (trashed_at) WHERE trashed_at IS NOT NULL;

-- Saves of one writer within ten minutes make one revision: when the first of them was.
ALTER TABLE post_revisions ADD COLUMN started_at INTEGER NOT NULL DEFAULT 0;
-- What a writer calls it, if it is to be found again.
ALTER TABLE post_revisions ADD COLUMN name TEXT CHECK (length(name) BETWEEN 1 AND 80);
UPDATE post_revisions SET started_at = saved_at;
