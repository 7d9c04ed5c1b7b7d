import type { Db } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";

/** Mails the owner of an address a link to choose a new password, if the address has an account. */
export async function requestPasswordReset(_db: Db, _asked: { email: string }, _scope: RequestScope): Promise<void> {
  // Replaced by the recovery of accounts.
}
