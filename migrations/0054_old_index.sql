-- The index that migration 0037 has replaced: no version of the Worker that may still run asks for it.
DROP INDEX posts_lacking_pictures;
