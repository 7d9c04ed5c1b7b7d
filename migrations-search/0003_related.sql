-- The generation for which it was worked out which documents are related; that stands in the site's database (`related`).
ALTER TABLE state ADD COLUMN related INTEGER NOT NULL DEFAULT -1;
