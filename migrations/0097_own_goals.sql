-- Goals that staff have made: a page that was seen, a form that was sent, a file that was downloaded, or something that was pressed.
CREATE TABLE own_goals (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- JSON: one step, as FunnelStep in worker/analytics/figures/types.ts has it.
  step TEXT NOT NULL CHECK (json_valid(step) AND length(step) <= 2000),
  -- JSON: what it looks for among views and among events, as listTerms in worker/analytics/figures/funnels.ts writes it, so that the
  -- figures need no trip before they are asked for.
  pages TEXT NOT NULL CHECK (json_valid(pages) AND length(pages) <= 4000),
  events TEXT NOT NULL CHECK (json_valid(events) AND length(events) <= 4000),
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX own_goals_by_author ON own_goals (created_by);
