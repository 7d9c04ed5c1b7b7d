-- Accounts, their roles and sessions, what proves who somebody is, and what staff keep about their lists. In every file instants are
-- epoch milliseconds, and ids are UUIDv7.
--
-- What later work adds members to, such as a status or a role, is checked by the types and schemas of TypeScript.

CREATE TABLE accounts (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) BETWEEN 3 AND 254 AND email LIKE '_%@_%'),
  password_hash TEXT CHECK (password_hash LIKE '$scrypt$%'),
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  signed_in_at INTEGER,
  -- What colleagues call the account's holder.
  name TEXT CHECK (length(name) BETWEEN 1 AND 120),
  -- When it was proven that the account belongs to whoever owns its address: by an operator who made it, by an invitation.
  -- Signing up proves nothing.
  verified_at INTEGER,
  status TEXT NOT NULL DEFAULT 'disabled' CHECK (length(status) BETWEEN 1 AND 40),
  -- Counts the changes of an account's roles and status, so that nobody overwrites what they have not seen.
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  invited_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- A name of the IANA time zone database; null for the zone of the browser.
  time_zone TEXT CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- The key of the picture in R2.
  picture_key TEXT CHECK (length(picture_key) BETWEEN 1 AND 200),
  -- When the account was last in use; null: never. It is here, because sessions are deleted after their term, and the list of
  -- accounts is sorted by it.
  seen_at INTEGER,
  -- How people are searched: names and address as worker/lib/text/fold-text.ts writes them. Null until the next search has folded
  -- what is new or has changed.
  folded TEXT
) STRICT;
-- For the rules of retention: accounts out of use, and those that were never confirmed.
CREATE INDEX accounts_by_use ON accounts (coalesce(signed_in_at, created_at));
CREATE INDEX accounts_by_inviter ON accounts (invited_by);
CREATE INDEX accounts_unverified ON accounts (created_at) WHERE verified_at IS NULL;
-- The orders of the list of accounts. A list, its words and the numbers around it are found in an index alone.
CREATE INDEX accounts_by_seen ON accounts (coalesce(seen_at, 0), id);
CREATE INDEX accounts_by_name ON accounts (coalesce(name, email) COLLATE NOCASE, id);
CREATE INDEX accounts_by_status ON accounts (status, verified_at, is_demo, created_at, seen_at, id);
CREATE INDEX accounts_to_fold ON accounts (id) WHERE folded IS NULL;
CREATE INDEX accounts_listed ON accounts (email, name, status, verified_at, is_demo, created_at, seen_at, id, folded);

-- A row of accounts is never replaced by another: INSERT OR REPLACE and UPDATE OR REPLACE delete without a delete trigger.
-- The words are SQLite's own, so that a taken address reads the same to whoever asks.
CREATE TRIGGER accounts_no_insert_over BEFORE INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM accounts WHERE id = NEW.id OR email = NEW.email)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: accounts.id or accounts.email');
END;

