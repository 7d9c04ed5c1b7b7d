import type { Compilable } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import type { PurgeId } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { purgeTags } from "#worker/lib/http/purge.ts";
import type { RequestScope } from "../lib/scope.ts";
import { describeFailing, isFailing, noteTry } from "./retries.ts";

/** What the edge's caches have to forget, as it is stored with the change that makes them old. */
export interface PlannedPurge {
  /** Belongs into the batch of the change. */
  query: Compilable;
  id: PurgeId;
  tags: readonly string[];
}

/** A purge that was planned is left to its own request for so long, before the job takes it up. */
const grace = minute;
const mostAtOnce = 50;

/**
 * A purge of `tags`, to be sent once the batch has run (`sendPurge`), or, with `at`, by the job at that time (epoch
 * milliseconds).
 */
export function planPurge(db: Db, tags: readonly string[], at?: number): PlannedPurge {
  const id = newId<PurgeId>();
  const query = db
    .insertInto("purges")
    .values({ id, tags: JSON.stringify(tags), due_at: at ?? now() + grace, failed_at: null, last_error: null });
  return { id, tags, query };
}

/**
 * Purges what was planned. If that fails the change still stands: the job tries again, and the caches expire by
 * themselves in the end.
 */
export async function sendPurge(
  db: Db,
  { id, tags }: Pick<PlannedPurge, "id" | "tags">,
  { ctx, log }: Pick<RequestScope, "ctx" | "log">,
): Promise<boolean> {
  try {
    await purgeTags(ctx, tags);
    await db.deleteFrom("purges").where("id", "=", id).execute();
    return true;
  } catch (error) {
    log.error("purge failed", error, { tags });
    await noteFailure(db, id, error).catch((lost: unknown) => log.error("failed purge not noted", lost, { tags }));
    return false;
  }
}

/** Notes why a purge failed, and when to try again. Where even that fails, it is due already. */
async function noteFailure(db: Db, id: PurgeId, error: unknown): Promise<void> {
  await db.updateTable("purges").set(noteTry(error)).where("id", "=", id).execute();
}

/** Sends the purges that are due: those that failed, and those of articles that have appeared or ended meanwhile. */
export async function sendDuePurges(db: Db, scope: RequestScope): Promise<{ sent: number; failed: number }> {
  const due = await db
    .selectFrom("purges")
    .select(["id", "tags"])
    .where("due_at", "<=", now())
    .orderBy("due_at")
    .limit(mostAtOnce)
    .execute();
  const outcome = { sent: 0, failed: 0 };
  for (const { id, tags } of due) {
    const isSent = await sendPurge(db, { id, tags: JSON.parse(tags) as string[] }, scope);
    outcome[isSent ? "sent" : "failed"] += 1;
  }
  return outcome;
}

/** The purges that keep failing: for GET /api/health. */
export function selectFailingPurges(db: Db) {
  return db.selectFrom("purges").select("id").where(isFailing()).limit(1);
}

/** The same for staff, as a scalar. */
export function describeFailingPurges(db: Db) {
  return db.selectFrom("purges").select(describeFailing().as("json")).where(isFailing());
}
