-- Forms that were sent: what the goals of visitor analytics count. No row has a link to the form.
CREATE TABLE conversions (
  -- The quarter of an hour in which it came (its beginning, epoch milliseconds): no zone's day begins within one.
  at INTEGER NOT NULL,
  -- Random: an order in time would tell which form it was.
  id INTEGER NOT NULL DEFAULT (abs(random() % 4503599627370496)),
  goal TEXT NOT NULL CHECK (goal IN ('enquiry', 'application')),
  -- The visit that the form named, as its sender had accepted to be counted; null where it named none, or was erased.
  started_at INTEGER,
  visit_no INTEGER,
  PRIMARY KEY (at, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX conversions_by_visit ON conversions (started_at, visit_no) WHERE started_at IS NOT NULL;

INSERT INTO conversions (at, goal) SELECT received_at - received_at % 900000, 'enquiry' FROM enquiries WHERE folder = 'inbox';
INSERT INTO conversions (at, goal) SELECT received_at - received_at % 900000, 'application' FROM applications;

-- Staff decide what is spam, so the count follows the inbox. Of several in a quarter of an hour the one without a visit goes.
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
