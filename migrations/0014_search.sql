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

-- Counts how often rows of search_changes were settled. A search asks this database and the index at once, and knows by it that
-- the index has followed a change in between.
CREATE TABLE search_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  settled INTEGER NOT NULL DEFAULT 0
) STRICT;

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

-- What stands nearest to each document of the search by its meaning: what pages name as related. The indexer works it out from
-- the vectors that serve, and it can be made anew. It is here, so that an article and an opening read it in the query they ask anyway.
CREATE TABLE related (
  -- As documents.key of the search: "article:<id>", "opening:<id>", "page:/contact".
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 300),
  -- versions.id of the search, and a hash of the vectors that the document had in it.
  version INTEGER NOT NULL,
  mark TEXT NOT NULL CHECK (length(mark) BETWEEN 1 AND 64),
  -- 1: another document has come, changed or gone, so that the list may be another.
  is_due INTEGER NOT NULL DEFAULT 0 CHECK (is_due IN (0, 1)),
  -- When the list was made, in epoch milliseconds.
  made_at INTEGER NOT NULL,
  -- JSON: under "article", "opening" and "page" (services and industries) the nearest, the best first, as [key, score from 0 to 1].
  others TEXT NOT NULL CHECK (json_valid(others))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER insights_inserted_for_search AFTER INSERT ON insights WHEN new.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('article:' || new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;

CREATE TRIGGER insights_updated_for_search
AFTER UPDATE OF slug, title, dek, category_id, status, publish_at, unpublish_at, html, contents, noindex, updated_at ON insights
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

CREATE TRIGGER insights_deleted_for_search AFTER DELETE ON insights WHEN old.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('article:' || old.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;

CREATE TRIGGER openings_inserted_for_search AFTER INSERT ON openings WHEN new.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('opening:' || new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;

CREATE TRIGGER openings_updated_for_search
AFTER UPDATE OF slug, title, department, summary, html, workplace, employment, status, publish_at, closes_at, updated_at ON openings
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

CREATE TRIGGER openings_deleted_for_search AFTER DELETE ON openings WHEN old.status = 'published'
BEGIN
  INSERT INTO search_changes (key, due_at, stamp)
  VALUES ('opening:' || old.id, CAST(unixepoch('subsec') * 1000 AS INTEGER), random() >> 12)
  ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, stamp = excluded.stamp;
END;
