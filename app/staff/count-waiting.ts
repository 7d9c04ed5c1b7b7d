import { may, type Role } from "#app/shared/permissions.ts";
import { readNew } from "#worker/contact/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** How much work waits on the pages that `roles` open, by path. A page is left out where nothing waits, or nobody knows. */
export async function countWaiting(
  { env, log }: RequestScope,
  roles: readonly Role[],
): Promise<Partial<Record<string, number>>> {
  if (!may(roles, "enquiries.read")) return {};
  try {
    const { inbox } = await readNew(openDb(env.DB));
    return inbox > 0 ? { "/marketing-admin/inbox": inbox } : {};
  } catch (error) {
    log.error("work that waits not counted", error);
    return {};
  }
}
