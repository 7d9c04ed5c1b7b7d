import { openDb } from "../../db/client.ts";

/** True unless staff have switched off that a model which was learnt here is learnt anew, and then serves, by itself. */
export async function readLearnsAnew({ env }: { env: Pick<Env, "DB"> }): Promise<boolean> {
  const row = await openDb(env.DB).selectFrom("search_settings").select("learns_anew").executeTakeFirst();
  return row?.learns_anew !== 0;
}
