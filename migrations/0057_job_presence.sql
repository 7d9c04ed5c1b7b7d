-- Who has a job open in the editor: a row for each open page, renewed while that page is in sight. As post_presence of articles.
CREATE TABLE job_presence (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  tab TEXT NOT NULL CHECK (length(tab) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  -- When the last key was pressed in it; null while none was.
  typed_at INTEGER,
  PRIMARY KEY (job_id, tab)
) STRICT, WITHOUT ROWID;

CREATE INDEX job_presence_by_time ON job_presence (seen_at);
CREATE INDEX job_presence_by_user ON job_presence (user_id);
