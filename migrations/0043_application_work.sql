-- What staff write about applications (docs/decisions/052-work-on-applications.md). It goes with its application.
CREATE TABLE application_notes (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- Null once the account is removed.
  author_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  written_at INTEGER NOT NULL,
  note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 4000)
) STRICT;
CREATE INDEX application_notes_by_application ON application_notes (application_id, written_at);
CREATE INDEX application_notes_by_author ON application_notes (author_id) WHERE author_id IS NOT NULL;

-- Colleagues whom a note names. Open until they have opened the application.
CREATE TABLE application_mentions (
  note_id TEXT NOT NULL REFERENCES application_notes (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  seen_at INTEGER,
  PRIMARY KEY (note_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_mentions_open ON application_mentions (user_id, application_id) WHERE seen_at IS NULL;
CREATE INDEX application_mentions_by_user ON application_mentions (user_id);
CREATE INDEX application_mentions_by_application ON application_mentions (application_id);

CREATE TABLE application_tags (
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  -- In small letters, so that one word is one tag.
  tag TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 40),
  PRIMARY KEY (application_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_tags_by_tag ON application_tags (tag, application_id);

-- Applications of the same name or telephone (its last nine digits): they may be of one person with two addresses.
CREATE INDEX applications_by_name ON applications (lower(name));
CREATE INDEX applications_by_phone ON applications (
  substr(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), -9)
) WHERE length(phone) >= 7;

-- What nobody of the staff has opened, and what a person should look at.
CREATE INDEX applications_unopened ON applications (received_at) WHERE opened_at IS NULL AND ended_at IS NULL;
CREATE INDEX applications_flagged ON applications (stage_since) WHERE flags <> '[]';
CREATE INDEX applications_by_source ON applications (source, stage_since);
CREATE INDEX applications_running ON applications (received_at, id) WHERE ended_at IS NULL;
