-- Covers wait until the picture for shared links has the title of the article, too; not before the sweep of drawings is done
-- with one is it stored again (docs/decisions/045-covers-and-checks.md); and articles are rendered after a replaced file in
-- parts (docs/decisions/046-media-library.md).

-- `posts_lacking_pictures`, which takes its place until the Worker is deployed, can go with a later migration.
CREATE INDEX posts_lacking_share_image ON posts (id) WHERE cover IS NOT NULL AND share_image IS NULL AND trashed_at IS NULL;

-- Drawings whose rows are deleted and whose bytes are about to be.
CREATE TABLE covers_leaving (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 3 AND 200)
) STRICT, WITHOUT ROWID;

-- While an item is stale: the article up to which all that show it are rendered, in the order of their ids; and how often
-- that was begun, so that a part of an earlier turn is not taken for one of this.
ALTER TABLE media_items ADD COLUMN rendered_to TEXT NOT NULL DEFAULT '';
ALTER TABLE media_items ADD COLUMN render_turn INTEGER NOT NULL DEFAULT 0 CHECK (render_turn >= 0);
