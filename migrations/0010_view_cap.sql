-- How many new page views came from one network on one UTC day (its midnight). The network is named by a keyed hash that
-- is another one each day; the hourly job deletes a day's rows once it is over.
CREATE TABLE view_sources (
  day INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (length(source) = 43),
  views INTEGER NOT NULL CHECK (views > 0),
  PRIMARY KEY (day, source)
) STRICT, WITHOUT ROWID;

-- One more reason: views past a network's share of the day. SQLite changes no CHECK, so the table is made anew.
CREATE TABLE dropped_records_next (
  dropped_at INTEGER NOT NULL,
  drop_id TEXT NOT NULL CHECK (length(drop_id) = 36),
  reason TEXT NOT NULL CHECK (reason IN ('bot', 'clock', 'invalid', 'excess')),
  PRIMARY KEY (dropped_at, drop_id)
) STRICT, WITHOUT ROWID;

INSERT INTO dropped_records_next SELECT dropped_at, drop_id, reason FROM dropped_records;
DROP TABLE dropped_records;
ALTER TABLE dropped_records_next RENAME TO dropped_records;
