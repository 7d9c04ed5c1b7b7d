-- Articles: their writers and topics, their revisions, and what leaves the site when they change.
--
-- An article is published when its status says so and its `publish_at` has come: every public query asks for both, so that a
-- scheduled article needs nobody to publish it.

CREATE TABLE authors (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  role TEXT NOT NULL DEFAULT '' CHECK (length(role) <= 120),
  bio TEXT NOT NULL DEFAULT '' CHECK (length(bio) <= 600),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Key of the photograph in the bucket.
  photo TEXT CHECK (length(photo) BETWEEN 3 AND 200),
  -- JSON: [{ name, url }].
  links TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(links) AND length(links) <= 4000)
) STRICT;
CREATE INDEX authors_by_name ON authors (name COLLATE NOCASE, id);

CREATE TABLE categories (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 300),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1)
) STRICT;
CREATE INDEX categories_by_name ON categories (name COLLATE NOCASE, id);

CREATE TABLE tags (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1)
) STRICT;
CREATE INDEX tags_by_name ON tags (name COLLATE NOCASE, id);

-- What became of an author, a category or a tag that is gone: older revisions still name it.
CREATE TABLE merged_topics (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- Null: nothing took its place.
  into_id TEXT CHECK (length(into_id) = 36),
  merged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX merged_topics_by_target ON merged_topics (into_id);

-- A row shows one of the revisions of an article; writers save further ones beside it, which readers do not see before they are
-- published.
CREATE TABLE insights (
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
  -- The newest revision, and the one that the other columns of this row show.
  edited_version INTEGER NOT NULL DEFAULT 1 CHECK (edited_version >= 1),
  shown_version INTEGER NOT NULL DEFAULT 1 CHECK (shown_version >= 1),
  -- When and by whom the newest revision was saved.
  edited_at INTEGER NOT NULL DEFAULT 0,
  edited_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- A published article is seen until then.
  unpublish_at INTEGER,
  -- Since when it is in the trash. Its status is then draft or, if readers had seen it, archived.
  trashed_at INTEGER,
  -- What search engines are told instead of title and dek; empty: those.
  seo_title TEXT NOT NULL DEFAULT '' CHECK (length(seo_title) <= 120),
  seo_description TEXT NOT NULL DEFAULT '' CHECK (length(seo_description) <= 300),
  -- Where the text first appeared, if not here.
  canonical_url TEXT CHECK (length(canonical_url) <= 500),
  noindex INTEGER NOT NULL DEFAULT 0 CHECK (noindex IN (0, 1)),
  -- What desk_counts counts it under.
  desk_state TEXT GENERATED ALWAYS AS (
    CASE
      WHEN trashed_at IS NOT NULL THEN 'trash'
      WHEN status <> 'published' THEN status
      ELSE 'published' || CASE WHEN edited_version <> shown_version THEN ' changes' ELSE '' END
        || CASE WHEN unpublish_at IS NOT NULL THEN ' ends' ELSE '' END
    END
  ) VIRTUAL,
  CHECK (status <> 'published' OR publish_at IS NOT NULL),
  CHECK (status <> 'published' OR cover_wide IS NULL OR cover_alt IS NOT NULL)
) STRICT;
CREATE INDEX insights_featured ON insights (status, publish_at) WHERE featured = 1;
CREATE INDEX insights_by_editor ON insights (edited_by);
CREATE INDEX insights_in_trash ON insights (trashed_at) WHERE trashed_at IS NOT NULL;
-- Public queries ask for the end of an article, too, so their indexes know it.
CREATE INDEX insights_by_time ON insights (status, publish_at, id, unpublish_at, noindex);
CREATE INDEX insights_by_category ON insights (category_id, status, publish_at, id, unpublish_at);
-- The sitemap's parts: articles by the last digits of their ids, with all that the sitemap tells of them.
CREATE INDEX insights_in_sitemap ON insights (substr(id, -3), publish_at, unpublish_at, updated_at, slug)
WHERE status = 'published' AND noindex = 0 AND canonical_url IS NULL;
CREATE INDEX insights_by_end ON insights (status, unpublish_at) WHERE unpublish_at IS NOT NULL;
-- Those with changes that are not published: few.
CREATE INDEX insights_with_changes ON insights (id) WHERE edited_version <> shown_version;
-- Articles as the API lists them: the newest first.
CREATE INDEX insights_by_status ON insights (status, id);
-- The list of the writers filters, sorts and counts by what is in its indexes. Reading rows for that would read the texts of
-- articles, too: the columns that it asks for stand behind them. Each order of the list has an index, which it walks until
-- the page is full, and `insights_by_id` serves what begins with some ids, such as the articles of an author.
CREATE INDEX insights_by_edit ON insights (
  edited_at, id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by, category_id, title
);
CREATE INDEX insights_by_title ON insights (
  title COLLATE NOCASE, id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by, category_id
);
CREATE INDEX insights_by_publication ON insights (
  coalesce(publish_at, 0), id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by,
  category_id, title
);
CREATE INDEX insights_by_id ON insights (
  id, trashed_at, status, publish_at, unpublish_at, edited_version, shown_version, edited_by, category_id, title, edited_at
);
-- Which article names a cover.
CREATE INDEX insights_by_cover_wide ON insights (cover_wide) WHERE cover_wide IS NOT NULL;
CREATE INDEX insights_by_cover_card ON insights (cover_card) WHERE cover_card IS NOT NULL;
CREATE INDEX insights_by_share_image ON insights (share_image) WHERE share_image IS NOT NULL;
-- Articles with a cover that no browser has drawn yet, or whose picture for shared links lacks the title of the article.
CREATE INDEX insights_lacking_share_image ON insights (id) WHERE cover IS NOT NULL AND share_image IS NULL AND trashed_at IS NULL;
-- The drafts of one writer.
CREATE INDEX insights_drafts_by_editor ON insights (edited_by, edited_at, id) WHERE status = 'draft' AND trashed_at IS NULL;
-- Writers also seek drafts, which the search of the site does not have: by words in titles, standfirsts and tags. An index has just
-- these, so that no text is read for it.
CREATE INDEX insights_by_words ON insights (id, title, dek);
-- Articles that are kept out of search engines: few. The index of the search does not have them, so writers seek in their texts.
CREATE INDEX insights_unlisted ON insights (id, edited_version) WHERE noindex = 1;

CREATE TRIGGER insights_listed_on_insert AFTER INSERT ON insights WHEN NEW.status = 'published'
BEGIN
  INSERT INTO insight_lists (list, publish_at, insight_id, changed_at, unpublish_at)
  SELECT list, publish_at, insight_id, changed_at, unpublish_at FROM insights_to_list WHERE insight_id = NEW.id;
END;

CREATE TRIGGER insights_listed_on_update
AFTER UPDATE OF status, publish_at, unpublish_at, category_id, updated_at ON insights
WHEN OLD.status = 'published' OR NEW.status = 'published'
BEGIN
  DELETE FROM insight_lists WHERE insight_id = NEW.id;
  INSERT INTO insight_lists (list, publish_at, insight_id, changed_at, unpublish_at)
  SELECT list, publish_at, insight_id, changed_at, unpublish_at FROM insights_to_list WHERE insight_id = NEW.id;
END;

-- An address that led to an article which is gone leads nowhere.
CREATE TRIGGER insights_take_redirects AFTER DELETE ON insights
BEGIN
  DELETE FROM redirects WHERE to_path = '/insights/' || OLD.slug;
END;

CREATE TRIGGER insights_counted_on_insert AFTER INSERT ON insights
BEGIN
  INSERT INTO desk_counts (state, editor, insights) VALUES (NEW.desk_state, coalesce(NEW.edited_by, ''), 1)
  ON CONFLICT (state, editor) DO UPDATE SET insights = insights + 1;
END;

CREATE TRIGGER insights_counted_on_update
AFTER UPDATE OF status, trashed_at, unpublish_at, edited_version, shown_version, edited_by ON insights
WHEN OLD.desk_state <> NEW.desk_state OR OLD.edited_by IS NOT NEW.edited_by
BEGIN
  UPDATE desk_counts SET insights = insights - 1 WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '');
  DELETE FROM desk_counts WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '') AND insights = 0;
  INSERT INTO desk_counts (state, editor, insights) VALUES (NEW.desk_state, coalesce(NEW.edited_by, ''), 1)
  ON CONFLICT (state, editor) DO UPDATE SET insights = insights + 1;
