-- What the site's search is told of articles and openings, and what staff have written for it. What is indexed stands in a
-- database of its own (migrations-search), which can be built anew.

-- Articles and openings whose index entry may be out of date from `due_at` on: triggers write it, the indexer takes it away.
-- A search asks it too, so that nothing is found that is not public at that moment.
CREATE TABLE search_changes (
  -- "article:<id>" or "opening:<id>", as documents.key of the search.
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 9 AND 60),
  -- Epoch milliseconds. Later than now for what begins or ends later.
  due_at INTEGER NOT NULL,
  -- Another number with every change, of 52 bits: whoever has handled one takes away only that one.
  stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX search_changes_by_time ON search_changes (due_at);

CREATE TRIGGER posts_inserted_for_search AFTER INSERT ON posts WHEN new.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('article:' || new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;
CREATE TRIGGER posts_updated_for_search
AFTER UPDATE OF slug, title, dek, category_id, status, publish_at, unpublish_at, html, contents, noindex, updated_at ON posts
WHEN (old.status = 'published' OR new.status = 'published') AND (
  old.slug IS NOT new.slug OR old.title IS NOT new.title OR old.dek IS NOT new.dek OR old.category_id IS NOT new.category_id
  OR old.status IS NOT new.status OR old.publish_at IS NOT new.publish_at OR old.unpublish_at IS NOT new.unpublish_at
  OR old.html IS NOT new.html OR old.contents IS NOT new.contents OR old.noindex IS NOT new.noindex
  OR old.updated_at IS NOT new.updated_at)
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('article:' || new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;
CREATE TRIGGER posts_deleted_for_search AFTER DELETE ON posts WHEN old.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('article:' || old.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;

CREATE TRIGGER jobs_inserted_for_search AFTER INSERT ON jobs WHEN new.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('opening:' || new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;
CREATE TRIGGER jobs_updated_for_search
AFTER UPDATE OF slug, title, department, summary, html, workplace, employment, status, publish_at, closes_at, updated_at ON jobs
WHEN (old.status = 'published' OR new.status = 'published') AND (
  old.slug IS NOT new.slug OR old.title IS NOT new.title OR old.department IS NOT new.department
  OR old.summary IS NOT new.summary OR old.html IS NOT new.html OR old.workplace IS NOT new.workplace
  OR old.employment IS NOT new.employment OR old.status IS NOT new.status OR old.publish_at IS NOT new.publish_at
  OR old.closes_at IS NOT new.closes_at OR old.updated_at IS NOT new.updated_at)
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('opening:' || new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;
CREATE TRIGGER jobs_deleted_for_search AFTER DELETE ON jobs WHEN old.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('opening:' || old.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;

-- What is published already.
INSERT INTO search_changes (key, due_at, stamp)
SELECT 'article:' || id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12 FROM posts WHERE status = 'published'
UNION ALL
SELECT 'opening:' || id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12 FROM jobs WHERE status = 'published';

-- Words that mean the same. `one_way`: the first text is also sought by the others, and not the other way round.
CREATE TABLE search_synonyms (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- JSON: from two to twelve texts of one to four words.
  texts TEXT NOT NULL CHECK (json_valid(texts) AND length(texts) <= 2000),
  one_way INTEGER NOT NULL DEFAULT 0 CHECK (one_way IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A document that stands first for a query (pin), or never (exclusion; for every query where the query is '').
CREATE TABLE search_rules (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('pin', 'exclusion')),
  -- Its words as the engine splits them, with single spaces, so that case, accents and signs make no difference.
  query TEXT NOT NULL CHECK (length(query) <= 300),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 300),
  -- Of pins of one query: from 1 on.
  place INTEGER NOT NULL DEFAULT 1 CHECK (place BETWEEN 1 AND 10),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (kind, query, key),
  CHECK (kind = 'exclusion' OR query <> '')
) STRICT;

-- Counts how often rows of search_changes were settled. A search asks this database and the index at once, and knows by it that
-- the index has followed a change in between.
CREATE TABLE search_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  settled INTEGER NOT NULL DEFAULT 0
) STRICT;
