-- Web vitals of days that are in rolled_days, counted in steps (worker/analytics/figures/vital-steps.ts). One row for each
-- page and day, and one for all pages.
CREATE TABLE daily_vitals (
  day INTEGER NOT NULL,
  -- Id of dimension_values; 0 for all pages together.
  path INTEGER NOT NULL,
  -- How many measurements there are of all vitals.
  measured INTEGER NOT NULL,
  -- {"0": [step, times, step, times, …], …}: of each vital by its number.
  counts TEXT NOT NULL CHECK (json_valid(counts)),
  -- {"12": {"times": 3, "counts": {"0": […]}}}: the same of each device, by its id in dimension_values.
  devices TEXT NOT NULL CHECK (json_valid(devices)),
  PRIMARY KEY (day, path)
) STRICT, WITHOUT ROWID;

-- Days that were rolled before have no such rows: they are rolled anew, twenty every five minutes, and read from the visits
-- until then. Those whose visits are past their term (or about to be) stay as they are.
DELETE FROM rolled_days WHERE day > unixepoch('now', '-25 months', '+3 days') * 1000;

-- Visits that went on for more than an hour are few. Who is there now is told from these and from what began of late.
CREATE INDEX visits_long ON visits (started_at) WHERE length_ms > 3600000;
