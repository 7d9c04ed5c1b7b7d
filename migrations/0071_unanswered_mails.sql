-- A mail that may have arrived is repeated once: 1 after the first try of that kind.
ALTER TABLE outbox ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered IN (0, 1));
