-- Visits and what happened in them, exactly and small. Instants are epoch milliseconds.
--
-- The key of a visit is its UUIDv7 as two whole numbers: when it began, and 52 of its random bits. So the key is the index
-- of every range of time. Nothing is ever counted up: rows are inserted once under a key that a replay repeats, or computed
-- anew from what is stored.

-- Words that many rows share, such as paths and names of browsers. 0 stands for "none" and has no row.
CREATE TABLE dimension_values (
  id INTEGER PRIMARY KEY,
  dimension TEXT NOT NULL CHECK (length(dimension) BETWEEN 1 AND 20),
  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 256),
  -- The title of a page, as it was when the path came first.
  label TEXT CHECK (length(label) <= 200),
  UNIQUE (dimension, value)
) STRICT;

CREATE TABLE visits (
  started_at INTEGER NOT NULL,
  visit_no INTEGER NOT NULL CHECK (visit_no BETWEEN 0 AND 4503599627370495),
  -- 63 bits of the SHA-256 of the visitor's number, which itself is stored nowhere.
  visitor INTEGER NOT NULL,
  -- The network, hashed with a key that is deleted after the day: nobody can find the address afterwards.
  network INTEGER,
  -- Where it came from, and with what: ids of dimension_values.
  source INTEGER NOT NULL DEFAULT 0,
  channel INTEGER NOT NULL DEFAULT 0,
  referrer INTEGER NOT NULL DEFAULT 0,
  campaign INTEGER NOT NULL DEFAULT 0,
  medium INTEGER NOT NULL DEFAULT 0,
  term INTEGER NOT NULL DEFAULT 0,
  content INTEGER NOT NULL DEFAULT 0,
  country INTEGER NOT NULL DEFAULT 0,
  region INTEGER NOT NULL DEFAULT 0,
  device INTEGER NOT NULL DEFAULT 0,
  browser INTEGER NOT NULL DEFAULT 0,
  os INTEGER NOT NULL DEFAULT 0,
  language INTEGER NOT NULL DEFAULT 0,
  screen INTEGER NOT NULL DEFAULT 0,
  -- How the last page was left: the number of its view, when (milliseconds since the start), for how long it was active,
  -- how far it was scrolled (per cent), and its web vitals. A later report of the same view replaces an earlier one.
  left_seq INTEGER NOT NULL DEFAULT 0,
  left_ms INTEGER NOT NULL DEFAULT 0,
  left_engaged_ms INTEGER NOT NULL DEFAULT 0,
  left_scroll INTEGER NOT NULL DEFAULT 0,
  left_vitals TEXT CHECK (json_valid(left_vitals)),
  -- Computed from its events and from how it was left.
  views INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0,
  engaged_ms INTEGER NOT NULL DEFAULT 0,
  length_ms INTEGER NOT NULL DEFAULT 0,
  entry INTEGER NOT NULL DEFAULT 0,
  exit INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (started_at, visit_no)
) STRICT, WITHOUT ROWID;

-- Views and named events, each under its number within the visit.
CREATE TABLE visit_events (
  started_at INTEGER NOT NULL,
  visit_no INTEGER NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  -- Milliseconds since the visit began.
  at_ms INTEGER NOT NULL CHECK (at_ms >= 0),
  -- 1 view, 2 named event.
  kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
  path INTEGER NOT NULL,
  -- Of a named event: its name, what was pressed or sought, and a number such as how much was found.
  name INTEGER NOT NULL DEFAULT 0,
  value INTEGER NOT NULL DEFAULT 0,
  amount INTEGER,
  -- Of a view: the page before it in this visit (0 for the first), for how long that was active, how far it was scrolled
  -- (per cent), and its web vitals (JSON).
  from_path INTEGER NOT NULL DEFAULT 0,
  engaged_ms INTEGER NOT NULL DEFAULT 0,
  scroll INTEGER NOT NULL DEFAULT 0,
  vitals TEXT CHECK (json_valid(vitals)),
  PRIMARY KEY (started_at, visit_no, seq)
) STRICT, WITHOUT ROWID;

