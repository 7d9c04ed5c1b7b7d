-- An application that could not be put into the index of the search waits until this instant (epoch milliseconds), so that
-- it holds up no other (docs/decisions/054-texts-and-search.md).
ALTER TABLE application_search ADD COLUMN retry_at INTEGER NOT NULL DEFAULT 0;

-- A person goes with the last application under their own address, also where staff have put two together.
DROP TRIGGER applications_take_candidate;
CREATE TRIGGER applications_take_candidate AFTER DELETE ON applications
BEGIN
  DELETE FROM candidates WHERE merged_into = OLD.candidate_id
    AND NOT EXISTS (SELECT 1 FROM applications WHERE email = candidates.email);
  DELETE FROM candidates WHERE id = OLD.candidate_id
    AND NOT EXISTS (SELECT 1 FROM applications WHERE email = candidates.email);
END;

-- Before it, applications under other addresses go to the oldest row that was put into this one, and so do the other rows:
-- they stay one person.
CREATE TRIGGER candidates_hand_over BEFORE DELETE ON candidates
WHEN EXISTS (SELECT 1 FROM candidates WHERE merged_into = OLD.id)
BEGIN
  UPDATE applications
    SET candidate_id = (SELECT id FROM candidates WHERE merged_into = OLD.id ORDER BY created_at, id LIMIT 1)
    WHERE candidate_id = OLD.id AND email <> OLD.email;
  UPDATE candidates
    SET merged_into = nullif((SELECT candidate_id FROM applications WHERE email = candidates.email), id),
      version = version + 1
    WHERE merged_into = OLD.id;
END;

-- Rows that were left before these triggers: those that were put into another first, so that none of them takes over.
DELETE FROM candidates WHERE merged_into IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM applications WHERE email = candidates.email);
DELETE FROM candidates WHERE NOT EXISTS (SELECT 1 FROM applications WHERE email = candidates.email);

CREATE INDEX candidates_by_change ON candidates (updated_at);
