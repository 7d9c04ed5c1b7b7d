-- The desk of the writers: articles that end by time, public pages of authors, views of articles by day, purges that are
-- tried again (docs/decisions/042-the-editorial-desk.md).

-- Authors, categories and tags count their changes, as articles do.
ALTER TABLE authors ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
ALTER TABLE categories ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
ALTER TABLE tags ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
-- Key of the photograph in the bucket, and JSON: [{ name, url }].
ALTER TABLE authors ADD COLUMN photo TEXT CHECK (length(photo) BETWEEN 3 AND 200);
ALTER TABLE authors ADD COLUMN links TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(links) AND length(links) <= 4000);

CREATE INDEX authors_by_name ON authors (name COLLATE NOCASE, id);
CREATE INDEX categories_by_name ON categories (name COLLATE NOCASE, id);
CREATE INDEX tags_by_name ON tags (name COLLATE NOCASE, id);

-- What became of an author, a category or a tag that is gone: older revisions still name it.
CREATE TABLE merged_topics (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- Null: nothing took its place.
  into_id TEXT CHECK (length(into_id) = 36),
  merged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX merged_topics_by_target ON merged_topics (into_id);

-- The lists know when an article ends, and there is one for each author.
DROP TRIGGER posts_listed_on_insert;
DROP TRIGGER posts_listed_on_update;
DROP TRIGGER post_tags_listed_on_insert;
DROP VIEW posts_to_list;
ALTER TABLE post_lists ADD COLUMN unpublish_at INTEGER;

CREATE VIEW posts_to_list AS
SELECT '' AS list, publish_at, id AS post_id, max(updated_at, publish_at) AS changed_at, unpublish_at
FROM posts WHERE status = 'published'
UNION ALL
SELECT category_id, publish_at, id, max(updated_at, publish_at), unpublish_at
FROM posts WHERE status = 'published'
UNION ALL
SELECT post_tags.tag_id, posts.publish_at, posts.id, max(posts.updated_at, posts.publish_at), posts.unpublish_at
FROM post_tags JOIN posts ON posts.id = post_tags.post_id WHERE posts.status = 'published'
UNION ALL
SELECT post_authors.author_id, posts.publish_at, posts.id, max(posts.updated_at, posts.publish_at), posts.unpublish_at
FROM post_authors JOIN posts ON posts.id = post_authors.post_id WHERE posts.status = 'published';

-- Before this migration no article had an end.
INSERT INTO post_lists (list, publish_at, post_id, changed_at)
SELECT post_authors.author_id, posts.publish_at, posts.id, max(posts.updated_at, posts.publish_at)
FROM post_authors JOIN posts ON posts.id = post_authors.post_id WHERE posts.status = 'published';

CREATE INDEX post_lists_by_end ON post_lists (list, unpublish_at) WHERE unpublish_at IS NOT NULL;

CREATE TRIGGER posts_listed_on_insert AFTER INSERT ON posts WHEN NEW.status = 'published'
BEGIN
  INSERT INTO post_lists (list, publish_at, post_id, changed_at, unpublish_at)
  SELECT list, publish_at, post_id, changed_at, unpublish_at FROM posts_to_list WHERE post_id = NEW.id;
END;

CREATE TRIGGER posts_listed_on_update
AFTER UPDATE OF status, publish_at, unpublish_at, category_id, updated_at ON posts
WHEN OLD.status = 'published' OR NEW.status = 'published'
BEGIN
  DELETE FROM post_lists WHERE post_id = NEW.id;
  INSERT INTO post_lists (list, publish_at, post_id, changed_at, unpublish_at)
  SELECT list, publish_at, post_id, changed_at, unpublish_at FROM posts_to_list WHERE post_id = NEW.id;
END;

CREATE TRIGGER post_tags_listed_on_insert AFTER INSERT ON post_tags
BEGIN
  INSERT INTO post_lists (list, publish_at, post_id, changed_at, unpublish_at)
  SELECT list, publish_at, post_id, changed_at, unpublish_at FROM posts_to_list
  WHERE post_id = NEW.post_id AND list = NEW.tag_id;
END;

CREATE TRIGGER post_authors_listed_on_insert AFTER INSERT ON post_authors
BEGIN
  INSERT INTO post_lists (list, publish_at, post_id, changed_at, unpublish_at)
  SELECT list, publish_at, post_id, changed_at, unpublish_at FROM posts_to_list
  WHERE post_id = NEW.post_id AND list = NEW.author_id;
END;

CREATE TRIGGER post_authors_listed_on_delete AFTER DELETE ON post_authors
BEGIN
  DELETE FROM post_lists WHERE post_id = OLD.post_id AND list = OLD.author_id;
END;

CREATE TRIGGER post_authors_no_update BEFORE UPDATE ON post_authors
BEGIN
  SELECT RAISE(ABORT, 'post_authors rows are added and deleted, not changed');
END;

-- Public queries ask for the end of an article, too, so their indexes know it.
DROP INDEX posts_by_time;
CREATE INDEX posts_by_time ON posts (status, publish_at, id, unpublish_at, noindex);
DROP INDEX posts_by_category;
CREATE INDEX posts_by_category ON posts (category_id, status, publish_at, id, unpublish_at);
DROP INDEX posts_in_sitemap;
CREATE INDEX posts_in_sitemap ON posts (substr(id, -3), publish_at, unpublish_at, updated_at, slug)
WHERE status = 'published' AND noindex = 0 AND canonical_url IS NULL;
CREATE INDEX posts_by_end ON posts (status, unpublish_at) WHERE unpublish_at IS NOT NULL;

-- The list of the writers: its orders, and all that its views count.
CREATE INDEX posts_by_edit ON posts (edited_at, id);
CREATE INDEX posts_by_title ON posts (title COLLATE NOCASE, id);
CREATE INDEX posts_by_publication ON posts (coalesce(publish_at, 0), id);
CREATE INDEX posts_by_state ON posts (trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by);
-- Those with changes that are not published: few.
CREATE INDEX posts_with_changes ON posts (id) WHERE edited_version <> shown_version;

-- An address that led to an article which is gone leads nowhere.
CREATE TRIGGER posts_take_redirects AFTER DELETE ON posts
BEGIN
  DELETE FROM redirects WHERE to_path = '/insights/' || OLD.slug;
END;

-- How often an article was viewed on each UTC day (its midnight). Triggers count, so that a replay counts nothing and what
-- is erased goes out of it.
CREATE TABLE article_views (
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 256),
  day INTEGER NOT NULL,
  views INTEGER NOT NULL CHECK (views >= 0),
  PRIMARY KEY (path, day)
) STRICT, WITHOUT ROWID;

