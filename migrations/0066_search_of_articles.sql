-- The site's search finds articles now (migrations-search), so their own table of words goes. Writers also seek drafts, which
-- that search does not have: by words in titles, standfirsts and tags. An index has just these, so that no text is read for it.
DROP TABLE post_terms;
CREATE INDEX posts_by_words ON posts (id, title, dek);
