import { may, type Role } from "#app/shared/permissions.ts";
import { countUsersWithoutRole } from "#worker/accounts/list-users.ts";
import type { Db } from "#worker/db/client.ts";

/** How many active accounts have no role; null for those who may not look accounts up. */
export async function readRoleless(db: Db, { roles }: { roles: readonly Role[] }): Promise<number | null> {
  return may(roles, "users.read") ? countUsersWithoutRole(db) : null;
}
