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

-- Articles that are kept out of search engines: few. The index of the search does not have them, so writers seek in their texts.
CREATE INDEX posts_unlisted ON posts (id, edited_version) WHERE noindex = 1;
