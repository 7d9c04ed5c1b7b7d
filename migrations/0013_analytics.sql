-- Consent, visits and their figures. Nothing is ever counted up: rows are inserted once under a key that a replay repeats, or computed
-- anew from what is stored, so a message may arrive any number of times and in any order.

-- The proof of every choice. It names no visitor: what belongs to one is in the tables below and can be erased. A proof is listed by
-- time, and counted by week, status and version of the banner: one index has all of it.
CREATE TABLE consent_records (
  choice_id TEXT NOT NULL PRIMARY KEY CHECK (length(choice_id) = 36),
  status TEXT NOT NULL CHECK (status IN ('accepted', 'rejected')),
  chosen_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  banner_version TEXT CHECK (length(banner_version) <= 32),
  banner_hash TEXT CHECK (length(banner_hash) = 64),
  gpc INTEGER NOT NULL CHECK (gpc IN (0, 1)),
  country TEXT CHECK (length(country) = 2),
  device TEXT NOT NULL CHECK (device IN ('desktop', 'tablet', 'mobile', 'other')),
  browser TEXT NOT NULL CHECK (length(browser) <= 32),
  language TEXT CHECK (length(language) <= 8),
  referrer_host TEXT CHECK (length(referrer_host) <= 253)
) STRICT, WITHOUT ROWID;
CREATE INDEX consent_records_by_receipt ON consent_records (received_at);
CREATE INDEX consent_records_by_time ON consent_records (chosen_at, choice_id, status, banner_version);
-- The countries to choose from, and the proofs of one.
CREATE INDEX consent_records_by_country ON consent_records (country, chosen_at, choice_id);

CREATE TRIGGER consent_records_keep_update BEFORE UPDATE ON consent_records
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

-- INSERT OR REPLACE deletes without a delete trigger. This one comes before ON CONFLICT is looked at, so whoever inserts
-- leaves out what is there.
CREATE TRIGGER consent_records_no_replace BEFORE INSERT ON consent_records
WHEN EXISTS (SELECT 1 FROM consent_records WHERE choice_id = NEW.choice_id)
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

-- A row stays until its term is over: 3 years (worker/lib/terms.ts), less an hour, for the clocks of Worker and database differ. A
-- shorter term needs a migration that changes this trigger.
CREATE TRIGGER consent_records_keep_delete BEFORE DELETE ON consent_records
WHEN OLD.received_at > unixepoch() * 1000 - (3 * 365 * 24 - 1) * 3600000
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

-- Who accepted, without their number: what the record of the choice said of them, and the days on which they came, so that the visitors
-- of any period are a sum of days.
CREATE TABLE visitors (
  -- 63 bits of the SHA-256 of the visitor's number, which itself is stored nowhere.
  visitor INTEGER NOT NULL PRIMARY KEY,
  first_visit INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- From when the term counts: never before the latest visit, and moved on once a month at most.
  idle_since INTEGER NOT NULL,
  -- Ids of dimension_values.
  user_agent INTEGER NOT NULL,
  referrer INTEGER NOT NULL,
  language INTEGER NOT NULL,
  timezone INTEGER NOT NULL,
  -- When the visitor's earliest visit with a view began that was ever stored; null as long as none is.
  first_at INTEGER,
  -- A JSON list, ascending: one visit of each later day on which the visitor came, noted when that day is rolled.
  returns TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(returns))
) STRICT;
CREATE INDEX visitors_idle ON visitors (idle_since);

-- SHA-256 of the ids that were erased: a record still on its way then finds the door closed.
CREATE TABLE erased_visitors (
  visitor_hash TEXT NOT NULL PRIMARY KEY CHECK (length(visitor_hash) = 64),
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_visitors_by_time ON erased_visitors (erased_at);

-- Words that many rows share, such as paths and names of browsers. 0 stands for "none" and has no row.
CREATE TABLE dimension_values (
  id INTEGER PRIMARY KEY,
  dimension TEXT NOT NULL CHECK (length(dimension) BETWEEN 1 AND 20),
  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 256),
  -- The title of a page, as it was when the path came first.
  label TEXT CHECK (length(label) <= 200),
  UNIQUE (dimension, value)
) STRICT;

-- Visits, exactly and small. The key is the visit's UUIDv7 as two whole numbers: when it began, and 52 of its random bits. So it is the
-- index of every range of time.
CREATE TABLE visits (
  started_at INTEGER NOT NULL,
  visit_no INTEGER NOT NULL CHECK (visit_no BETWEEN 0 AND 4503599627370495),
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
-- Visits of which no view has come are on no list of days: an erasure finds them here. Others cost no row of it.
CREATE INDEX visits_without_views ON visits (visitor) WHERE views = 0;
-- Visits that went on for more than an hour are few. Who is there now is told from these and from what began of late.
CREATE INDEX visits_long ON visits (started_at) WHERE length_ms > 3600000;

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
  -- Properties of it, such as its place on the page: an id of dimension_values, where the dimension "properties" has
  -- each set of them as a JSON array of at most three texts, ["place=header","team=Data"]; 0 for none. The dimension "property" has
  -- each text by itself.
  --
  -- daily_figures counts them under the dimension "property": `value` is the event's name, and `detail` the property or, of the
  -- dimension "data", what the event was about.
  properties INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (started_at, visit_no, seq)
) STRICT, WITHOUT ROWID;

