-- Consent and visitor analytics. Instants are epoch milliseconds. Nothing is ever counted up: rows are inserted once
-- under a key that a replay repeats, so a message may arrive any number of times and in any order.

-- The proof of every choice. It names no visitor: what belongs to one is in the tables below and can be erased.
CREATE TABLE consent_records (
  choice_id TEXT NOT NULL PRIMARY KEY CHECK (length(choice_id) = 36),
  status TEXT NOT NULL CHECK (status IN ('accepted', 'rejected')),
  chosen_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  banner_version TEXT CHECK (length(banner_version) <= 32),
  banner_hash TEXT CHECK (length(banner_hash) = 64),
  gpc INTEGER NOT NULL CHECK (gpc IN (0, 1)),
  country TEXT CHECK (length(country) = 2),
  device TEXT NOT NULL CHECK (device IN ('desktop', 'tablet', 'mobile', 'other')),
  browser TEXT NOT NULL CHECK (length(browser) <= 32),
  language TEXT CHECK (length(language) <= 8),
  referrer_host TEXT CHECK (length(referrer_host) <= 253)
) STRICT, WITHOUT ROWID;

CREATE INDEX consent_records_by_time ON consent_records (chosen_at, status);

CREATE TRIGGER consent_records_keep_update BEFORE UPDATE ON consent_records
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

CREATE TRIGGER consent_records_keep_delete BEFORE DELETE ON consent_records
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

-- INSERT OR REPLACE deletes without a delete trigger. This one comes before ON CONFLICT is looked at, so whoever inserts
-- leaves out what is there.
CREATE TRIGGER consent_records_no_replace BEFORE INSERT ON consent_records
WHEN EXISTS (SELECT 1 FROM consent_records WHERE choice_id = NEW.choice_id)
BEGIN
  SELECT RAISE(ABORT, 'consent_records is append-only');
END;

-- Visitors who accepted, as their first record described them.
CREATE TABLE visitors (
  visitor_id TEXT NOT NULL PRIMARY KEY CHECK (length(visitor_id) BETWEEN 1 AND 64),
  choice_id TEXT NOT NULL,
  first_visit INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  user_agent TEXT NOT NULL CHECK (length(user_agent) <= 512),
  referrer TEXT NOT NULL CHECK (length(referrer) <= 512),
  language TEXT NOT NULL CHECK (length(language) <= 64),
  timezone TEXT NOT NULL CHECK (length(timezone) <= 64),
  country TEXT CHECK (length(country) = 2),
  device TEXT NOT NULL CHECK (device IN ('desktop', 'tablet', 'mobile', 'other')),
  browser TEXT NOT NULL CHECK (length(browser) <= 32)
) STRICT, WITHOUT ROWID;

-- The key begins with the time, so that it is the index of every range.
CREATE TABLE page_views (
  viewed_at INTEGER NOT NULL,
  visitor_id TEXT NOT NULL CHECK (length(visitor_id) BETWEEN 1 AND 64),
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 256),
  title TEXT NOT NULL CHECK (length(title) <= 200),
  PRIMARY KEY (viewed_at, visitor_id, path)
) STRICT, WITHOUT ROWID;

-- What was not counted, and why: by the UTC day it came on (its midnight) and a hash of the record.
CREATE TABLE dropped_records (
  dropped_at INTEGER NOT NULL,
  drop_id TEXT NOT NULL CHECK (length(drop_id) = 36),
  reason TEXT NOT NULL CHECK (reason IN ('bot', 'clock', 'invalid')),
  PRIMARY KEY (dropped_at, drop_id)
) STRICT, WITHOUT ROWID;

-- SHA-256 of the ids that were erased: a record still on its way then finds the door closed.
CREATE TABLE erased_visitors (
  visitor_hash TEXT NOT NULL PRIMARY KEY CHECK (length(visitor_hash) = 64),
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
