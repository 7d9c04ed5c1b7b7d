import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";

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

/** How many applications somebody named `user` in and has not opened since. Talks to one index. */
export async function countMentions(db: Db, user: UserId): Promise<number> {
  const { count } = await db
    .selectFrom("application_mentions")
    .select(({ fn }) => fn.count<number>("application_id").distinct().as("count"))
    .where("user_id", "=", user)
    .where("seen_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
