-- What the listings of articles show, in their order, and how much: a page then reads the same number of rows however
-- many articles there are (docs/decisions/031-lists-and-counts.md). Triggers keep both tables, whoever writes.

-- What belongs into `post_lists`: each published article, also a scheduled one, in the list of all (''), in that of its
-- category and in those of its tags.
CREATE VIEW posts_to_list AS
SELECT '' AS list, publish_at, id AS post_id, max(updated_at, publish_at) AS changed_at
FROM posts WHERE status = 'published'
UNION ALL
SELECT category_id, publish_at, id, max(updated_at, publish_at)
FROM posts WHERE status = 'published'
UNION ALL
SELECT post_tags.tag_id, posts.publish_at, posts.id, max(posts.updated_at, posts.publish_at)
FROM post_tags JOIN posts ON posts.id = post_tags.post_id WHERE posts.status = 'published';

CREATE TABLE post_lists (
  -- '' or the id of a category or a tag.
  list TEXT NOT NULL,
  publish_at INTEGER NOT NULL,
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- When what readers see of the article last changed: its last save or, if that is later, its publication.
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (list, publish_at, post_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE post_counts (
  list TEXT NOT NULL PRIMARY KEY,
  posts INTEGER NOT NULL CHECK (posts >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO post_lists (list, publish_at, post_id, changed_at)
SELECT list, publish_at, post_id, changed_at FROM posts_to_list;
INSERT INTO post_counts (list, posts) SELECT list, count(*) FROM post_lists GROUP BY list;

CREATE INDEX post_lists_by_post ON post_lists (post_id);
CREATE INDEX post_lists_by_change ON post_lists (list, changed_at);

CREATE TRIGGER post_lists_count_insert AFTER INSERT ON post_lists
BEGIN
  INSERT INTO post_counts (list, posts) VALUES (NEW.list, 1) ON CONFLICT (list) DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER post_lists_count_delete AFTER DELETE ON post_lists
BEGIN
  UPDATE post_counts SET posts = posts - 1 WHERE list = OLD.list;
  DELETE FROM post_counts WHERE list = OLD.list AND posts = 0;
END;

CREATE TRIGGER posts_listed_on_insert AFTER INSERT ON posts WHEN NEW.status = 'published'
BEGIN
  INSERT INTO post_lists (list, publish_at, post_id, changed_at)
  SELECT list, publish_at, post_id, changed_at FROM posts_to_list WHERE post_id = NEW.id;
END;

CREATE TRIGGER posts_listed_on_update AFTER UPDATE OF status, publish_at, category_id, updated_at ON posts
WHEN OLD.status = 'published' OR NEW.status = 'published'
BEGIN
  DELETE FROM post_lists WHERE post_id = NEW.id;
  INSERT INTO post_lists (list, publish_at, post_id, changed_at)
  SELECT list, publish_at, post_id, changed_at FROM posts_to_list WHERE post_id = NEW.id;
END;

CREATE TRIGGER post_tags_listed_on_insert AFTER INSERT ON post_tags
BEGIN
  INSERT INTO post_lists (list, publish_at, post_id, changed_at)
  SELECT list, publish_at, post_id, changed_at FROM posts_to_list WHERE post_id = NEW.post_id AND list = NEW.tag_id;
END;

CREATE TRIGGER post_tags_listed_on_delete AFTER DELETE ON post_tags
BEGIN
  DELETE FROM post_lists WHERE post_id = OLD.post_id AND list = OLD.tag_id;
END;

CREATE TRIGGER post_tags_no_update BEFORE UPDATE ON post_tags
BEGIN
  SELECT RAISE(ABORT, 'post_tags rows are added and deleted, not changed');
END;

-- The articles in which a word weighs most.
CREATE INDEX post_terms_by_weight ON post_terms (term, weight);

-- The sitemap's parts: articles by the last digits of their ids, with all that the sitemap tells of them.
CREATE INDEX posts_in_sitemap ON posts (substr(id, -3), publish_at, updated_at, slug) WHERE status = 'published';
