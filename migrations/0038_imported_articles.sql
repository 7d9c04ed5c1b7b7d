-- Articles that come published, as by an import, are announced to search engines like those that are published here
-- (docs/decisions/042-the-editorial-desk.md).
CREATE TRIGGER posts_announced_on_insert
AFTER INSERT ON posts
WHEN NEW.status = 'published' AND NEW.noindex = 0
BEGIN
  DELETE FROM announcements WHERE path = '/insights/' || NEW.slug;
  INSERT INTO announcements (path, due_at)
  SELECT '/insights/' || NEW.slug, NEW.publish_at
  UNION ALL
  SELECT '/insights/' || NEW.slug, NEW.unpublish_at WHERE NEW.unpublish_at IS NOT NULL;
END;

-- Of an author, a category or a tag as the import has left it: another one means that somebody has changed it since.
ALTER TABLE import_parts ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
