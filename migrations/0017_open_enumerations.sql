-- What later work adds members to is checked by the types and schemas of TypeScript from now on, no longer by the tables
-- (docs/decisions/027-open-enumerations.md). SQLite changes no CHECK: a table that nothing refers to is made anew; in one
-- that others refer to, a new column takes the place of the old, for dropping the table would delete their rows with it.

-- user_roles.role
CREATE TABLE user_roles_next (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (length(role) BETWEEN 1 AND 40),
  granted_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;
INSERT INTO user_roles_next (user_id, role, granted_by, granted_at)
SELECT user_id, role, granted_by, granted_at FROM user_roles;
-- These name `users.status` or `user_roles`; they are made again below, word for word.
DROP TRIGGER user_roles_keep_super_admin_delete;
DROP TRIGGER user_roles_no_update;
DROP TRIGGER user_roles_need_verified;
DROP TRIGGER users_keep_super_admin_update;
DROP TRIGGER users_keep_super_admin_delete;
DROP TRIGGER users_keep_verified;
DROP TABLE user_roles;
ALTER TABLE user_roles_next RENAME TO user_roles;
CREATE INDEX user_roles_by_role ON user_roles (role, user_id);
CREATE INDEX user_roles_by_granter ON user_roles (granted_by);

-- users.status
ALTER TABLE users ADD COLUMN status_next TEXT NOT NULL DEFAULT 'disabled' CHECK (length(status_next) BETWEEN 1 AND 40);
UPDATE users SET status_next = status;
ALTER TABLE users DROP COLUMN status;
ALTER TABLE users RENAME COLUMN status_next TO status;

CREATE TRIGGER user_roles_keep_super_admin_delete BEFORE DELETE ON user_roles
WHEN OLD.role = 'super_admin'
  AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND status = 'active')
  AND NOT EXISTS (
    SELECT 1 FROM user_roles JOIN users ON users.id = user_roles.user_id
    WHERE user_roles.role = 'super_admin' AND user_roles.user_id <> OLD.user_id AND users.status = 'active'
  )
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;

CREATE TRIGGER user_roles_no_update BEFORE UPDATE OF user_id, role ON user_roles
WHEN OLD.user_id <> NEW.user_id OR OLD.role <> NEW.role
BEGIN
  SELECT RAISE(ABORT, 'user_roles rows are granted and revoked, not changed');
END;

CREATE TRIGGER user_roles_need_verified BEFORE INSERT ON user_roles
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND verified_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'unverified_account');
END;

CREATE TRIGGER users_keep_super_admin_update BEFORE UPDATE OF status ON users
WHEN OLD.status = 'active' AND NEW.status <> 'active'
  AND EXISTS (SELECT 1 FROM user_roles WHERE user_id = OLD.id AND role = 'super_admin')
  AND NOT EXISTS (
    SELECT 1 FROM user_roles JOIN users ON users.id = user_roles.user_id
    WHERE user_roles.role = 'super_admin' AND user_roles.user_id <> OLD.id AND users.status = 'active'
  )
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;

CREATE TRIGGER users_keep_super_admin_delete BEFORE DELETE ON users
WHEN OLD.status = 'active'
  AND EXISTS (SELECT 1 FROM user_roles WHERE user_id = OLD.id AND role = 'super_admin')
  AND NOT EXISTS (
    SELECT 1 FROM user_roles JOIN users ON users.id = user_roles.user_id
    WHERE user_roles.role = 'super_admin' AND user_roles.user_id <> OLD.id AND users.status = 'active'
  )
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;

CREATE TRIGGER users_keep_verified BEFORE UPDATE OF verified_at ON users
WHEN OLD.verified_at IS NOT NULL AND NEW.verified_at IS NULL
  AND EXISTS (SELECT 1 FROM user_roles WHERE user_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'unverified_account');
END;

-- sessions.revoked_reason
CREATE TABLE sessions_next (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  counter INTEGER NOT NULL DEFAULT 0 CHECK (counter >= 0),
  created_at INTEGER NOT NULL,
  auth_time INTEGER NOT NULL,
  refreshed_at INTEGER NOT NULL,
  idle_expires_at INTEGER NOT NULL CHECK (idle_expires_at <= absolute_expires_at),
  absolute_expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_reason TEXT CHECK (length(revoked_reason) BETWEEN 1 AND 40),
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL))
) STRICT;
INSERT INTO sessions_next (
  id, user_id, counter, created_at, auth_time, refreshed_at, idle_expires_at, absolute_expires_at, revoked_at,
  revoked_reason
)
SELECT
  id, user_id, counter, created_at, auth_time, refreshed_at, idle_expires_at, absolute_expires_at, revoked_at,
  revoked_reason
FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_next RENAME TO sessions;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (idle_expires_at);

-- one_time_tokens.purpose
CREATE TABLE one_time_tokens_next (
  token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 43),
  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 40),
  email TEXT NOT NULL COLLATE NOCASE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO one_time_tokens_next (token_sha256, purpose, email, user_id, created_at, expires_at, consumed_at)
SELECT token_sha256, purpose, email, user_id, created_at, expires_at, consumed_at FROM one_time_tokens;
DROP TABLE one_time_tokens;
ALTER TABLE one_time_tokens_next RENAME TO one_time_tokens;
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id);

-- dropped_records.reason
CREATE TABLE dropped_records_next (
  dropped_at INTEGER NOT NULL,
  drop_id TEXT NOT NULL CHECK (length(drop_id) = 36),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 40),
  PRIMARY KEY (dropped_at, drop_id)
) STRICT, WITHOUT ROWID;
INSERT INTO dropped_records_next (dropped_at, drop_id, reason) SELECT dropped_at, drop_id, reason FROM dropped_records;
DROP TABLE dropped_records;
ALTER TABLE dropped_records_next RENAME TO dropped_records;

-- media.type
ALTER TABLE media ADD COLUMN type_next TEXT NOT NULL DEFAULT 'application/octet-stream'
  CHECK (length(type_next) BETWEEN 3 AND 100);
UPDATE media SET type_next = type;
ALTER TABLE media DROP COLUMN type;
ALTER TABLE media RENAME COLUMN type_next TO type;

-- Sign-ins whose password was right and that wait for another proof: worker/accounts/pending-sign-in.ts.
CREATE TABLE pending_sign_ins (
  token_sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(token_sha256) = 64),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- JSON array of the kinds of proof that are still missing.
  missing TEXT NOT NULL CHECK (json_valid(missing)),
  -- The count of attempts to be cleared once a session starts.
  bucket TEXT NOT NULL CHECK (length(bucket) = 43),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);
