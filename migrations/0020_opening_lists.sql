-- Which openings each combination of filters leaves, in the order of the list, and how many: the list of openings then
-- reads the same number of rows however many there are (docs/decisions/031-lists-and-counts.md). Triggers keep both
-- tables, whoever writes.

-- Where an opening is listed: under '', which stands for any country, and under each from where the work may be done. A
-- country may come twice.
CREATE VIEW opening_countries AS
SELECT id AS job_id, '' AS country FROM jobs
UNION ALL SELECT job_id, country FROM job_locations
UNION ALL SELECT job_id, country FROM job_remote_countries;

-- What belongs into `opening_lists`: each published job, also a scheduled one, once for each combination of filters that
-- leaves it. '' stands for a filter that is not set.
CREATE VIEW openings_to_list AS
SELECT DISTINCT
  iif(by_department.is_set, jobs.department, '') AS department,
  opening_countries.country AS country,
  iif(by_workplace.is_set, jobs.workplace, '') AS workplace,
  iif(by_employment.is_set, jobs.employment, '') AS employment,
  jobs.publish_at AS publish_at,
  jobs.id AS job_id,
  jobs.closes_at AS closes_at
FROM jobs
CROSS JOIN opening_countries ON opening_countries.job_id = jobs.id
CROSS JOIN (SELECT 0 AS is_set UNION ALL SELECT 1) AS by_department
CROSS JOIN (SELECT 0 AS is_set UNION ALL SELECT 1) AS by_workplace
CROSS JOIN (SELECT 0 AS is_set UNION ALL SELECT 1) AS by_employment
WHERE jobs.status = 'published';

CREATE TABLE opening_lists (
  department TEXT NOT NULL,
  country TEXT NOT NULL,
  workplace TEXT NOT NULL,
  employment TEXT NOT NULL,
  publish_at INTEGER NOT NULL,
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  closes_at INTEGER NOT NULL,
  PRIMARY KEY (department, country, workplace, employment, publish_at, job_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE opening_counts (
  department TEXT NOT NULL,
  country TEXT NOT NULL,
  workplace TEXT NOT NULL,
  employment TEXT NOT NULL,
  openings INTEGER NOT NULL CHECK (openings >= 0),
  PRIMARY KEY (department, country, workplace, employment)
) STRICT, WITHOUT ROWID;

-- Openings that have ended leave the lists by an hourly job; those that have ended already need not get in.
INSERT INTO opening_lists (department, country, workplace, employment, publish_at, job_id, closes_at)
SELECT department, country, workplace, employment, publish_at, job_id, closes_at
FROM openings_to_list WHERE closes_at > unixepoch() * 1000;
INSERT INTO opening_counts (department, country, workplace, employment, openings)
SELECT department, country, workplace, employment, count(*) FROM opening_lists
GROUP BY department, country, workplace, employment;

CREATE INDEX opening_lists_by_job ON opening_lists (job_id, country);
-- These two hold each opening once.
CREATE INDEX opening_lists_by_end ON opening_lists (closes_at)
WHERE department = '' AND country = '' AND workplace = '' AND employment = '';
CREATE INDEX opening_lists_in_sitemap ON opening_lists (substr(job_id, -3))
WHERE department = '' AND country = '' AND workplace = '' AND employment = '';
-- What one can filter by: a single filter is set.
CREATE INDEX opening_counts_of_one ON opening_counts (department, country, workplace, employment, openings)
WHERE (department <> '') + (country <> '') + (workplace <> '') + (employment <> '') = 1;

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

CREATE TRIGGER jobs_listed_on_insert AFTER INSERT ON jobs WHEN NEW.status = 'published'
BEGIN
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, job_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, job_id, closes_at
  FROM openings_to_list WHERE job_id = NEW.id;
END;

CREATE TRIGGER jobs_listed_on_update
AFTER UPDATE OF department, workplace, employment, status, publish_at, closes_at ON jobs
WHEN (OLD.status = 'published' OR NEW.status = 'published') AND (
  OLD.department, OLD.workplace, OLD.employment, OLD.status, OLD.publish_at, OLD.closes_at
) IS NOT (NEW.department, NEW.workplace, NEW.employment, NEW.status, NEW.publish_at, NEW.closes_at)
BEGIN
  DELETE FROM opening_lists WHERE job_id = NEW.id;
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, job_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, job_id, closes_at
  FROM openings_to_list WHERE job_id = NEW.id;
END;

-- Several places may lie in one country, from which one may work remotely too. A job that is in no list gets into none by
-- another place: it is not published, or has ended.
CREATE TRIGGER job_locations_listed_on_insert AFTER INSERT ON job_locations
BEGIN
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, job_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, job_id, closes_at
  FROM openings_to_list WHERE job_id = NEW.job_id AND country = NEW.country
    AND NOT EXISTS (SELECT 1 FROM opening_lists WHERE job_id = NEW.job_id AND country = NEW.country)
    AND EXISTS (SELECT 1 FROM opening_lists WHERE job_id = NEW.job_id AND country = '');
END;

CREATE TRIGGER job_locations_listed_on_delete AFTER DELETE ON job_locations
BEGIN
  DELETE FROM opening_lists WHERE job_id = OLD.job_id AND country = OLD.country
    AND NOT EXISTS (SELECT 1 FROM opening_countries WHERE job_id = OLD.job_id AND country = OLD.country);
END;

CREATE TRIGGER job_locations_no_move BEFORE UPDATE OF job_id, country ON job_locations
BEGIN
  SELECT RAISE(ABORT, 'a place is added and deleted, not moved to another country');
END;

CREATE TRIGGER job_remote_countries_listed_on_insert AFTER INSERT ON job_remote_countries
BEGIN
  INSERT INTO opening_lists (department, country, workplace, employment, publish_at, job_id, closes_at)
  SELECT department, country, workplace, employment, publish_at, job_id, closes_at
  FROM openings_to_list WHERE job_id = NEW.job_id AND country = NEW.country
    AND NOT EXISTS (SELECT 1 FROM opening_lists WHERE job_id = NEW.job_id AND country = NEW.country)
    AND EXISTS (SELECT 1 FROM opening_lists WHERE job_id = NEW.job_id AND country = '');
END;

CREATE TRIGGER job_remote_countries_listed_on_delete AFTER DELETE ON job_remote_countries
BEGIN
  DELETE FROM opening_lists WHERE job_id = OLD.job_id AND country = OLD.country
    AND NOT EXISTS (SELECT 1 FROM opening_countries WHERE job_id = OLD.job_id AND country = OLD.country);
END;

CREATE TRIGGER job_remote_countries_no_update BEFORE UPDATE ON job_remote_countries
BEGIN
  SELECT RAISE(ABORT, 'job_remote_countries rows are added and deleted, not changed');
END;
