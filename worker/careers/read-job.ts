import { sql } from "kysely";
import type { JobDetail, ListedJob } from "#app/shared/job.ts";
import { type Db, firstRow, runBatch } from "../db/client.ts";
import { isOpenAt, type ListedRow, readListed, selectListed, selectNextOpening } from "./open-jobs.ts";

interface ReadOptions {
  slug: string;
  now: number;
}

export type Found =
  | {
      kind: "job";
      job: JobDetail;
      others: ListedJob[];
      /** When one of these expires or the next opening appears, epoch milliseconds; null if nothing is known to. */
      changesAt: number | null;
    }
  | { kind: "moved"; to: string }
  | { kind: "missing" };

interface DetailRow extends ListedRow {
  id: string;
  requisition_id: string;
  summary: string;
  html: string;
  openings: number;
  publish_at: number;
  is_open: 0 | 1;
  next_opening: number | null;
}

/**
 * A job that is or was public, with up to three other openings (of the same department first), or the address it has
 * moved to: two queries in one round trip. Drafts, internal and scheduled openings are not found.
 */
export async function readJob(db: Db, options: ReadOptions): Promise<Found> {
  const [found, related] = await runBatch(db, selectJob(db, options));
  const row = firstRow<DetailRow>(found);
  if (!row) return { kind: "missing" };
  if (row.slug !== options.slug) return { kind: "moved", to: `/careers/${row.slug}` };
  const job: JobDetail = {
    ...readListed(row),
    id: row.id,
    requisitionId: row.requisition_id,
    summary: row.summary,
    html: row.html,
    openings: row.openings,
    publishedAt: row.publish_at,
    isOpen: row.is_open === 1,
  };
  const others = ((related?.results ?? []) as unknown as ListedRow[]).map(readListed);
  const ends = [...(job.isOpen ? [job] : []), ...others].map(({ closesAt }) => closesAt);
  return { kind: "job", job, others, changesAt: findFirst([row.next_opening, ...ends]) };
}

/** The queries of `readJob`, in its order. The first finds the job at `slug`, else the one that `slug` has led to. */
export function selectJob(db: Db, { slug, now }: ReadOptions) {
  const movedTo = sql<string>`(SELECT substr(to_path, length('/careers/') + 1) FROM redirects
    WHERE from_path = '/careers/' || ${slug})`;
  const job = db
    .selectFrom("jobs")
    .select(selectListed)
    .select(["jobs.id", "requisition_id", "summary", "html", "openings", "publish_at", isOpenAt(now).as("is_open")])
    .select(selectNextOpening(now).as("next_opening"))
    .where("jobs.slug", "in", sql<string>`(${slug}, ${movedTo})`)
    .where("jobs.status", "in", ["published", "closed"])
    .where("jobs.publish_at", "<=", now)
    // The job with this slug now comes before one that had it earlier.
    .orderBy(sql`jobs.slug = ${slug}`, "desc")
    .limit(1);
  const others = db
    .selectFrom("jobs")
    .select(selectListed)
    .where(isOpenAt(now))
    .where("jobs.slug", "<>", slug)
    .orderBy(sql`jobs.department = (SELECT department FROM jobs AS this WHERE this.slug = ${slug})`, "desc")
    .orderBy("jobs.publish_at", "desc")
    .orderBy("jobs.id", "desc")
    .limit(3);
  return [job, others];
}

/**
 * Addresses of all open jobs, with the instant of their last change, for the sitemap. `changesAt` is when one of them
 * expires or the next one appears (epoch milliseconds). One query; two while no job is open.
 */
export async function listOpenJobPaths(
  db: Db,
  { now }: { now: number },
): Promise<{ addresses: { path: string; changedAt: number }[]; changesAt: number | null }> {
  const rows = await selectOpenJobPaths(db, { now }).execute();
  const addresses = rows.map(({ slug, changed_at }) => ({ path: `/careers/${slug}`, changedAt: changed_at }));
  const next = rows[0] ? rows[0].next_opening : await readNextOpening(db, now);
  return { addresses, changesAt: findFirst([next, ...rows.map(({ closes_at }) => closes_at)]) };
}

async function readNextOpening(db: Db, now: number): Promise<number | null> {
  const { next } = await db.selectNoFrom(selectNextOpening(now).as("next")).executeTakeFirstOrThrow();
  return next;
}

/** The first of some instants, as far as they are known. */
function findFirst(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : null;
}

/** The query of `listOpenJobPaths`. */
export function selectOpenJobPaths(db: Db, { now }: { now: number }) {
  return (
    db
      .selectFrom("jobs")
      // An opening is seen from its time on, even if it was last written before.
      .select(["slug", "closes_at", sql<number>`max(updated_at, publish_at)`.as("changed_at")])
      .select(selectNextOpening(now).as("next_opening"))
      .where(isOpenAt(now))
      .orderBy("publish_at", "desc")
      .orderBy("jobs.id", "desc")
  );
}
