-- Items of the media library of which a row was deleted, and whose bytes without a row are about to be.
CREATE TABLE media_leaving (
  item_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
