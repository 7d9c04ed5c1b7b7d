import { mayOpen, type Role, type StaffPage } from "#app/shared/permissions.ts";
import { readNew } from "#worker/contact/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** How much work waits on the pages that `roles` open. A page is left out where nothing waits, or nobody knows. */
export async function countWaiting(
  { env, log }: RequestScope,
  roles: readonly Role[],
): Promise<Partial<Record<StaffPage, number>>> {
  if (!mayOpen("/marketing-admin/inbox", roles)) return {};
  try {
    const { inbox } = await readNew(openDb(env.DB));
    return inbox > 0 ? { "/marketing-admin/inbox": inbox } : {};
  } catch (error) {
    log.error("work that waits not counted", error);
    return {};
  }
}
