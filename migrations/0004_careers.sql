-- Job openings. Instants are epoch milliseconds, ids are UUIDv7, countries ISO 3166-1 alpha-2, currencies ISO 4217.

-- Whoever reads asks for `status = 'published' AND publish_at <= now AND closes_at > now`: openings appear and expire by
-- the query, with nothing to run at that moment. Only a draft may be without pay.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80 AND slug NOT GLOB '*[^a-z0-9-]*'),
  requisition_id TEXT NOT NULL UNIQUE CHECK (length(requisition_id) BETWEEN 1 AND 40),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  -- The title as it is searched: lower case, without accents.
  title_key TEXT NOT NULL CHECK (length(title_key) <= 400),
  department TEXT NOT NULL CHECK (length(department) BETWEEN 1 AND 60),
  summary TEXT NOT NULL CHECK (length(summary) BETWEEN 1 AND 300),
  markdown TEXT NOT NULL CHECK (length(markdown) BETWEEN 1 AND 20000),
  html TEXT NOT NULL,
  workplace TEXT NOT NULL CHECK (workplace IN ('on-site', 'hybrid', 'remote')),
  employment TEXT NOT NULL CHECK (employment IN ('full-time', 'part-time', 'contract', 'internship')),
  openings INTEGER NOT NULL CHECK (openings BETWEEN 1 AND 999),
  -- In units of the currency, for one `pay_period`.
  pay_min REAL CHECK (pay_min > 0),
  pay_max REAL CHECK (pay_max >= pay_min),
  currency TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  pay_period TEXT CHECK (pay_period IN ('year', 'month', 'hour')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'published', 'internal', 'closed')),
  publish_at INTEGER,
  closes_at INTEGER CHECK (closes_at > publish_at),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  CHECK (
    status = 'draft' OR (
      pay_min IS NOT NULL AND pay_max IS NOT NULL AND currency IS NOT NULL AND pay_period IS NOT NULL
      AND publish_at IS NOT NULL
    )
  )
) STRICT;

CREATE INDEX jobs_by_publication ON jobs (status, publish_at, id);

-- Where the work is done, in the order in which the places are named.
CREATE TABLE job_locations (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  city TEXT NOT NULL CHECK (length(city) BETWEEN 1 AND 80),
  region TEXT CHECK (length(region) BETWEEN 1 AND 80),
  country TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'),
  PRIMARY KEY (job_id, position)
) STRICT, WITHOUT ROWID;

-- The countries from which a remote job may be done.
CREATE TABLE job_remote_countries (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  country TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'),
  PRIMARY KEY (job_id, country)
) STRICT, WITHOUT ROWID;