END;

CREATE TRIGGER insights_counted_on_delete AFTER DELETE ON insights
BEGIN
  UPDATE desk_counts SET insights = insights - 1 WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '');
  DELETE FROM desk_counts WHERE state = OLD.desk_state AND editor = coalesce(OLD.edited_by, '') AND insights = 0;
END;

-- A trigger, so that no way to publish can forget it. What search engines were never to know is not announced.
CREATE TRIGGER insights_announced
AFTER UPDATE OF status, publish_at, unpublish_at, slug, noindex, shown_version ON insights
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

-- Articles that come published, as by an import, are announced like those that are published here.
CREATE TRIGGER insights_announced_on_insert
AFTER INSERT ON insights
WHEN NEW.status = 'published' AND NEW.noindex = 0
BEGIN
  DELETE FROM announcements WHERE path = '/insights/' || NEW.slug;
  INSERT INTO announcements (path, due_at)
  SELECT '/insights/' || NEW.slug, NEW.publish_at
  UNION ALL
  SELECT '/insights/' || NEW.slug, NEW.unpublish_at WHERE NEW.unpublish_at IS NOT NULL;
END;

CREATE TABLE insight_authors (
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9),
  author_id TEXT NOT NULL REFERENCES authors (id),
  PRIMARY KEY (insight_id, position),
  UNIQUE (insight_id, author_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX insight_authors_by_author ON insight_authors (author_id);

CREATE TRIGGER insight_authors_listed_on_insert AFTER INSERT ON insight_authors
BEGIN
  INSERT INTO insight_lists (list, publish_at, insight_id, changed_at, unpublish_at)
  SELECT list, publish_at, insight_id, changed_at, unpublish_at FROM insights_to_list
  WHERE insight_id = NEW.insight_id AND list = NEW.author_id;
END;

CREATE TRIGGER insight_authors_listed_on_delete AFTER DELETE ON insight_authors
BEGIN
  DELETE FROM insight_lists WHERE insight_id = OLD.insight_id AND list = OLD.author_id;
END;

CREATE TRIGGER insight_authors_no_update BEFORE UPDATE ON insight_authors
BEGIN
  SELECT RAISE(ABORT, 'insight_authors rows are added and deleted, not changed');
END;

CREATE TABLE insight_tags (
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  tag_id TEXT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (insight_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX insight_tags_by_tag ON insight_tags (tag_id, insight_id);

CREATE TRIGGER insight_tags_listed_on_delete AFTER DELETE ON insight_tags
BEGIN
  DELETE FROM insight_lists WHERE insight_id = OLD.insight_id AND list = OLD.tag_id;
END;

CREATE TRIGGER insight_tags_no_update BEFORE UPDATE ON insight_tags
BEGIN
  SELECT RAISE(ABORT, 'insight_tags rows are added and deleted, not changed');
END;

CREATE TRIGGER insight_tags_listed_on_insert AFTER INSERT ON insight_tags
BEGIN
  INSERT INTO insight_lists (list, publish_at, insight_id, changed_at, unpublish_at)
  SELECT list, publish_at, insight_id, changed_at, unpublish_at FROM insights_to_list
  WHERE insight_id = NEW.insight_id AND list = NEW.tag_id;
END;

-- Every version that was ever saved, as its writer left it.
CREATE TABLE insight_revisions (
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  saved_at INTEGER NOT NULL,
  saved_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- Title, dek, slug, Markdown and the rest, as JSON.
  content TEXT NOT NULL CHECK (json_valid(content)),
  -- Saves of one writer within ten minutes make one revision: when the first of them was.
  started_at INTEGER NOT NULL DEFAULT 0,
  -- What a writer calls it, if it is to be found again.
  name TEXT CHECK (length(name) BETWEEN 1 AND 80),
  PRIMARY KEY (insight_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX insight_revisions_by_writer ON insight_revisions (saved_by);
-- Which revision names a cover.
CREATE INDEX insight_revisions_by_cover_wide ON insight_revisions (content ->> '$.pictures.wide')
WHERE content ->> '$.pictures.wide' IS NOT NULL;
CREATE INDEX insight_revisions_by_cover_card ON insight_revisions (content ->> '$.pictures.card')
WHERE content ->> '$.pictures.card' IS NOT NULL;
CREATE INDEX insight_revisions_by_share_image ON insight_revisions (content ->> '$.pictures.share')
WHERE content ->> '$.pictures.share' IS NOT NULL;

-- Who has an article open in the editor: a row for each open page, renewed while that page is in sight.
CREATE TABLE insight_presence (
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  tab TEXT NOT NULL CHECK (length(tab) = 36),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  -- When the last key was pressed in it; null while none was.
  typed_at INTEGER,
  PRIMARY KEY (insight_id, tab)
) STRICT, WITHOUT ROWID;
CREATE INDEX insight_presence_by_time ON insight_presence (seen_at);
CREATE INDEX insight_presence_by_account ON insight_presence (account_id);

-- What the listings of articles show, in their order, and how much: a page then reads the same number of rows however
-- many articles there are (docs/decisions/031-lists-and-counts.md). Triggers keep both tables, whoever writes.
CREATE TABLE insight_lists (
  -- '' or the id of a category, a tag or an author.
  list TEXT NOT NULL,
  publish_at INTEGER NOT NULL,
  insight_id TEXT NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  -- When what readers see of the article last changed: its last save or, if that is later, its publication.
  changed_at INTEGER NOT NULL,
  unpublish_at INTEGER,
  PRIMARY KEY (list, publish_at, insight_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX insight_lists_by_insight ON insight_lists (insight_id);
CREATE INDEX insight_lists_by_change ON insight_lists (list, changed_at);
CREATE INDEX insight_lists_by_end ON insight_lists (list, unpublish_at) WHERE unpublish_at IS NOT NULL;

CREATE TRIGGER insight_lists_count_insert AFTER INSERT ON insight_lists
BEGIN
  INSERT INTO insight_counts (list, insights) VALUES (NEW.list, 1) ON CONFLICT (list) DO UPDATE SET insights = insights + 1;
END;

CREATE TRIGGER insight_lists_count_delete AFTER DELETE ON insight_lists
BEGIN
  UPDATE insight_counts SET insights = insights - 1 WHERE list = OLD.list;
  DELETE FROM insight_counts WHERE list = OLD.list AND insights = 0;
END;

CREATE TABLE insight_counts (
  list TEXT NOT NULL PRIMARY KEY,
  insights INTEGER NOT NULL CHECK (insights >= 0)
) STRICT, WITHOUT ROWID;

-- How many articles there are of each kind and by whom they were saved last: what the views of the list count. Triggers keep
-- it. What time decides, such as whether an article is scheduled, is not in it: see worker/insights/count-for-staff.ts.
CREATE TABLE desk_counts (
  state TEXT NOT NULL,
  -- '' for nobody, such as an account that is gone.
  editor TEXT NOT NULL,
  insights INTEGER NOT NULL CHECK (insights >= 0),
  PRIMARY KEY (state, editor)
) STRICT, WITHOUT ROWID;

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

-- Addresses to announce by IndexNow, stored with the change by the triggers of articles and deleted once they are announced. Also
-- for later, when an article appears or ends (docs/decisions/042-the-editorial-desk.md).
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

-- What belongs into `insight_lists`: each published article, also a scheduled one, in the list of all (''), in that of its
-- category, and in those of its tags and authors.
CREATE VIEW insights_to_list AS
SELECT '' AS list, publish_at, id AS insight_id, max(updated_at, publish_at) AS changed_at, unpublish_at
FROM insights WHERE status = 'published'
UNION ALL
SELECT category_id, publish_at, id, max(updated_at, publish_at), unpublish_at
FROM insights WHERE status = 'published'
UNION ALL
SELECT insight_tags.tag_id, insights.publish_at, insights.id, max(insights.updated_at, insights.publish_at), insights.unpublish_at
FROM insight_tags JOIN insights ON insights.id = insight_tags.insight_id WHERE insights.status = 'published'
UNION ALL
SELECT insight_authors.author_id, insights.publish_at, insights.id, max(insights.updated_at, insights.publish_at), insights.unpublish_at
FROM insight_authors JOIN insights ON insights.id = insight_authors.insight_id WHERE insights.status = 'published';
