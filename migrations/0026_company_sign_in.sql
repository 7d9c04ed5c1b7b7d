-- Sign-in by the company's identity provider: each start is answered once. A row says that it was, under a fingerprint of
-- its random state, until that state would not be taken anyway.
CREATE TABLE used_sign_in_states (
  state_sha256 TEXT PRIMARY KEY CHECK (length(state_sha256) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX used_sign_in_states_by_expiry ON used_sign_in_states (expires_at);
