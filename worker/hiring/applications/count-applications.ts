import type { Db } from "#worker/db/client.ts";

/** How many running applications nobody of the staff has opened. */
export async function countUnopened(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("opened_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
