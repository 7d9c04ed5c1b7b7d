-- How the software runs, and who is told when something fails.

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

-- Who is told when something fails, and when not.
CREATE TABLE alert_settings (
  id TEXT PRIMARY KEY CHECK (id = 'site'),
  -- JSON array of mail addresses.
  recipients TEXT NOT NULL DEFAULT '[]',
  -- https; empty: none.
  webhook_url TEXT NOT NULL DEFAULT '',
  -- The key that signs is derived from AUTH_SECRET and this, so that it can be replaced by itself.
  webhook_salt TEXT NOT NULL,
  -- Minutes of the day in the zone of the site's figures; both null: no quiet hours.
  quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
  -- So many errors of one group within an hour are told.
  error_threshold INTEGER NOT NULL DEFAULT 10 CHECK (error_threshold BETWEEN 1 AND 100000),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL
) STRICT;
INSERT INTO alert_settings (id, webhook_salt, updated_at) VALUES ('site', lower(hex(randomblob(16))), 0);

-- What fails, or has failed until a moment ago, and what has been told of it.
CREATE TABLE alerts (
  -- Such as "check outbox".
  key TEXT PRIMARY KEY,
  -- For people.
  name TEXT NOT NULL,
  todo TEXT NOT NULL,
  -- 1: it breaks quiet hours.
  is_urgent INTEGER NOT NULL,
  is_failed INTEGER NOT NULL,
  -- Since when it is as `is_failed` says.
  since INTEGER NOT NULL,
  -- When its failure was last told; null while it has not been.
  told_at INTEGER
) STRICT, WITHOUT ROWID;

-- Posts to the webhook: those that wait, and those of the last days.
CREATE TABLE alert_posts (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When it may be tried next; null once it was taken or given up.
  due_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  last_error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_posts_by_created ON alert_posts (created_at);
CREATE INDEX alert_posts_due ON alert_posts (due_at) WHERE due_at IS NOT NULL;
