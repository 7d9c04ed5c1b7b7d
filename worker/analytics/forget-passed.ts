import { openDb, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { tombstoneLife } from "./lifetimes.ts";
import { forgetSources } from "./view-share.ts";

/** Deletes what has served: the tombstones that nothing can come after any more, and the networks of days gone by. */
export async function forgetPassed(env: Env): Promise<void> {
  const db = openDb(env.DB);
  await runBatch(db, [
    db.deleteFrom("erased_visitors").where("erased_at", "<", now() - tombstoneLife),
    forgetSources(db),
  ]);
}
