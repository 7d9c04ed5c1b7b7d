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

-- What was never confirmed goes after a week.
CREATE INDEX users_unverified ON users (created_at) WHERE verified_at IS NULL;
