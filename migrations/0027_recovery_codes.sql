-- Which secret made a code: once AUTH_SECRET is replaced and the former one is over, the code works no longer, and its
-- owner should read so. Null: it was made before there were names.
ALTER TABLE recovery_codes ADD COLUMN secret_name TEXT CHECK (length(secret_name) = 6);
