-- Every opening has an end. Those that had none are open for 60 days after they appeared, and for another 30 from today
-- where that has passed: nobody's opening vanishes with this migration.
UPDATE jobs SET closes_at = max(publish_at + 60 * 86400000, (unixepoch() + 30 * 86400) * 1000)
WHERE closes_at IS NULL AND status IN ('published', 'internal');

-- These have ended already; nothing shows when.
UPDATE jobs SET closes_at = max(publish_at + 1, updated_at) WHERE closes_at IS NULL AND status = 'closed';

-- SQLite adds no CHECK to a table that exists.
CREATE TRIGGER jobs_end_on_insert BEFORE INSERT ON jobs WHEN NEW.status <> 'draft' AND NEW.closes_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'only a draft has no end');
END;

CREATE TRIGGER jobs_end_on_update BEFORE UPDATE ON jobs WHEN NEW.status <> 'draft' AND NEW.closes_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'only a draft has no end');
END;
