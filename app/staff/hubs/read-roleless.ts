import type { RouterContextProvider } from "react-router";
import { mayOpen, type Role } from "#app/shared/permissions.ts";
import { countUsersWithoutRole } from "#worker/accounts/list-users.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";

/** How many active accounts have no role; null for those who may not look accounts up. */
export async function readRoleless(
  context: Readonly<RouterContextProvider>,
  roles: readonly Role[],
): Promise<number | null> {
  if (!mayOpen("/user-management", roles)) return null;
  return countUsersWithoutRole(openDb(context.get(requestScope).env.DB));
}
