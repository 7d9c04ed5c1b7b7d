-- Archiving an article before its time used to leave that time standing: once it had passed, the address said that an
-- article was withdrawn which nobody had ever seen.
UPDATE posts SET publish_at = NULL WHERE status = 'archived' AND publish_at > unixepoch() * 1000;
