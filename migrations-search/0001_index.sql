-- What the search of the site knows. It has a database of its own, because a database with full-text tables cannot be
-- exported, and because all of it can be built anew from what the site shows.

CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  -- What it is on the site, such as "page:/contact" or "article:<id>".
  key TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 300),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 300),
  title TEXT NOT NULL CHECK (length(title) <= 300),
  summary TEXT NOT NULL DEFAULT '' CHECK (length(summary) <= 1000),
  -- SHA-256 of everything that is indexed of it, and of how it is cut: equal means that nothing is to be done.
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  -- When the document itself changed last, and when it was indexed. Epoch milliseconds.
  changed_at INTEGER NOT NULL,
  indexed_at INTEGER NOT NULL
) STRICT;

-- Parts of documents, cut at their headings: what is found, shown as a passage, and linked to.
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  -- The id of its heading in the page; '' for what stands before the first one.
  anchor TEXT NOT NULL DEFAULT '' CHECK (length(anchor) <= 300),
  -- Headings from the first level below the title down to its own, as a JSON list.
  trail TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(trail)),
  text TEXT NOT NULL CHECK (length(text) <= 4000),
  -- SHA-256 of title, trail and text: under it vectors are kept.
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  UNIQUE (document, place)
) STRICT;
CREATE INDEX chunks_by_hash ON chunks (hash);

-- Their words by stems, for ranking. The rowid is that of the chunk.
CREATE VIRTUAL TABLE chunk_index USING fts5 (
  title, trail, body, content = '', contentless_delete = 1, prefix = '2 3 4',
  tokenize = 'porter unicode61 remove_diacritics 2'
);

-- Their words as they are written, for spelling and for words that are made of others.
CREATE VIRTUAL TABLE chunk_words USING fts5 (
  body, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE chunk_vocabulary USING fts5vocab (chunk_words, 'row');

-- Every word that was ever in a chunk. Whether it still is, chunk_vocabulary knows.
CREATE TABLE words (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE CHECK (length(word) BETWEEN 3 AND 40)
) STRICT;
CREATE VIRTUAL TABLE word_grams USING fts5 (
  word, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram remove_diacritics 1'
);
CREATE TRIGGER words_inserted AFTER INSERT ON words
BEGIN
  INSERT INTO word_grams (rowid, word) VALUES (new.id, new.word);
END;

-- Words that mean the same, as staff have listed them: JSON, from two to twelve texts of one to four words.
CREATE TABLE synonyms (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  texts TEXT NOT NULL CHECK (json_valid(texts)),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL
) STRICT;
