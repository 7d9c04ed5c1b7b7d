import type { SessionId, UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";

interface NewPassword {
  user: { id: UserId; email: string };
  /** The session that stays; all others end. */
  sessionId: SessionId;
  current: string;
  next: string;
}

/** Gives the account a new password, if `current` is its present one. */
export async function changePassword(_db: Db, _password: NewPassword, _scope: RequestScope): Promise<void> {
  throw new UnavailableError();
}
