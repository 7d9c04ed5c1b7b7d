-- The list of the writers filters, sorts and counts by what is in its indexes. Reading rows for that would read the texts of
-- articles, too: the columns that it asks for stand behind them. Each order of the list has an index, which it walks until
-- the page is full, and `posts_by_id` serves what begins with some ids, such as the articles of an author.
DROP INDEX posts_by_state;
DROP INDEX posts_by_edit;
DROP INDEX posts_by_title;
DROP INDEX posts_by_publication;

CREATE INDEX posts_by_edit ON posts (
  edited_at, id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by, category_id, title
);
CREATE INDEX posts_by_title ON posts (
  title COLLATE NOCASE, id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by, category_id
);
CREATE INDEX posts_by_publication ON posts (
  coalesce(publish_at, 0), id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by,
  category_id, title
);
CREATE INDEX posts_by_id ON posts (
  id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by, category_id, title, edited_at
);

-- How many articles there are of each kind and by whom they were saved last: what the views of the list count. Triggers keep
-- it. What time decides, such as whether an article is scheduled, is not in it: see worker/insights/count-for-staff.ts.
ALTER TABLE posts ADD COLUMN desk_state TEXT GENERATED ALWAYS AS (
  CASE
    WHEN trashed_at IS NOT NULL THEN 'trash'
    WHEN status <> 'published' THEN status
    ELSE 'published' || CASE WHEN edited_version <> shown_version THEN ' changes' ELSE '' END
      || CASE WHEN unpublish_at IS NOT NULL THEN ' ends' ELSE '' END
  END
) VIRTUAL;

CREATE TABLE desk_counts (
  state TEXT NOT NULL,
  -- '' for nobody, such as an account that is gone.
  editor TEXT NOT NULL,
  posts INTEGER NOT NULL CHECK (posts >= 0),
  PRIMARY KEY (state, editor)
) STRICT, WITHOUT ROWID;

INSERT INTO desk_counts (state, editor, posts)
SELECT desk_state, coalesce(edited_by, ''), count(*) FROM posts GROUP BY 1, 2;

CREATE TRIGGER posts_counted_on_insert AFTER INSERT ON posts
BEGIN
  INSERT INTO desk_counts (state, editor, posts) VALUES (NEW.desk_state, coalesce(NEW.edited_by, ''), 1)
  ON CONFLICT (state, editor) DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER posts_counted_on_update
AFTER UPDATE OF status, trashed_at, unpublish_at, edited_version, shown_version, edited_by ON posts
WHEN OLD.desk_state <> NEW.desk_state OR OLD.edited_by IS NOT NEW.edited_by
BEGIN
  UPDATE desk_counts SET posts = posts - 1 WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '');
  DELETE FROM desk_counts WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '') AND posts = 0;
  INSERT INTO desk_counts (state, editor, posts) VALUES (NEW.desk_state, coalesce(NEW.edited_by, ''), 1)
  ON CONFLICT (state, editor) DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER posts_counted_on_delete AFTER DELETE ON posts
BEGIN
  UPDATE desk_counts SET posts = posts - 1 WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '');
  DELETE FROM desk_counts WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '') AND posts = 0;
END;
