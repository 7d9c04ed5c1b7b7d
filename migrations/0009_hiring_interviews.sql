-- Interviews and scorecards (docs/decisions/053-interviews-and-scorecards.md). All of it goes with its application.

CREATE TABLE interviews (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'booked', 'held', 'missed', 'cancelled')),
  kind TEXT NOT NULL CHECK (kind IN ('video', 'telephone', 'on-site')),
  -- Where: an address, a link or a number.
  place TEXT NOT NULL CHECK (length(place) <= 300),
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 10 AND 480),
  -- A line to the candidate.
  message TEXT NOT NULL DEFAULT '' CHECK (length(message) <= 1000),
  -- IANA name of the zone in which its times were written.
  zone TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
  -- Null until a time is picked.
  starts_at INTEGER,
  -- What the candidate wrote when no time was right, and when.
  answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 1000),
  answered_at INTEGER,
  -- Counts what calendars are told of it (RFC 5545, SEQUENCE); null before they were told anything.
  sequence INTEGER,
  -- Null once the account is removed.
  proposed_by TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  CHECK (state IN ('proposed', 'cancelled') OR starts_at IS NOT NULL)
) STRICT;
CREATE INDEX interviews_by_application ON interviews (application_id, created_at);
CREATE INDEX interviews_by_state ON interviews (state, starts_at);
CREATE INDEX interviews_by_proposer ON interviews (proposed_by) WHERE proposed_by IS NOT NULL;

-- The times from which the candidate picks.
CREATE TABLE interview_times (
  interview_id TEXT NOT NULL REFERENCES interviews (id) ON DELETE CASCADE,
  starts_at INTEGER NOT NULL,
  PRIMARY KEY (interview_id, starts_at)
) STRICT, WITHOUT ROWID;

-- Colleagues who hold it.
CREATE TABLE interview_people (
  interview_id TEXT NOT NULL REFERENCES interviews (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (interview_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX interview_people_by_account ON interview_people (account_id, interview_id);

-- One of each colleague about each application. Others see it once it is sent, and they have sent theirs.
CREATE TABLE scorecards (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- Null once the account is removed.
  author_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  -- JSON array of {criterion, score, evidence}: a score keeps its criterion's words. Score 1 to 5; null: not asked.
  scores TEXT NOT NULL CHECK (json_type(scores) = 'array'),
  -- Null while it is a draft without one.
  verdict TEXT CHECK (verdict IN ('strong-no', 'no', 'yes', 'strong-yes')),
  note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 4000),
  saved_at INTEGER NOT NULL,
  -- Null while it is a draft.
  sent_at INTEGER,
  corrected_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK (sent_at IS NULL OR verdict IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX scorecards_by_author ON scorecards (application_id, author_id) WHERE author_id IS NOT NULL;
CREATE INDEX scorecards_by_application ON scorecards (application_id, sent_at);
CREATE INDEX scorecards_of_author ON scorecards (author_id) WHERE author_id IS NOT NULL;

-- Nobody can go on with the draft of an account that is gone.
CREATE TRIGGER accounts_take_draft_scorecards BEFORE DELETE ON accounts
BEGIN
  DELETE FROM scorecards WHERE author_id = OLD.id AND sent_at IS NULL;
END;
