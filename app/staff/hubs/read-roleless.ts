import { mayOpen, type Role } from "#app/shared/permissions.ts";
import { countUsersWithoutRole } from "#worker/accounts/list-users.ts";
import { openDb } from "#worker/db/client.ts";

/** How many active accounts have no role; null for callers who may not open the user list. */
export async function readRoleless(d1: D1Database, roles: readonly Role[]): Promise<number | null> {
  return mayOpen("/user-management", roles) ? countUsersWithoutRole(openDb(d1)) : null;
}
