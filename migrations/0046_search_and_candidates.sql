-- An application that could not be put into the index of the search waits until this instant (epoch milliseconds), so that
-- it holds up no other (docs/decisions/054-texts-and-search.md).
ALTER TABLE application_search ADD COLUMN retry_at INTEGER NOT NULL DEFAULT 0;