INSERT INTO article_views (path, day, views)
SELECT path, viewed_at / 86400000 * 86400000, count(*) FROM page_views
WHERE path GLOB '/insights/[a-z0-9]*' GROUP BY 1, 2;

CREATE TRIGGER page_views_count_insert AFTER INSERT ON page_views WHEN NEW.path GLOB '/insights/[a-z0-9]*'
BEGIN
  INSERT INTO article_views (path, day, views) VALUES (NEW.path, NEW.viewed_at / 86400000 * 86400000, 1)
  ON CONFLICT (path, day) DO UPDATE SET views = views + 1;
END;

CREATE TRIGGER page_views_count_delete AFTER DELETE ON page_views WHEN OLD.path GLOB '/insights/[a-z0-9]*'
BEGIN
  UPDATE article_views SET views = max(0, views - 1)
  WHERE path = OLD.path AND day = OLD.viewed_at / 86400000 * 86400000;
  DELETE FROM article_views
  WHERE path = OLD.path AND day = OLD.viewed_at / 86400000 * 86400000 AND views = 0;
END;

-- What the edge's caches have to forget: stored with the change, deleted once they have. Also for later, when an article
-- appears or ends.
CREATE TABLE purges (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- JSON: the tags.
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- When it was tried for the first time, and why the last try failed.
  failed_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 300)
) STRICT, WITHOUT ROWID;

CREATE INDEX purges_by_time ON purges (due_at);
CREATE INDEX purges_that_fail ON purges (failed_at) WHERE failed_at IS NOT NULL;
