-- Tokens with which programs act for a member of staff, within what the token allows and the person may do at that time.

CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY CHECK (length(id) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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

CREATE INDEX api_tokens_by_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_expiry ON api_tokens (expires_at);

-- Articles as the API lists them: the newest first.
CREATE INDEX posts_by_status ON posts (status, id);
