-- Openings: what is written of them, where the work is done, and their lists. Countries are ISO 3166-1 alpha-2, currencies ISO 4217.

-- Whoever reads asks for `status = 'published' AND publish_at <= now AND closes_at > now`: openings appear and expire by
-- the query, with nothing to run at that moment. Only a draft may be without pay.
CREATE TABLE openings (
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
  -- JSON: [{"key", "name", "leadsTo": [keys]}], shared/hiring/hiring-stages.ts; null for the usual ones.
  stages TEXT CHECK (json_valid(stages)),
  -- When somebody closed it by hand; what expires ends at `closes_at`.
  closed_at INTEGER,
  -- What interviewers score, JSON array of texts; null for the usual criteria (shared/hiring/scorecard.ts).
  criteria TEXT CHECK (json_type(criteria) = 'array'),
  CHECK (
    status = 'draft' OR (
      pay_min IS NOT NULL AND pay_max IS NOT NULL AND currency IS NOT NULL AND pay_period IS NOT NULL
      AND publish_at IS NOT NULL
    )
  )
) STRICT;
CREATE INDEX openings_by_publication ON openings (status, publish_at, id);
-- The orders of the list for staff. Each has all that its filters ask for.
CREATE INDEX openings_by_title ON openings (title COLLATE NOCASE, id, status, publish_at, closes_at, department, workplace);
CREATE INDEX openings_by_end ON openings (coalesce(closes_at, 9007199254740991), id, status, publish_at, department, workplace);
CREATE INDEX openings_by_opening ON openings (coalesce(publish_at, 9007199254740991), id, status, closes_at, department, workplace);
CREATE INDEX openings_by_department ON openings (department);

-- Every opening has an end.
CREATE TRIGGER openings_end_on_insert BEFORE INSERT ON openings WHEN NEW.status <> 'draft' AND NEW.closes_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'only a draft has no end');
END;

CREATE TRIGGER openings_end_on_update BEFORE UPDATE ON openings WHEN NEW.status <> 'draft' AND NEW.closes_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'only a draft has no end');
END;

CREATE TRIGGER openings_listed_on_insert AFTER INSERT ON openings WHEN NEW.status = 'published'
BEGIN
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, opening_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, opening_id, closes_at
  FROM openings_to_list WHERE opening_id = NEW.id;
END;

CREATE TRIGGER openings_listed_on_update
AFTER UPDATE OF department, workplace, employment, status, publish_at, closes_at ON openings
WHEN (OLD.status = 'published' OR NEW.status = 'published') AND (
  OLD.department, OLD.workplace, OLD.employment, OLD.status, OLD.publish_at, OLD.closes_at
) IS NOT (NEW.department, NEW.workplace, NEW.employment, NEW.status, NEW.publish_at, NEW.closes_at)
BEGIN
  DELETE FROM opening_lists WHERE opening_id = NEW.id;
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, opening_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, opening_id, closes_at
  FROM openings_to_list WHERE opening_id = NEW.id;
END;

