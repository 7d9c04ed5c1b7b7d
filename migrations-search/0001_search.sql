-- What the search of the site knows. It has a database of its own, because a database with full-text tables cannot be
-- exported, and because all of it can be built anew from what the site shows. Instants are epoch milliseconds.

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
  -- When the document itself changed last, and when it was indexed.
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

-- Whole documents as chunk_index has their parts: which of them have all that is sought, though it stands apart. The rowid is that
-- of the document.
CREATE VIRTUAL TABLE document_index USING fts5 (
  title, trail, body, content = '', contentless_delete = 1, prefix = '2 3 4',
  tokenize = 'porter unicode61 remove_diacritics 2'
);

-- The words of parts as they are written, for spelling and for words that are made of others.
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

CREATE TABLE state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Counts what changes answers: documents, vectors, the version that serves.
  generation INTEGER NOT NULL DEFAULT 0,
  -- When the whole corpus was last compared with what is indexed, in epoch milliseconds, and what was found: JSON,
  -- Comparison of worker/search/corpus/compare.ts.
  compared_at INTEGER,
  comparison TEXT CHECK (comparison IS NULL OR json_valid(comparison)),
  -- The generation in which every version had a vector of every chunk, but for those that fail.
  embedded INTEGER NOT NULL DEFAULT -1,
  -- Which fixed pages it was compared with: a hash of those of the deployment.
  build TEXT NOT NULL DEFAULT '' CHECK (length(build) <= 100),
  -- The comparison that is under way: after which key it goes on, since when, when it last did, and what it has found so far.
  comparing_after TEXT CHECK (length(comparing_after) <= 300),
  comparing_since INTEGER,
  comparing_at INTEGER,
  comparing_found TEXT CHECK (comparing_found IS NULL OR json_valid(comparing_found)),
  -- The generation for which it was worked out which documents are related; that stands in the site's database (`related`).
  related INTEGER NOT NULL DEFAULT -1
) STRICT;
INSERT INTO state (id) VALUES (1);

-- Vectors of different models, dimensions or pooling never meet: each combination is a version of its own. One is live; a new
-- one is built beside it, and the one before stays for a while, so that staff can go back.
CREATE TABLE versions (
  id INTEGER PRIMARY KEY,
  -- "lsa": learnt here from the corpus. "workers-ai": a model of Cloudflare's.
  provider TEXT NOT NULL CHECK (provider IN ('lsa', 'workers-ai')),
  model TEXT NOT NULL CHECK (length(model) BETWEEN 1 AND 100),
  dimensions INTEGER NOT NULL CHECK (dimensions BETWEEN 1 AND 1536),
  pooling TEXT NOT NULL CHECK (length(pooling) <= 20),
  -- `cutting` of worker/search/engine/cut-text.ts when it was made.
  cutting INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'live', 'retired')),
  -- How its ranks are fused with those of the words.
  lexical_weight REAL NOT NULL,
  vector_weight REAL NOT NULL,
  flattening REAL NOT NULL,
  created_at INTEGER NOT NULL,
  -- When it had a vector of every chunk for the first time.
  ready_at INTEGER,
  live_since INTEGER,
  retired_at INTEGER,
  -- It is learnt here: of how many chunks.
  learnt_from INTEGER,
  -- Vectorize is asked for its vectors: there are more than an isolate keeps, and it has all of them.
  in_vectorize INTEGER NOT NULL DEFAULT 0 CHECK (in_vectorize IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX versions_live ON versions (state) WHERE state = 'live';

CREATE TABLE vectors (
  version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  -- chunks.hash: equal text has one vector.
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  -- Base64 of as many signed bytes as the version has dimensions: the vector of length 1, times 127 over its largest entry.
  data TEXT NOT NULL,
  embedded_at INTEGER NOT NULL,
  -- Vectorize has it.
  is_pushed INTEGER NOT NULL DEFAULT 0 CHECK (is_pushed IN (0, 1)),
  PRIMARY KEY (version, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX vectors_to_push ON vectors (version, hash) WHERE is_pushed = 0;

-- What a version learnt here knows of each stem.
CREATE TABLE stems (
  version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  stem TEXT NOT NULL CHECK (length(stem) BETWEEN 1 AND 40),
  weight REAL NOT NULL,
  -- As vectors.data, but of any length: `scale` times its bytes.
  data TEXT NOT NULL,
  scale REAL NOT NULL,
  PRIMARY KEY (version, stem)
) STRICT, WITHOUT ROWID;

-- Chunks whose vector could not be computed.
CREATE TABLE embedding_failures (
  version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  tries INTEGER NOT NULL CHECK (tries > 0),
  reason TEXT NOT NULL CHECK (length(reason) <= 300),
  failed_at INTEGER NOT NULL,
  PRIMARY KEY (version, hash)
) STRICT, WITHOUT ROWID;

-- Work on a version that staff or the Worker have begun: it goes on in steps, each a message of the queue.
CREATE TABLE runs (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  -- "new": all chunks, for a new version. "missing": those that have no vector. "selected": those of `keys`, again.
  kind TEXT NOT NULL CHECK (kind IN ('new', 'missing', 'selected')),
  -- JSON: keys of documents, where they were selected.
  keys TEXT CHECK (keys IS NULL OR json_valid(keys)),
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'cancelled', 'failed')),
  -- What it does now: "learn" (lsa alone), then "embed".
  step TEXT NOT NULL CHECK (step IN ('learn', 'embed')),
  -- The version serves as soon as it is ready, and nobody has to say so.
  switches INTEGER NOT NULL DEFAULT 0 CHECK (switches IN (0, 1)),
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  -- Counts steps, so that a message that comes twice does its step once.
  step_number INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- Why it failed, or waits to try again.
  reason TEXT CHECK (reason IS NULL OR length(reason) <= 300)
) STRICT;
CREATE UNIQUE INDEX runs_open ON runs (1) WHERE state IN ('running', 'paused');
CREATE INDEX runs_by_time ON runs (started_at);
