import type { SignedIn } from "#app/staff/guard.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";

/** The signed-in caller, as the functions that manage accounts take them. */
export function toManager({ user, name, roles, authTime }: SignedIn): Manager {
  return { id: user.id as AccountId, email: user.email, name, roles, authTime };
}
