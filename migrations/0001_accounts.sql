-- Accounts, roles, sessions, keys and the audit log. Instants are epoch milliseconds, ids are UUIDv7.

CREATE TABLE users (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) BETWEEN 3 AND 254 AND email LIKE '_%@_%'),
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  password_hash TEXT CHECK (password_hash LIKE '$scrypt$%'),
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  signed_in_at INTEGER
) STRICT;

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('super_admin', 'marketing_admin', 'talent_admin', 'HR')),
  granted_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX user_roles_by_role ON user_roles (role, user_id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  counter INTEGER NOT NULL DEFAULT 0 CHECK (counter >= 0),
  created_at INTEGER NOT NULL,
  auth_time INTEGER NOT NULL,
  refreshed_at INTEGER NOT NULL,
  idle_expires_at INTEGER NOT NULL CHECK (idle_expires_at <= absolute_expires_at),
  absolute_expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_reason TEXT CHECK (revoked_reason IN ('sign_out', 'replaced', 'reuse', 'ended')),
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL))
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (idle_expires_at);

-- One row per address lately tried, known or not, under a keyed hash.
CREATE TABLE sign_in_backoff (
  email_hash TEXT PRIMARY KEY CHECK (length(email_hash) = 43),
  failed_count INTEGER NOT NULL CHECK (failed_count > 0),
  attempted_at INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_backoff_by_attempt ON sign_in_backoff (attempted_at);

CREATE TABLE one_time_tokens (
  token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 43),
  purpose TEXT NOT NULL CHECK (purpose IN ('password_reset', 'invite', 'email_change')),
  email TEXT NOT NULL COLLATE NOCASE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id);

CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY CHECK (length(kid) = 36),
  state TEXT NOT NULL CHECK (state IN ('next', 'current', 'retired')),
  public_jwk TEXT NOT NULL CHECK (json_valid(public_jwk) AND json_extract(public_jwk, '$.d') IS NULL),
  private_jwk_sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  activated_at INTEGER,
  retired_at INTEGER,
  CHECK ((state = 'retired') = (retired_at IS NOT NULL)),
  CHECK ((state = 'next') = (activated_at IS NULL))
) STRICT, WITHOUT ROWID;

-- At most one key to sign with and one to come.
CREATE UNIQUE INDEX signing_keys_one_each ON signing_keys (state) WHERE state <> 'retired';

CREATE TABLE audit_log (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  at INTEGER NOT NULL,
  actor_id TEXT,
  action TEXT NOT NULL CHECK (length(action) BETWEEN 3 AND 64),
  subject_id TEXT,
  request_id TEXT,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail) AND length(detail) <= 4096)
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at);

-- The audit log only grows. The insert trigger stops INSERT OR REPLACE, which deletes without a delete trigger.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;

CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;

CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;

-- Somebody who is active must always hold super_admin, once anybody does.
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

-- A row of users is never replaced by another: INSERT OR REPLACE and UPDATE OR REPLACE delete without a delete trigger.
-- The words are SQLite's own, so that a taken address reads the same to whoever asks.
CREATE TRIGGER users_no_insert_over BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.id OR email = NEW.email)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.id or users.email');
END;

CREATE TRIGGER users_no_update_over BEFORE UPDATE OF email ON users
WHEN EXISTS (SELECT 1 FROM users WHERE email = NEW.email AND id <> OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email');
END;

-- A role is granted or revoked, never turned into another.
CREATE TRIGGER user_roles_no_update BEFORE UPDATE OF user_id, role ON user_roles
WHEN OLD.user_id <> NEW.user_id OR OLD.role <> NEW.role
BEGIN
  SELECT RAISE(ABORT, 'user_roles rows are granted and revoked, not changed');
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

CREATE TRIGGER users_keep_id BEFORE UPDATE OF id ON users
WHEN OLD.id <> NEW.id
BEGIN
  SELECT RAISE(ABORT, 'a user id never changes');
END;