CREATE TRIGGER accounts_no_update_over BEFORE UPDATE OF email ON accounts
WHEN EXISTS (SELECT 1 FROM accounts WHERE email = NEW.email AND id <> OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: accounts.email');
END;

CREATE TRIGGER accounts_keep_id BEFORE UPDATE OF id ON accounts
WHEN OLD.id <> NEW.id
BEGIN
  SELECT RAISE(ABORT, 'the id of an account never changes');
END;

-- Somebody who is active must always hold super_admin, once anybody does.
CREATE TRIGGER accounts_keep_super_admin_update BEFORE UPDATE OF status ON accounts
WHEN OLD.status = 'active' AND NEW.status <> 'active'
  AND EXISTS (SELECT 1 FROM account_roles WHERE account_id = OLD.id AND role = 'super_admin')
  AND NOT EXISTS (
    SELECT 1 FROM account_roles JOIN accounts ON accounts.id = account_roles.account_id
    WHERE account_roles.role = 'super_admin' AND account_roles.account_id <> OLD.id AND accounts.status = 'active'
  )
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;

CREATE TRIGGER accounts_keep_super_admin_delete BEFORE DELETE ON accounts
WHEN OLD.status = 'active'
  AND EXISTS (SELECT 1 FROM account_roles WHERE account_id = OLD.id AND role = 'super_admin')
  AND NOT EXISTS (
    SELECT 1 FROM account_roles JOIN accounts ON accounts.id = account_roles.account_id
    WHERE account_roles.role = 'super_admin' AND account_roles.account_id <> OLD.id AND accounts.status = 'active'
  )
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;

-- Who holds a role stays verified.
CREATE TRIGGER accounts_keep_verified BEFORE UPDATE OF verified_at ON accounts
WHEN OLD.verified_at IS NOT NULL AND NEW.verified_at IS NULL
  AND EXISTS (SELECT 1 FROM account_roles WHERE account_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'unverified_account');
END;

CREATE TRIGGER accounts_folded_anew AFTER UPDATE OF name, email ON accounts WHEN OLD.folded IS NOT NULL
BEGIN
  UPDATE accounts SET folded = NULL WHERE id = NEW.id;
END;

CREATE TABLE account_roles (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (length(role) BETWEEN 1 AND 40),
  granted_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX account_roles_by_role ON account_roles (role, account_id);
CREATE INDEX account_roles_by_granter ON account_roles (granted_by);

CREATE TRIGGER account_roles_keep_super_admin_delete BEFORE DELETE ON account_roles
WHEN OLD.role = 'super_admin'
  AND EXISTS (SELECT 1 FROM accounts WHERE id = OLD.account_id AND status = 'active')
  AND NOT EXISTS (
    SELECT 1 FROM account_roles JOIN accounts ON accounts.id = account_roles.account_id
    WHERE account_roles.role = 'super_admin' AND account_roles.account_id <> OLD.account_id AND accounts.status = 'active'
  )
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;

-- A role is granted or revoked, never turned into another.
CREATE TRIGGER account_roles_no_update BEFORE UPDATE OF account_id, role ON account_roles
WHEN OLD.account_id <> NEW.account_id OR OLD.role <> NEW.role
BEGIN
  SELECT RAISE(ABORT, 'account_roles rows are granted and revoked, not changed');
END;

-- Whoever signs up first under an address must not be who a role is later meant for.
CREATE TRIGGER account_roles_need_verified BEFORE INSERT ON account_roles
WHEN EXISTS (SELECT 1 FROM accounts WHERE id = NEW.account_id AND verified_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'unverified_account');
END;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  counter INTEGER NOT NULL DEFAULT 0 CHECK (counter >= 0),
  created_at INTEGER NOT NULL,
  auth_time INTEGER NOT NULL,
  refreshed_at INTEGER NOT NULL,
  idle_expires_at INTEGER NOT NULL CHECK (idle_expires_at <= absolute_expires_at),
  absolute_expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_reason TEXT CHECK (length(revoked_reason) BETWEEN 1 AND 40),
  -- Where a session was started, in words for its owner and for colleagues: "Chrome on Windows", "Pune, India".
  device TEXT CHECK (length(device) BETWEEN 1 AND 80),
  place TEXT CHECK (length(place) BETWEEN 1 AND 120),
  -- ISO 3166-1 alpha-2.
  country TEXT CHECK (length(country) = 2),
  -- JSON array of what was proven, such as ["password", "totp"] or ["passkey"].
  proofs TEXT NOT NULL DEFAULT '["password"]' CHECK (json_valid(proofs)),
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL))
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (idle_expires_at);

CREATE TRIGGER sessions_begin_seen AFTER INSERT ON sessions
BEGIN
  UPDATE accounts SET seen_at = max(coalesce(seen_at, 0), NEW.refreshed_at) WHERE id = NEW.account_id;
END;

CREATE TRIGGER sessions_renew_seen AFTER UPDATE OF refreshed_at ON sessions
BEGIN
  UPDATE accounts SET seen_at = max(coalesce(seen_at, 0), NEW.refreshed_at) WHERE id = NEW.account_id;
END;

-- One row for each address that was tried lately, known or not, under a keyed hash.
CREATE TABLE sign_in_backoff (
  email_hash TEXT PRIMARY KEY CHECK (length(email_hash) = 43),
  failed_count INTEGER NOT NULL CHECK (failed_count > 0),
  attempted_at INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_backoff_by_attempt ON sign_in_backoff (attempted_at);

-- Sign-ins whose password was right and that wait for another proof.
CREATE TABLE pending_sign_ins (
  token_sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(token_sha256) = 64),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- JSON array of the kinds of proof that are still missing.
  missing TEXT NOT NULL CHECK (json_valid(missing)),
  -- The count of attempts to be cleared once a session starts.
  bucket TEXT NOT NULL CHECK (length(bucket) = 43),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (account_id);

-- Links by mail that work once.
CREATE TABLE one_time_tokens (
  token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 43),
  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 40),
  email TEXT NOT NULL COLLATE NOCASE,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER,
  -- What a link is about besides its address: an invitation, for example.
  subject_id TEXT CHECK (length(subject_id) = 36)
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_by_account ON one_time_tokens (account_id);
CREATE INDEX one_time_tokens_by_email ON one_time_tokens (email);

