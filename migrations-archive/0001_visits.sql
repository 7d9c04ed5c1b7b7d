-- A database of one year of archived visits (docs/visit-archive.md). It is filled by the Worker alone.

CREATE TABLE visits (
  -- The date of the day, such as 2027-03-31.
  day TEXT NOT NULL CHECK (length(day) = 10),
  -- Epoch milliseconds, and 52 bits of the visit's number.
  started_at INTEGER NOT NULL,
  visit_no INTEGER NOT NULL,
  -- 63 bits of the SHA-256 of the visitor's number, in decimals.
  visitor TEXT NOT NULL,
  -- The visit with its events, in words: worker/analytics/archive/visit-lines.ts.
  visit TEXT NOT NULL CHECK (json_valid(visit)),
  PRIMARY KEY (day, started_at, visit_no)
) STRICT;

-- Days of which all visits are there.
CREATE TABLE whole_days (
  day TEXT NOT NULL PRIMARY KEY CHECK (length(day) = 10)
) STRICT, WITHOUT ROWID;

-- For who asks questions of it: a row for each view and named event, with the words of its visit.
CREATE VIEW visit_events AS
SELECT visits.day, visits.started_at + (event.value ->> 'at_ms') AS at, visits.started_at, visits.visit_no,
  event.value ->> 'kind' AS kind, event.value ->> 'path' AS path, event.value ->> 'name' AS name,
  event.value ->> 'value' AS value, visits.visit ->> 'source' AS source, visits.visit ->> 'channel' AS channel,
  visits.visit ->> 'campaign' AS campaign, visits.visit ->> 'country' AS country, visits.visit ->> 'device' AS device
FROM visits, json_each(visits.visit, '$.events') AS event;
