-- Figures about hiring (docs/decisions/057-hiring-figures.md): all that is counted of the applications of some days, without
-- their rows, which hold long texts; and those that have waited longest.
CREATE INDEX applications_counted ON applications
  (received_at, job_id, stage, stage_since, source, referrer, id);
CREATE INDEX applications_waiting ON applications (stage_since, id) WHERE ended_at IS NULL;

-- The row with which this one came along when that was put into another, so that parting gives it back, even where the
-- application whose history told so is gone.
ALTER TABLE candidates ADD COLUMN came_with TEXT REFERENCES candidates (id) ON DELETE SET NULL;
CREATE INDEX candidates_by_way ON candidates (came_with) WHERE came_with IS NOT NULL;
UPDATE candidates SET came_with = (
  SELECT detail ->> 'candidate' FROM application_history, json_each(detail, '$.along') AS along
  WHERE kind = 'merged' AND along.value = candidates.id AND detail ->> 'into' = candidates.merged_into
    AND EXISTS (SELECT 1 FROM candidates AS other WHERE other.id = detail ->> 'candidate')
  ORDER BY at DESC LIMIT 1)
WHERE merged_into IS NOT NULL;
