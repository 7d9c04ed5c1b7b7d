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

-- Whatever changes the visits of a day takes its row from rolled_days, in the same transaction.
CREATE TRIGGER rolled_day_changed AFTER DELETE ON rolled_days
BEGIN
  UPDATE archived_days SET revision = revision + 1 WHERE day = old.day;
END;

CREATE TRIGGER archived_day_loses_visitor AFTER INSERT ON archive_erasures
BEGIN
  UPDATE archived_days SET revision = revision + 1 WHERE day = new.day;
END;

-- The figures of a day whose visits are not here any more cannot be computed again, so nothing takes them back.
CREATE TRIGGER moved_day_stays_rolled BEFORE DELETE ON rolled_days
WHEN EXISTS (SELECT 1 FROM archived_days WHERE day = old.day AND moved_at IS NOT NULL)
BEGIN
  SELECT raise(IGNORE);
END;