-- Hours (UTC, their beginning) in which visits began whose computed columns may be behind. The job computes them and
-- deletes the row.
CREATE TABLE stale_hours (
  hour INTEGER NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Days of the site's zone whose figures are in daily_figures and right: from their first instant to before the next day's.
-- A visit that comes late, or is erased, deletes the row of its day; then the day is read from the visits until the job
-- has computed it anew.
CREATE TABLE rolled_days (
  day INTEGER NOT NULL PRIMARY KEY,
  ends INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The figures of a day by one dimension; `value` and `detail` are ids of dimension_values or, where the dimension says so,
-- numbers. `hits` counts events.
CREATE TABLE daily_figures (
  day INTEGER NOT NULL,
  dimension TEXT NOT NULL CHECK (length(dimension) BETWEEN 1 AND 20),
  value INTEGER NOT NULL DEFAULT 0,
  detail INTEGER NOT NULL DEFAULT 0,
  visitors INTEGER NOT NULL DEFAULT 0,
  visits INTEGER NOT NULL DEFAULT 0,
  views INTEGER NOT NULL DEFAULT 0,
  bounces INTEGER NOT NULL DEFAULT 0,
  engaged_ms INTEGER NOT NULL DEFAULT 0,
  hits INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, dimension, value, detail)
) STRICT, WITHOUT ROWID;

-- Visitors of a whole month of the site's zone, frozen once it is over: they outlive the visits.
CREATE TABLE monthly_visitors (
  month INTEGER NOT NULL PRIMARY KEY,
  ends INTEGER NOT NULL,
  visitors INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Networks that have brought more views on a day (its midnight, UTC) than an office does. What comes from them that day
-- after this is dropped and counted as such.
CREATE TABLE network_limits (
  day INTEGER NOT NULL,
  network INTEGER NOT NULL,
  PRIMARY KEY (day, network)
) STRICT, WITHOUT ROWID;

-- The key with which networks are hashed on a day (its midnight, UTC). It is random, and deleted after the day.
CREATE TABLE network_keys (
  day INTEGER NOT NULL PRIMARY KEY,
  secret TEXT NOT NULL CHECK (length(secret) = 43)
) STRICT, WITHOUT ROWID;

-- What staff decide for all: one row.
CREATE TABLE analytics_settings (
  id TEXT NOT NULL PRIMARY KEY CHECK (id = 'site'),
  -- IANA name of the zone whose days the figures have.
  zone TEXT NOT NULL DEFAULT 'UTC' CHECK (length(zone) BETWEEN 1 AND 64),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO analytics_settings (id) VALUES ('site');

-- What happened on a day, to be seen in the chart: written by staff.
CREATE TABLE annotations (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  at INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 80),
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX annotations_by_time ON annotations (at);
CREATE INDEX annotations_by_author ON annotations (created_by);

-- Who accepted, without their number: what the record of the choice said of them.
-- The Worker before this one retries its messages until the new one reads them, so the old tables may change their names.
-- Views of an article are read from daily_figures now.
DROP TRIGGER page_views_count_insert;
DROP TRIGGER page_views_count_delete;
DROP TABLE article_views;
ALTER TABLE visitors RENAME TO former_visitors;
ALTER TABLE page_views RENAME TO former_views;
CREATE TABLE visitors (
  visitor INTEGER NOT NULL PRIMARY KEY,
  first_visit INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- From when the term counts: never before the latest visit, and moved on once a month at most.
  idle_since INTEGER NOT NULL,
  -- Ids of dimension_values.
  user_agent INTEGER NOT NULL,
  referrer INTEGER NOT NULL,
  language INTEGER NOT NULL,
  timezone INTEGER NOT NULL
) STRICT;
CREATE INDEX visitors_idle ON visitors (idle_since);

-- Networks are counted by network_limits now.
DROP TABLE view_sources;

-- Reasons grow, so they leave the CHECK.
CREATE TABLE dropped_records_next (
  dropped_at INTEGER NOT NULL,
  drop_id TEXT NOT NULL CHECK (length(drop_id) = 36),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 20),
  PRIMARY KEY (dropped_at, drop_id)
) STRICT, WITHOUT ROWID;
INSERT INTO dropped_records_next SELECT dropped_at, drop_id, reason FROM dropped_records;
DROP TABLE dropped_records;
ALTER TABLE dropped_records_next RENAME TO dropped_records;
