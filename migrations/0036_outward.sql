-- What leaves the site by itself: addresses that search engines are told of (docs/decisions/042-the-editorial-desk.md), the
-- further widths of pictures that came without a browser (046), and covers that nobody names any longer (045).

-- Addresses to announce by IndexNow, stored with the change by the trigger below and deleted once they are announced. Also
-- for later, when an article appears or ends.
CREATE TABLE announcements (
  id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))) CHECK (length(id) = 32),
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 256),
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- When it was tried for the first time, and why the last try failed.
  failed_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 300)
) STRICT, WITHOUT ROWID;

CREATE INDEX announcements_by_path ON announcements (path);
CREATE INDEX announcements_by_time ON announcements (due_at);
CREATE INDEX announcements_that_fail ON announcements (failed_at) WHERE failed_at IS NOT NULL;

-- A trigger, so that no way to publish can forget it. What search engines were never to know is not announced.
CREATE TRIGGER posts_announced
AFTER UPDATE OF status, publish_at, unpublish_at, slug, noindex, shown_version ON posts
WHEN (OLD.status = 'published' OR NEW.status = 'published' OR (NEW.status <> 'draft' AND OLD.slug <> NEW.slug))
AND (OLD.noindex = 0 OR NEW.noindex = 0)
BEGIN
  DELETE FROM announcements WHERE path IN ('/insights/' || OLD.slug, '/insights/' || NEW.slug);
  INSERT INTO announcements (path, due_at)
  SELECT '/insights/' || OLD.slug, 0 WHERE OLD.slug <> NEW.slug
  UNION ALL
  SELECT '/insights/' || NEW.slug, NEW.publish_at WHERE NEW.status = 'published'
  UNION ALL
  SELECT '/insights/' || NEW.slug, NEW.unpublish_at WHERE NEW.status = 'published' AND NEW.unpublish_at IS NOT NULL
  UNION ALL
  SELECT '/insights/' || NEW.slug, 0 WHERE OLD.status = 'published' AND NEW.status <> 'published';
END;

-- 1 for a picture that has no further widths yet: the next browser that opens the library makes them.
ALTER TABLE media_items ADD COLUMN lacks_widths INTEGER NOT NULL DEFAULT 0 CHECK (lacks_widths IN (0, 1));

UPDATE media_items SET lacks_widths = 1 WHERE type NOT IN ('image/gif', 'application/pdf')
AND NOT EXISTS (SELECT 1 FROM media_variants
  WHERE media_variants.item_id = media_items.id AND media_variants.sha256 = media_items.sha256);

CREATE INDEX media_items_lacking_widths ON media_items (id) WHERE lacks_widths = 1 AND deleted_at IS NULL;

-- Articles with a cover that no browser has drawn yet.
CREATE INDEX posts_lacking_pictures ON posts (id) WHERE cover IS NOT NULL AND cover_card IS NULL AND trashed_at IS NULL;

-- Covers by age, and who names one: the row of an article or one of its revisions.
CREATE INDEX media_covers_by_time ON media (created_at) WHERE key GLOB 'covers/*' OR key GLOB 'share/cover-*';
CREATE INDEX posts_by_cover_wide ON posts (cover_wide) WHERE cover_wide IS NOT NULL;
CREATE INDEX posts_by_cover_card ON posts (cover_card) WHERE cover_card IS NOT NULL;
CREATE INDEX posts_by_share_image ON posts (share_image) WHERE share_image IS NOT NULL;
CREATE INDEX post_revisions_by_cover_wide ON post_revisions (content ->> '$.pictures.wide')
WHERE content ->> '$.pictures.wide' IS NOT NULL;
CREATE INDEX post_revisions_by_cover_card ON post_revisions (content ->> '$.pictures.card')
WHERE content ->> '$.pictures.card' IS NOT NULL;
CREATE INDEX post_revisions_by_share_image ON post_revisions (content ->> '$.pictures.share')
WHERE content ->> '$.pictures.share' IS NOT NULL;
