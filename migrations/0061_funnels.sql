-- Ways through the site that staff have written down: the steps that a visit takes one after the other.
CREATE TABLE funnels (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- JSON: two to eight steps, as FunnelStep in worker/analytics/figures/types.ts has them.
  steps TEXT NOT NULL CHECK (json_valid(steps) AND length(steps) <= 8000 AND json_array_length(steps) BETWEEN 2 AND 8),
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX funnels_by_author ON funnels (created_by);

-- More goals: a download that the Worker has delivered, and a newsletter that was confirmed.
DROP TRIGGER enquiry_left_inbox;
DROP TRIGGER enquiry_came_back;
CREATE TABLE conversions_next (
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
INSERT INTO conversions_next (at, id, goal, started_at, visit_no) SELECT at, id, goal, started_at, visit_no FROM conversions;
DROP TABLE conversions;
ALTER TABLE conversions_next RENAME TO conversions;
CREATE INDEX conversions_by_visit ON conversions (started_at, visit_no) WHERE started_at IS NOT NULL;

-- As migration 0055 has them.
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