-- What was not counted, and why: by the UTC day it came on (its midnight) and a hash of the record.
CREATE TABLE dropped_records (
  dropped_at INTEGER NOT NULL,
  drop_id TEXT NOT NULL CHECK (length(drop_id) = 36),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 20),
  PRIMARY KEY (dropped_at, drop_id)
) STRICT, WITHOUT ROWID;

-- The key with which networks are hashed on a day (its midnight, UTC). It is random, and deleted after the day.
CREATE TABLE network_keys (
  day INTEGER NOT NULL PRIMARY KEY,
  secret TEXT NOT NULL CHECK (length(secret) = 43)
) STRICT, WITHOUT ROWID;

-- Networks that have brought more views on a day (its midnight, UTC) than an office does. What comes from them that day
-- after this is dropped and counted as such.
CREATE TABLE network_limits (
  day INTEGER NOT NULL,
  network INTEGER NOT NULL,
  PRIMARY KEY (day, network)
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

-- Whatever changes the visits of a day takes its row from rolled_days, in the same transaction.
CREATE TRIGGER rolled_day_changed AFTER DELETE ON rolled_days
BEGIN
  UPDATE archived_days SET revision = revision + 1 WHERE day = old.day;
END;

-- The figures of a day whose visits are not here any more cannot be computed again, so nothing takes them back.
CREATE TRIGGER moved_day_stays_rolled BEFORE DELETE ON rolled_days
WHEN EXISTS (SELECT 1 FROM archived_days WHERE day = old.day AND moved_at IS NOT NULL)
BEGIN
  SELECT raise(IGNORE);
END;

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

-- Of those who came on a day: how many came before it on the day `previous` at last; 0 is never before. A visitor is counted
-- on the one day of a period whose `previous` is before the period. Computed with the day; it outlives the visits.
CREATE TABLE daily_returns (
  day INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (day, previous)
) STRICT, WITHOUT ROWID;

-- Web vitals of days that are in rolled_days, counted in steps (worker/analytics/figures/vital-steps.ts). One row for each
-- page and day, and one for all pages.
CREATE TABLE daily_vitals (
  day INTEGER NOT NULL,
  -- Id of dimension_values; 0 for all pages together.
  path INTEGER NOT NULL,
  -- How many measurements there are of all vitals.
  measured INTEGER NOT NULL,
  -- {"0": "{44}#{10}#", …}: of each vital by its number, as worker/analytics/figures/vital-text.ts writes it.
  counts TEXT NOT NULL CHECK (json_valid(counts)),
  -- {"12": {"times": 3, "counts": {"0": "…"}}}: the same of each device, by its id in dimension_values.
  devices TEXT NOT NULL CHECK (json_valid(devices)),
  PRIMARY KEY (day, path)
) STRICT, WITHOUT ROWID;

-- What the goals of visitor analytics count: forms that were sent, downloads that the Worker has delivered, newsletters that were
-- confirmed. No row has a link to the form.
CREATE TABLE conversions (
  -- The quarter of an hour in which it came (its beginning, epoch milliseconds): no zone's day begins within one.
  at INTEGER NOT NULL,
  -- Random: an order in time would tell which form it was.
  id INTEGER NOT NULL DEFAULT (abs(random() % 4503599627370496)),
  goal TEXT NOT NULL CHECK (goal IN ('enquiry', 'application', 'download', 'newsletter')),
  -- The visit that a form named, or that told of a download, as its visitor had accepted to be counted; null where none did,
  -- or it was erased.
  started_at INTEGER,
  visit_no INTEGER,
  PRIMARY KEY (at, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX conversions_by_visit ON conversions (started_at, visit_no) WHERE started_at IS NOT NULL;

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
  created_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX annotations_by_time ON annotations (at);
CREATE INDEX annotations_by_author ON annotations (created_by);

-- Ways through the site that staff have written down: the steps that a visit takes one after the other.
CREATE TABLE funnels (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- JSON: two to eight steps, as FunnelStep in worker/analytics/figures/types.ts has them.
  steps TEXT NOT NULL CHECK (json_valid(steps) AND length(steps) <= 8000 AND json_array_length(steps) BETWEEN 2 AND 8),
  created_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX funnels_by_author ON funnels (created_by);

-- Goals that staff have made: a page that was seen, a form that was sent, a file that was downloaded, or something that was pressed.
CREATE TABLE own_goals (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- JSON: one step, as FunnelStep in worker/analytics/figures/types.ts has it.
  step TEXT NOT NULL CHECK (json_valid(step) AND length(step) <= 2000),
  -- JSON: what it looks for among views and among events, as listTerms in worker/analytics/figures/funnels.ts writes it, so that the
  -- figures need no trip before they are asked for.
  pages TEXT NOT NULL CHECK (json_valid(pages) AND length(pages) <= 4000),
  events TEXT NOT NULL CHECK (json_valid(events) AND length(events) <= 4000),
  created_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX own_goals_by_author ON own_goals (created_by);

-- Who of the staff gets figures of visitor analytics by mail.
CREATE TABLE report_subscriptions (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  rhythm TEXT NOT NULL CHECK (rhythm IN ('weekly', 'monthly')),
  -- Of the browser in which it was subscribed to: numbers and days are written in it.
  locale TEXT NOT NULL CHECK (length(locale) BETWEEN 2 AND 40),
  subscribed_at INTEGER NOT NULL,
  -- First day (2026-11-16) of the latest week or month that a mail was written about.
  reported_day TEXT CHECK (length(reported_day) = 10),
  PRIMARY KEY (account_id, rhythm)
) STRICT, WITHOUT ROWID;

-- However a subscription ends, what still waits does not leave.
CREATE TRIGGER report_subscriptions_withdraw_mails AFTER DELETE ON report_subscriptions
BEGIN
  UPDATE outbox SET withdrawn_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE subject_id = 'report:' || OLD.account_id || ':' || OLD.rhythm AND state <> 'sent' AND withdrawn_at IS NULL;
END;

-- Which days of visits are in the archive (docs/visit-archive.md), and in which state. No row unless one is configured.
CREATE TABLE archived_days (
  -- The first instant of a day of the site's zone, and that of the day after it: as in rolled_days.
  day INTEGER NOT NULL PRIMARY KEY,
  ends INTEGER NOT NULL,
  -- Its date, under which it is in the archive.
  name TEXT NOT NULL UNIQUE CHECK (length(name) = 10),
  -- In which archive it is.
  sink TEXT NOT NULL CHECK (sink IN ('r2', 'd1')),
  -- Goes up whenever the visits of the day change; the archive has those of `stored_revision`. Null while it has none, or
  -- something is being written.
  revision INTEGER NOT NULL DEFAULT 0,
  stored_revision INTEGER,
  -- What the archive has: how many visits and events, and the SHA-256 of their lines.
  visits INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0,
  checksum TEXT CHECK (length(checksum) = 64),
  stored_at INTEGER,
  -- Until when somebody else may be writing the day; 0 for nobody.
  claimed_until INTEGER NOT NULL DEFAULT 0,
  -- How often it has failed since it was stored last, when it was tried, and why it failed.
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER NOT NULL DEFAULT 0,
  error TEXT CHECK (length(error) <= 500),
  -- From when the archive alone has its visits, and whether this database has none of them any more.
  moved_at INTEGER,
  is_emptied INTEGER NOT NULL DEFAULT 0 CHECK (is_emptied IN (0, 1)),
  -- It was brought back and is not moved again before this instant.
  keep_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX archived_days_moved ON archived_days (ends) WHERE moved_at IS NOT NULL;

-- Erased visitors (63 bits of the SHA-256 of their number) whose visits may be in days that only the archive has. The job
-- deletes the row when it has looked there.
CREATE TABLE archive_erasures (
  day INTEGER NOT NULL,
  visitor INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (day, visitor)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER archived_day_loses_visitor AFTER INSERT ON archive_erasures
BEGIN
  UPDATE archived_days SET revision = revision + 1 WHERE day = new.day;
END;

-- A disabled account gets none from that moment on; who has lost the permission is found by the job that writes them.
CREATE TRIGGER accounts_end_reports AFTER UPDATE OF status ON accounts WHEN NEW.status <> 'active'
BEGIN
  DELETE FROM report_subscriptions WHERE account_id = NEW.id;
END;

-- Staff decide what is spam, so the count follows the inbox. Of several in a quarter of an hour the one without a visit goes.
CREATE TRIGGER enquiry_left_inbox AFTER UPDATE OF folder ON enquiries WHEN old.folder = 'inbox' AND new.folder = 'spam'
BEGIN
  DELETE FROM conversions WHERE (at, id) = (
    SELECT at, id FROM conversions WHERE at = new.received_at - new.received_at % 900000 AND goal = 'enquiry'
    ORDER BY started_at IS NOT NULL LIMIT 1
  );
END;

CREATE TRIGGER enquiry_came_back AFTER UPDATE OF folder ON enquiries WHEN old.folder = 'spam' AND new.folder = 'inbox'
BEGIN
  INSERT INTO conversions (at, goal) VALUES (new.received_at - new.received_at % 900000, 'enquiry');
END;
