import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { openIndexNow } from "./index-now.ts";
import { describeFailing, isFailing, noteTry } from "./retries.ts";

/** IndexNow takes 10,000 in one request. */
const mostAtOnce = 1000;

/**
 * Tells search engines of the articles that were published, changed, moved or withdrawn, or have appeared or ended by
 * themselves. What fails is tried again later. Without a key nothing is announced.
 */
export async function sendAnnouncements(db: Db, scope: RequestScope): Promise<{ announced: number } | void> {
  const announce = openIndexNow(scope);
  if (!announce) {
    await db.deleteFrom("announcements").where("due_at", "<=", now()).execute();
    return;
  }
  const due = await selectDue(db, now()).execute();
  if (due.length === 0) return;
  const ids = sql<never>`(SELECT value FROM json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
  const paths = new Set(due.filter(({ is_known }) => is_known === 1).map(({ path }) => path));
  try {
    if (paths.size > 0) await announce([...paths].map((path) => `${scope.env.SITE_ORIGIN}${path}`));
  } catch (error) {
    scope.log.error("addresses not announced", error, { count: paths.size });
    await db.updateTable("announcements").set(noteTry(error)).where("id", "in", ids).execute();
    return { announced: 0 };
  }
  // A change that came meanwhile has a row of its own.
  await db.deleteFrom("announcements").where("id", "in", ids).execute();
  return { announced: paths.size };
}

/** What is due, and whether readers have ever known the address: what was planned and taken back is nobody's business. */
export function selectDue(db: Db, at: number) {
  const isKnown = sql<
    0 | 1
  >`(EXISTS (SELECT 1 FROM insights WHERE slug = substr(path, 11) AND status <> 'draft' AND publish_at <= ${at})
    OR EXISTS (SELECT 1 FROM redirects WHERE from_path = path))`;
  return db
    .selectFrom("announcements")
    .select(["id", "path", isKnown.as("is_known")])
    .where("due_at", "<=", at)
    .orderBy("due_at")
    .limit(mostAtOnce);
}

/** The announcements that keep failing: for GET /api/health. */
export function selectFailingAnnouncements(db: Db) {
  return db.selectFrom("announcements").select("id").where(isFailing()).limit(1);
}

/** The same for staff, as a scalar. */
export function describeFailingAnnouncements(db: Db) {
  return db.selectFrom("announcements").select(describeFailing().as("json")).where(isFailing());
}
