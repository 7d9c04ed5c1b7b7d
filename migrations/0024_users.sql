-- When an account was last in use, kept with the account: sessions are deleted after their term, and the list of accounts
-- is sorted by it. Null: never.
ALTER TABLE users ADD COLUMN seen_at INTEGER;

UPDATE users SET seen_at = nullif(max(
  coalesce(signed_in_at, 0),
  coalesce((SELECT max(refreshed_at) FROM sessions WHERE sessions.user_id = users.id), 0)
), 0);

CREATE TRIGGER sessions_begin_seen AFTER INSERT ON sessions
BEGIN
  UPDATE users SET seen_at = max(coalesce(seen_at, 0), NEW.refreshed_at) WHERE id = NEW.user_id;
END;

CREATE TRIGGER sessions_renew_seen AFTER UPDATE OF refreshed_at ON sessions
BEGIN
  UPDATE users SET seen_at = max(coalesce(seen_at, 0), NEW.refreshed_at) WHERE id = NEW.user_id;
END;

-- The orders of the list of accounts, besides the one by address.
CREATE INDEX users_by_seen ON users (coalesce(seen_at, 0), id);
CREATE INDEX users_by_name ON users (coalesce(name, email) COLLATE NOCASE, id);

-- What the numbers around the list are counted from, so that no row of the table is read for them.
DROP INDEX users_listed;
CREATE INDEX users_listed ON users (email, name, status, verified_at, is_demo, created_at, seen_at, id);
CREATE INDEX users_by_status ON users (status, verified_at, is_demo, created_at, seen_at, id);
