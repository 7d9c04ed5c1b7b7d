-- Whether it is proven that an account belongs to whoever owns its address: by an operator who made it, by an invitation.
-- Signing up proves nothing. Accounts that hold a role so far were made by an operator.

ALTER TABLE users ADD COLUMN verified_at INTEGER;

UPDATE users SET verified_at = created_at
WHERE is_demo = 1 OR EXISTS (SELECT 1 FROM user_roles WHERE user_roles.user_id = users.id);

-- Whoever signs up first under an address must not be who a role is later meant for.
CREATE TRIGGER user_roles_need_verified BEFORE INSERT ON user_roles
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND verified_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'unverified_account');
END;

CREATE TRIGGER users_keep_verified BEFORE UPDATE OF verified_at ON users
WHEN OLD.verified_at IS NOT NULL AND NEW.verified_at IS NULL
  AND EXISTS (SELECT 1 FROM user_roles WHERE user_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'unverified_account');
END;
