-- The days on which each visitor came, so that the visitors of any period are a sum of days. Instants are epoch milliseconds.

-- When the visitor's earliest visit with a view began that was ever stored; null as long as none is.
ALTER TABLE visitors ADD COLUMN first_at INTEGER;
-- A JSON list, ascending: one visit of each later day on which the visitor came, noted when that day is rolled.
ALTER TABLE visitors ADD COLUMN returns TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(returns));

-- Of those who came on a day: how many came before it on the day `previous` at last; 0 is never before. A visitor is counted
-- on the one day of a period whose `previous` is before the period. Computed with the day; it outlives the visits.
CREATE TABLE daily_returns (
  day INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (day, previous)
) STRICT, WITHOUT ROWID;

-- Visits of which no view has come are on no list of days: an erasure finds them here. Others cost no row of it.
CREATE INDEX visits_without_views ON visits (visitor) WHERE views = 0;

UPDATE visitors SET first_at = came.at
FROM (SELECT visitor, min(started_at) AS at FROM visits WHERE views > 0 GROUP BY visitor) AS came
WHERE came.visitor = visitors.visitor;

-- Days whose visits are kept are computed anew, the oldest first, which notes who came back, and counts choices.
DELETE FROM rolled_days WHERE day >= (SELECT min(started_at) FROM visits) - 86400000 OR NOT EXISTS (
  SELECT 1 FROM daily_figures AS total WHERE total.day = rolled_days.day AND total.dimension = 'total' AND total.visits > 0
);
DROP TABLE monthly_visitors;
