-- Who has an article open in the editor: a row for each open page, renewed while that page is in sight.
CREATE TABLE post_presence (
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  tab TEXT NOT NULL CHECK (length(tab) = 36),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  -- When the last key was pressed in it; null while none was.
  typed_at INTEGER,
  PRIMARY KEY (post_id, tab)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_presence_by_time ON post_presence (seen_at);
CREATE INDEX post_presence_by_user ON post_presence (user_id);
