-- What invitations, recovery, second factors and sign-in by a company's own identity provider store.

-- Counts the changes of an account's roles and status, so that nobody overwrites what they have not seen.
ALTER TABLE users ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);
ALTER TABLE users ADD COLUMN invited_by TEXT REFERENCES users (id) ON DELETE SET NULL;
-- A name of the IANA time zone database; null for the zone of the browser.
ALTER TABLE users ADD COLUMN time_zone TEXT CHECK (length(time_zone) BETWEEN 1 AND 64);
-- The key of the picture in R2.
ALTER TABLE users ADD COLUMN picture_key TEXT CHECK (length(picture_key) BETWEEN 1 AND 200);

CREATE INDEX users_by_inviter ON users (invited_by);

-- Where a session was started, in words for its owner and for colleagues: "Chrome on Windows", "Pune, India".
ALTER TABLE sessions ADD COLUMN device TEXT CHECK (length(device) BETWEEN 1 AND 80);
ALTER TABLE sessions ADD COLUMN place TEXT CHECK (length(place) BETWEEN 1 AND 120);
-- ISO 3166-1 alpha-2.
ALTER TABLE sessions ADD COLUMN country TEXT CHECK (length(country) = 2);
-- JSON array of what was proven, such as ["password", "totp"] or ["passkey"].
ALTER TABLE sessions ADD COLUMN proofs TEXT NOT NULL DEFAULT '["password"]' CHECK (json_valid(proofs));

-- What a link is about besides its address: an invitation, for example.
ALTER TABLE one_time_tokens ADD COLUMN subject_id TEXT CHECK (length(subject_id) = 36);
CREATE INDEX one_time_tokens_by_email ON one_time_tokens (email);

CREATE TABLE invites (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 3 AND 254 AND email LIKE '_%@_%'),
  -- JSON array of the roles that the account gets.
  roles TEXT NOT NULL CHECK (json_valid(roles) AND length(roles) <= 1000),
  -- A personal line for the mail.
  note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  invited_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  -- When the last mail with its link was written.
  sent_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER,
  accepted_by TEXT REFERENCES users (id) ON DELETE SET NULL,
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
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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

CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE webauthn_challenges (
  challenge_sha256 TEXT PRIMARY KEY CHECK (length(challenge_sha256) = 64),
  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 40),
  -- Null when the browser is not signed in yet.
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webauthn_challenges_by_expiry ON webauthn_challenges (expires_at);
CREATE INDEX webauthn_challenges_by_user ON webauthn_challenges (user_id);

-- Apps that show codes which change every 30 s (TOTP, RFC 6238).
CREATE TABLE authenticator_apps (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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

CREATE INDEX authenticator_apps_by_user ON authenticator_apps (user_id);

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Keyed hash of the code, base64url.
  code_hash TEXT NOT NULL CHECK (length(code_hash) = 43),
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Accounts at the company's own identity provider (OpenID Connect).
CREATE TABLE user_identities (
  issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  -- The claim "sub".
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX user_identities_by_user ON user_identities (user_id);

-- For the audit log's page. `unusual` names why an entry is worth a look, such as "new country".
ALTER TABLE audit_log ADD COLUMN unusual TEXT CHECK (length(unusual) BETWEEN 1 AND 40);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at);
CREATE INDEX audit_log_by_action ON audit_log (action, at);
CREATE INDEX audit_log_unusual ON audit_log (at) WHERE unusual IS NOT NULL;
