-- How each job has run, one row for each job. Nothing here is about people.
CREATE TABLE job_runs (
  name TEXT PRIMARY KEY,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  -- The newest run that its schedule began; one that staff begin leaves it alone. Null before the first.
  scheduled_at INTEGER,
  -- If its schedule has not begun it again by then, it is late.
  late_at INTEGER,
  succeeded_at INTEGER,
  failed_at INTEGER,
  -- Failed runs since the last good one.
  failures INTEGER NOT NULL DEFAULT 0,
  -- JSON of what the newest good run returned.
  outcome TEXT,
  -- Why the newest failed run failed, without ids and numbers.
  error TEXT,
  -- How many runs did not come before the run of missed_at, the newest time that happened.
  missed INTEGER NOT NULL DEFAULT 0,
  missed_at INTEGER,
  -- The newest runs, the oldest first, a character each: + went well, - failed, _ did not come.
  recent TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Errors that differ in ids and numbers alone are one group.
CREATE TABLE error_groups (
  -- 16 hexadecimal digits of a hash of event, name, message and place.
  fingerprint TEXT PRIMARY KEY,
  -- As the log names it, such as "request failed".
  event TEXT NOT NULL,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  -- The beginning of a path, a job or a queue; empty where the log names none.
  place TEXT NOT NULL,
  -- The first lines of the newest stack, without the message.
  frames TEXT NOT NULL,
  -- Of the newest: the log has the rest under it.
  request_id TEXT NOT NULL,
  -- Of the newest: the commit that ran.
  version TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  -- When a member of staff last marked it as seen.
  seen_at INTEGER,
  -- 1 for those of the local seed.
  is_demo INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX error_groups_by_last ON error_groups (last_at);
CREATE INDEX error_groups_by_first ON error_groups (first_at);

-- How often, by hour.
CREATE TABLE error_hours (
  fingerprint TEXT NOT NULL REFERENCES error_groups (fingerprint) ON DELETE CASCADE,
  -- Its first moment.
  hour_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (fingerprint, hour_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX error_hours_by_hour ON error_hours (hour_at);

-- When each commit was first seen at work.
CREATE TABLE deployments (
  version TEXT PRIMARY KEY,
  first_at INTEGER NOT NULL,
  -- The newest migration that it was built with.
  migration TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deployments_by_first ON deployments (first_at);
