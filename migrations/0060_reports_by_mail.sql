-- Who of the staff gets figures of visitor analytics by mail, and with which view the page opens. Instants are epoch
-- milliseconds.

CREATE TABLE report_subscriptions (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  rhythm TEXT NOT NULL CHECK (rhythm IN ('weekly', 'monthly')),
  -- Of the browser in which it was subscribed to: numbers and days are written in it.
  locale TEXT NOT NULL CHECK (length(locale) BETWEEN 2 AND 40),
  subscribed_at INTEGER NOT NULL,
  -- First day (2026-11-16) of the latest week or month that a mail was written about.
  reported_day TEXT CHECK (length(reported_day) = 10),
  PRIMARY KEY (user_id, rhythm)
) STRICT, WITHOUT ROWID;

-- Where a click ends mails of this kind, for the header List-Unsubscribe.
ALTER TABLE outbox ADD COLUMN stop_url TEXT CHECK (length(stop_url) BETWEEN 1 AND 400);

-- However a subscription ends, what still waits does not leave.
CREATE TRIGGER report_subscriptions_withdraw_mails AFTER DELETE ON report_subscriptions
BEGIN
  UPDATE outbox SET withdrawn_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE subject_id = 'report:' || OLD.user_id || ':' || OLD.rhythm AND state <> 'sent' AND withdrawn_at IS NULL;
END;

-- A disabled account gets none from that moment on; who has lost the permission is found by the job that writes them.
CREATE TRIGGER users_end_reports AFTER UPDATE OF status ON users WHEN NEW.status <> 'active'
BEGIN
  DELETE FROM report_subscriptions WHERE user_id = NEW.id;
END;

-- The view that the page opens with, for its owner: one of each list at most.
ALTER TABLE saved_views ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1));
CREATE UNIQUE INDEX saved_views_default ON saved_views (user_id, list) WHERE is_default = 1;