-- Who asked for a mail with a link, for an hour's limits: keyed hashes, so that the table names nobody. A request is counted
-- whether or not its address has an account.
CREATE TABLE link_requests (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email_hash TEXT NOT NULL CHECK (length(email_hash) = 43),
  -- Null for what an administrator asks for.
  network_hash TEXT CHECK (length(network_hash) = 43),
  requested_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX link_requests_by_email ON link_requests (email_hash, requested_at);
CREATE INDEX link_requests_by_network ON link_requests (network_hash, requested_at);
CREATE INDEX link_requests_by_age ON link_requests (requested_at);

CREATE TABLE invites (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 3 AND 254 AND email LIKE '_%@_%'),
  -- JSON array of the roles that the account gets.
  roles TEXT NOT NULL CHECK (json_valid(roles) AND length(roles) <= 1000),
  -- A personal line for the mail.
  note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  invited_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  -- When the last mail with its link was written.
  sent_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER,
  accepted_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  withdrawn_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
) STRICT;
-- One open invitation for each address.
CREATE UNIQUE INDEX invites_open ON invites (email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invites_by_expiry ON invites (expires_at);
CREATE INDEX invites_by_email ON invites (email);
CREATE INDEX invites_by_inviter ON invites (invited_by);
CREATE INDEX invites_by_account ON invites (accepted_by);

CREATE TABLE passkeys (
  -- The credential id, base64url.
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 16 AND 1400),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- COSE, base64url.
  public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 16 AND 4096),
  -- The authenticator's count of signatures; 0 where it does not count.
  sign_count INTEGER NOT NULL CHECK (sign_count >= 0),
  -- JSON array: how a browser may reach it.
  transports TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(transports)),
  -- Whether it is copied to the other devices of its owner.
  is_synced INTEGER NOT NULL CHECK (is_synced IN (0, 1)),
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_account ON passkeys (account_id);

CREATE TABLE webauthn_challenges (
  challenge_sha256 TEXT PRIMARY KEY CHECK (length(challenge_sha256) = 64),
  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 40),
  -- Null when the browser is not signed in yet.
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webauthn_challenges_by_expiry ON webauthn_challenges (expires_at);
CREATE INDEX webauthn_challenges_by_account ON webauthn_challenges (account_id);

-- Apps that show codes which change every 30 s (TOTP, RFC 6238).
CREATE TABLE authenticator_apps (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- AES-GCM under a key derived from AUTH_SECRET: base64url `iv.ciphertext`.
  secret_sealed TEXT NOT NULL,
  -- The last time step whose code was used; no code up to it works again.
  last_step INTEGER NOT NULL DEFAULT 0 CHECK (last_step >= 0),
  created_at INTEGER NOT NULL,
  -- When its first code was right; until then it proves nothing.
  confirmed_at INTEGER,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX authenticator_apps_by_account ON authenticator_apps (account_id);

CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Keyed hash of the code, base64url.
  code_hash TEXT NOT NULL CHECK (length(code_hash) = 43),
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  -- Which secret made the code: once AUTH_SECRET is replaced and the former one is over, the code works no longer, and its
  -- owner should read so.
  secret_name TEXT NOT NULL CHECK (length(secret_name) = 6),
  PRIMARY KEY (account_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Accounts at the company's own identity provider (OpenID Connect).
CREATE TABLE account_identities (
  issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  -- The claim "sub".
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX account_identities_by_account ON account_identities (account_id);

-- Sign-in by the company's identity provider: each start is answered once. A row says that it was, under a fingerprint of
-- its random state, until that state would not be taken anyway.
CREATE TABLE used_sign_in_states (
  state_sha256 TEXT PRIMARY KEY CHECK (length(state_sha256) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_sign_in_states_by_expiry ON used_sign_in_states (expires_at);

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

-- Tokens with which programs act for a member of staff, within what the token allows and the person may do at that time.
CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- JSON array such as ["posts:read"].
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  -- Hex. The token has 256 random bits, so a plain hash tells nothing of it.
  token_sha256 TEXT NOT NULL UNIQUE CHECK (length(token_sha256) = 64),
  -- Its last characters, by which its owner knows it again.
  ending TEXT NOT NULL CHECK (length(ending) = 4),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Exact to five minutes.
  used_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_tokens_by_account ON api_tokens (account_id);
CREATE INDEX api_tokens_by_expiry ON api_tokens (expires_at);

-- A list as somebody wants to see it again: the query of its address under a name.
CREATE TABLE saved_views (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 40),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 40),
  query TEXT NOT NULL CHECK (length(query) <= 1000),
  created_at INTEGER NOT NULL,
  -- 1 for the view that the page opens with, for its owner: one of each list at most.
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  UNIQUE (account_id, list, name)
) STRICT;
CREATE UNIQUE INDEX saved_views_default ON saved_views (account_id, list) WHERE is_default = 1;

-- How lists look to somebody, whichever list it is; without a row, as the table says by default.
CREATE TABLE list_settings (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  density TEXT NOT NULL DEFAULT 'comfortable' CHECK (density IN ('comfortable', 'compact'))
) STRICT, WITHOUT ROWID;
