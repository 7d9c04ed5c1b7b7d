import type { RouterContextProvider } from "react-router";
import { mayOpen, type Role, type StaffPage } from "#app/shared/permissions.ts";
import { countUsersWithoutRole } from "#worker/accounts/list-users.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";

/** Something that waits for a person: how many, of what, and the page where it is dealt with. */
export interface WaitingItem {
  count: number;
  what: string;
  page: StaffPage;
}

/** What waits for somebody who holds `roles`; nothing that they could not open. */
export async function readWorkQueue(
  context: Readonly<RouterContextProvider>,
  roles: readonly Role[],
): Promise<WaitingItem[]> {
  if (!mayOpen("/user-management", roles)) return [];
  const count = await countUsersWithoutRole(openDb(context.get(requestScope).env.DB));
  if (count === 0) return [];
  return [{ count, what: count === 1 ? "account has no role" : "accounts have no role", page: "/user-management" }];
}
