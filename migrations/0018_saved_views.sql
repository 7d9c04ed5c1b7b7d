-- What staff keep about the lists of their tools, and the indexes of these lists. Instants are epoch milliseconds.

-- A list as somebody wants to see it again: the query of its address under a name.
CREATE TABLE saved_views (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 40),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 40),
  query TEXT NOT NULL CHECK (length(query) <= 1000),
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, list, name)
) STRICT;

-- How lists look to somebody, whichever list it is; without a row, as the table says by default.
CREATE TABLE list_settings (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  density TEXT NOT NULL DEFAULT 'comfortable' CHECK (density IN ('comfortable', 'compact'))
) STRICT, WITHOUT ROWID;

-- Everything that the list of accounts shows, sorts and looks for words in.
CREATE INDEX users_listed ON users (email, name, status, created_at, signed_in_at, id);
-- Open enquiries without an owner are counted at each visit of the inbox.
CREATE INDEX enquiries_by_owner_and_status ON enquiries (folder, owner_id, status);
