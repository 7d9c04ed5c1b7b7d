-- What is written of a job and is not shown yet (docs/decisions/050-writing-jobs.md). A draft has a row from its first save on;
-- a job that the public or colleagues may read has one while it has changes that they do not see. Instants are epoch
-- milliseconds.
CREATE TABLE job_drafts (
  job_id TEXT NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  -- JSON, WorkingDraft of worker/careers/working-draft.ts.
  content TEXT NOT NULL CHECK (json_type(content) = 'object'),
  -- When the writer of `saved_at` began: their saves within minutes are one in the audit log.
  started_at INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  saved_by TEXT REFERENCES users (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_drafts_by_writer ON job_drafts (saved_by) WHERE saved_by IS NOT NULL;

-- The orders of the list for staff. Each has all that its filters ask for.
CREATE INDEX jobs_by_title ON jobs (title COLLATE NOCASE, id, status, publish_at, closes_at, department, workplace);
CREATE INDEX jobs_by_end ON jobs (coalesce(closes_at, 9007199254740991), id, status, publish_at, department, workplace);
CREATE INDEX jobs_by_opening ON jobs (coalesce(publish_at, 9007199254740991), id, status, closes_at, department, workplace);
CREATE INDEX jobs_by_department ON jobs (department);
