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
