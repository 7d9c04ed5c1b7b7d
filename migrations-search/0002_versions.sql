-- Words that mean the same are staff's work: they are kept in the site's database, which is backed up.
DROP TABLE synonyms;

-- Whole documents as chunk_index has their parts: which of them have all that is sought, though it stands apart. The rowid is that
-- of the document.
CREATE VIRTUAL TABLE document_index USING fts5 (
  title, trail, body, content = '', contentless_delete = 1, prefix = '2 3 4',
  tokenize = 'porter unicode61 remove_diacritics 2'
);

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
  comparing_found TEXT CHECK (comparing_found IS NULL OR json_valid(comparing_found))
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
