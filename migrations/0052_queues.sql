-- Each queue of the hubs is counted at every visit: these hold its rows and no others.
CREATE INDEX applications_running_by_stage ON applications (stage_since, id) WHERE ended_at IS NULL;
CREATE INDEX applications_unassigned ON applications (received_at, id) WHERE ended_at IS NULL AND assignee_id IS NULL;
CREATE INDEX applications_running_flagged ON applications (received_at, id) WHERE ended_at IS NULL AND flags <> '[]';
-- Whether a job has applications that are worked at, and when the newest one came.
CREATE INDEX applications_running_by_job ON applications (job_id) WHERE ended_at IS NULL;
CREATE INDEX applications_by_job_and_time ON applications (job_id, received_at);
-- The drafts of one writer.
CREATE INDEX posts_drafts_by_editor ON posts (edited_by, edited_at, id) WHERE status = 'draft' AND trashed_at IS NULL;