-- Where the work is done, in the order in which the places are named.
CREATE TABLE opening_locations (
  opening_id TEXT NOT NULL REFERENCES openings (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  city TEXT NOT NULL CHECK (length(city) BETWEEN 1 AND 80),
  region TEXT CHECK (length(region) BETWEEN 1 AND 80),
  country TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'),
  PRIMARY KEY (opening_id, position)
) STRICT, WITHOUT ROWID;

-- Several places may lie in one country, from which one may work remotely too. An opening that is in no list gets into none by
-- another place: it is not published, or has ended.
CREATE TRIGGER opening_locations_listed_on_insert AFTER INSERT ON opening_locations
BEGIN
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, opening_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, opening_id, closes_at
  FROM openings_to_list WHERE opening_id = NEW.opening_id AND country = NEW.country
    AND NOT EXISTS (SELECT 1 FROM opening_lists WHERE opening_id = NEW.opening_id AND country = NEW.country)
    AND EXISTS (SELECT 1 FROM opening_lists WHERE opening_id = NEW.opening_id AND country = '');
END;

CREATE TRIGGER opening_locations_listed_on_delete AFTER DELETE ON opening_locations
BEGIN
  DELETE FROM opening_lists WHERE opening_id = OLD.opening_id AND country = OLD.country
    AND NOT EXISTS (SELECT 1 FROM opening_countries WHERE opening_id = OLD.opening_id AND country = OLD.country);
END;

CREATE TRIGGER opening_locations_no_move BEFORE UPDATE OF opening_id, country ON opening_locations
BEGIN
  SELECT RAISE(ABORT, 'a place is added and deleted, not moved to another country');
END;

-- The countries from which remote work may be done.
CREATE TABLE opening_remote_countries (
  opening_id TEXT NOT NULL REFERENCES openings (id) ON DELETE CASCADE,
  country TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'),
  PRIMARY KEY (opening_id, country)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER opening_remote_countries_listed_on_insert AFTER INSERT ON opening_remote_countries
BEGIN
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, opening_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, opening_id, closes_at
  FROM openings_to_list WHERE opening_id = NEW.opening_id AND country = NEW.country
    AND NOT EXISTS (SELECT 1 FROM opening_lists WHERE opening_id = NEW.opening_id AND country = NEW.country)
    AND EXISTS (SELECT 1 FROM opening_lists WHERE opening_id = NEW.opening_id AND country = '');
END;

CREATE TRIGGER opening_remote_countries_listed_on_delete AFTER DELETE ON opening_remote_countries
BEGIN
  DELETE FROM opening_lists WHERE opening_id = OLD.opening_id AND country = OLD.country
    AND NOT EXISTS (SELECT 1 FROM opening_countries WHERE opening_id = OLD.opening_id AND country = OLD.country);
END;

CREATE TRIGGER opening_remote_countries_no_update BEFORE UPDATE ON opening_remote_countries
BEGIN
  SELECT RAISE(ABORT, 'opening_remote_countries rows are added and deleted, not changed');
END;

-- What is written of an opening and is not shown yet (docs/decisions/050-writing-jobs.md). A draft has a row from its first save on;
-- an opening that the public or colleagues may read has one while it has changes that they do not see.
CREATE TABLE opening_drafts (
  opening_id TEXT NOT NULL PRIMARY KEY REFERENCES openings (id) ON DELETE CASCADE,
  -- JSON, WorkingDraft of worker/hiring/openings/working-draft.ts.
  content TEXT NOT NULL CHECK (json_type(content) = 'object'),
  -- When the writer of `saved_at` began: their saves within minutes are one in the audit log.
  started_at INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  saved_by TEXT REFERENCES accounts (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX opening_drafts_by_writer ON opening_drafts (saved_by) WHERE saved_by IS NOT NULL;

-- Who has an opening open in the editor: a row for each open page, renewed while that page is in sight. As insight_presence of articles.
CREATE TABLE opening_presence (
  opening_id TEXT NOT NULL REFERENCES openings (id) ON DELETE CASCADE,
  tab TEXT NOT NULL CHECK (length(tab) = 36),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  -- When the last key was pressed in it; null while none was.
  typed_at INTEGER,
  PRIMARY KEY (opening_id, tab)
) STRICT, WITHOUT ROWID;
CREATE INDEX opening_presence_by_time ON opening_presence (seen_at);
CREATE INDEX opening_presence_by_account ON opening_presence (account_id);

-- Which openings each combination of filters leaves, in the order of the list, and how many: the list of openings then
-- reads the same number of rows however many there are (docs/decisions/031-lists-and-counts.md). Triggers keep both
-- tables, whoever writes; those that have ended leave them by an hourly job.
CREATE TABLE opening_lists (
  department TEXT NOT NULL,
  country TEXT NOT NULL,
  workplace TEXT NOT NULL,
  employment TEXT NOT NULL,
  publish_at INTEGER NOT NULL,
  opening_id TEXT NOT NULL REFERENCES openings (id) ON DELETE CASCADE,
  closes_at INTEGER NOT NULL,
  PRIMARY KEY (department, country, workplace, employment, publish_at, opening_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX opening_lists_by_opening ON opening_lists (opening_id, country);
-- These two hold each opening once.
CREATE INDEX opening_lists_by_end ON opening_lists (closes_at)
WHERE department = '' AND country = '' AND workplace = '' AND employment = '';
CREATE INDEX opening_lists_in_sitemap ON opening_lists (substr(opening_id, -3))
WHERE department = '' AND country = '' AND workplace = '' AND employment = '';

CREATE TRIGGER opening_lists_count_insert AFTER INSERT ON opening_lists
BEGIN
  INSERT INTO opening_counts (department, country, workplace, employment, openings)
  VALUES (NEW.department, NEW.country, NEW.workplace, NEW.employment, 1)
  ON CONFLICT (department, country, workplace, employment) DO UPDATE SET openings = openings + 1;
END;

CREATE TRIGGER opening_lists_count_delete AFTER DELETE ON opening_lists
BEGIN
  UPDATE opening_counts SET openings = openings - 1
  WHERE department = OLD.department AND country = OLD.country AND workplace = OLD.workplace
    AND employment = OLD.employment;
  DELETE FROM opening_counts
  WHERE department = OLD.department AND country = OLD.country AND workplace = OLD.workplace
    AND employment = OLD.employment AND openings = 0;
END;

CREATE TABLE opening_counts (
  department TEXT NOT NULL,
  country TEXT NOT NULL,
  workplace TEXT NOT NULL,
  employment TEXT NOT NULL,
  openings INTEGER NOT NULL CHECK (openings >= 0),
  PRIMARY KEY (department, country, workplace, employment)
) STRICT, WITHOUT ROWID;
-- What one can filter by: a single filter is set.
CREATE INDEX opening_counts_of_one ON opening_counts (department, country, workplace, employment, openings)
WHERE (department <> '') + (country <> '') + (workplace <> '') + (employment <> '') = 1;

-- Where an opening is listed: under '', which stands for any country, and under each from where the work may be done. A
-- country may come twice.
CREATE VIEW opening_countries AS
SELECT id AS opening_id, '' AS country FROM openings
UNION ALL SELECT opening_id, country FROM opening_locations
UNION ALL SELECT opening_id, country FROM opening_remote_countries;

-- What belongs into `opening_lists`: each published opening, also a scheduled one, once for each combination of filters that
-- leaves it. '' stands for a filter that is not set.
CREATE VIEW openings_to_list AS
SELECT DISTINCT
  iif(by_department.is_set, openings.department, '') AS department,
  opening_countries.country AS country,
  iif(by_workplace.is_set, openings.workplace, '') AS workplace,
  iif(by_employment.is_set, openings.employment, '') AS employment,
  openings.publish_at AS publish_at,
  openings.id AS opening_id,
  openings.closes_at AS closes_at
FROM openings
CROSS JOIN opening_countries ON opening_countries.opening_id = openings.id
CROSS JOIN (SELECT 0 AS is_set UNION ALL SELECT 1) AS by_department
CROSS JOIN (SELECT 0 AS is_set UNION ALL SELECT 1) AS by_workplace
CROSS JOIN (SELECT 0 AS is_set UNION ALL SELECT 1) AS by_employment
WHERE openings.status = 'published';
