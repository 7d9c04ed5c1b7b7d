-- Where the posts of an import come from, and that one file is imported once at a time (docs/decisions/047-imports.md).

-- The address of the other site without its scheme, or the name that staff have given to it. Null: begun before this was kept.
ALTER TABLE imports ADD COLUMN site TEXT CHECK (length(site) BETWEEN 1 AND 200);
-- The browser tab that sends it now, and when it was last heard of.
ALTER TABLE imports ADD COLUMN runner TEXT NOT NULL DEFAULT '' CHECK (length(runner) <= 36);
ALTER TABLE imports ADD COLUMN runner_id TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE imports ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;

-- The system and the site of the post: "wordpress old.example". Null: the key is of before, and names the system alone. Such
-- a row gets its source and its new key when the post comes again.
ALTER TABLE import_items ADD COLUMN source TEXT CHECK (length(source) BETWEEN 3 AND 221);

-- Two people could begin one file at once: the newest of these imports goes on, the others are over.
UPDATE imports SET finished_at = started_at, version = version + 1
WHERE finished_at IS NULL AND undone_at IS NULL AND EXISTS (
  SELECT 1 FROM imports AS other
  WHERE other.file_hash = imports.file_hash AND other.finished_at IS NULL AND other.undone_at IS NULL
    AND (other.started_at, other.id) > (imports.started_at, imports.id)
);
CREATE UNIQUE INDEX imports_open ON imports (file_hash) WHERE finished_at IS NULL AND undone_at IS NULL;
CREATE INDEX imports_by_runner ON imports (runner_id);
CREATE INDEX imports_by_site ON imports (kind, site) WHERE site IS NOT NULL;
