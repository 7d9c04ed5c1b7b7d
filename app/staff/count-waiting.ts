import { may, type Role } from "#shared/permissions.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { staffPages } from "./staff-pages.ts";

/**
 * How much work waits on the pages that `roles` open, by path, as the subjects declare it. A page is left out where
 * nothing waits, or nobody knows.
 */
export async function countWaiting(
  roles: readonly Role[],
  { env, log, subjects }: RequestScope,
): Promise<Partial<Record<string, number>>> {
  const db = openDb(env.DB);
  const open = staffPages.filter(({ permission }) => may(roles, permission)).map(({ path }) => path);
  const counters = subjects.flatMap(({ waiting = {} }) =>
    Object.entries(waiting).filter(([path]) => open.includes(path as (typeof open)[number])),
  );
  const counted = counters.map(async ([path, count]): Promise<[string, number]> => {
    try {
      return [path, await count(db)];
    } catch (error) {
      log.error("work that waits not counted", error, { page: path });
      return [path, 0];
    }
  });
  return Object.fromEntries((await Promise.all(counted)).filter(([, count]) => count > 0));
}
