import type { Db } from "../db/client.ts";

/** How many dead letters the page lists, and how many one press sends again. */
export const listedLetters = 100;

/** The oldest dead letters, and how many there are in all. */
export async function listDeadLetters(db: Db) {
  const letters = await db
    .selectFrom("dead_letters")
    .selectAll()
    .orderBy("received_at")
    .orderBy("id")
    .limit(listedLetters)
    .execute();
  return { letters, total: letters.length < listedLetters ? letters.length : await countDeadLetters(db) };
}

/** How many messages wait for staff; `real` leaves out those of the local seed. */
export async function countDeadLetters(db: Db, { real = false }: { real?: boolean } = {}): Promise<number> {
  const { count } = await db
    .selectFrom("dead_letters")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .$if(real, (query) => query.where("is_demo", "=", 0))
    .executeTakeFirstOrThrow();
  return count;
}
