import { sql } from "kysely";
import type { OpeningDetail, ListedOpening } from "#shared/hiring/opening.ts";
import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { selectNear } from "#worker/db/select-near.ts";
import { isOpenAt, type ListedRow, readListed, selectListed } from "./current-openings.ts";
import { isListedAt, selectNextOpening } from "./opening-lists.ts";

/** How many other openings a job's page names: those that are most like it, else the newest, those of its department first. */
const mostOthers = 3;

interface ReadOptions {
  slug: string;
  now: number;
}

export type Found =
  | {
      kind: "job";
      job: OpeningDetail;
      others: ListedOpening[];
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
 * A job that is or was public, with up to three other openings, or the address it has
 * moved to: two queries in one round trip. Drafts, internal and scheduled openings are not found.
 */
export async function readOpening(db: Db, options: ReadOptions): Promise<Found> {
  const [found, related] = await runBatch(db, selectOpening(db, options));
  const row = firstRow<DetailRow>(found);
  if (!row) return { kind: "missing" };
  if (row.slug !== options.slug) return { kind: "moved", to: `/careers/${row.slug}` };
  const job: OpeningDetail = {
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

/** The queries of `readOpening`, in its order. The first finds the job at `slug`, else the one that `slug` has led to. */
export function selectOpening(db: Db, { slug, now }: ReadOptions) {
  const movedTo = sql<string>`(SELECT substr(to_path, length('/careers/') + 1) FROM redirects
    WHERE from_path = '/careers/' || ${slug})`;
  const job = db
    .selectFrom("openings")
    .select(selectListed)
    .select(["openings.id", "requisition_id", "summary", "html", "openings", "publish_at", isOpenAt(now).as("is_open")])
    .select(selectNextOpening(now).as("next_opening"))
    .where("openings.slug", "in", sql<string>`(${slug}, ${movedTo})`)
    .where("openings.status", "in", ["published", "closed"])
    .where("openings.publish_at", "<=", now)
    // The job with this slug now comes before one that had it earlier.
    .orderBy(sql`openings.slug = ${slug}`, "desc")
    .limit(1);
  const department = sql<string>`(SELECT department FROM openings AS this WHERE this.slug = ${slug})`;
  // One more than are shown, for the job itself is among them.
  const newest = sql`FROM opening_lists WHERE country = '' AND workplace = '' AND employment = ''
    AND ${isListedAt(now)}`;
  const latest = sql`ORDER BY publish_at DESC, opening_id DESC LIMIT ${mostOthers + 1}`;
  const id = sql<string>`(SELECT id FROM openings AS this WHERE this.slug = ${slug})`;
  const chosen = sql<{ id: OpeningId; place: number | null }>`(SELECT id, min(place) AS place FROM (
    ${selectNear("opening", id)}
    UNION ALL SELECT opening_id, NULL FROM (SELECT opening_id ${newest} AND department = ${department} ${latest})
    UNION ALL SELECT opening_id, NULL FROM (SELECT opening_id ${newest} AND department = '' ${latest})) GROUP BY id)`;
  const others = db
    .selectFrom(chosen.as("chosen"))
    .crossJoin("openings")
    .select(selectListed)
    .whereRef("openings.id", "=", "chosen.id")
    .where("openings.slug", "<>", slug)
    .where(isOpenAt(now))
    .orderBy(sql`chosen.place IS NULL`)
    .orderBy("chosen.place")
    .orderBy(sql`openings.department = ${department}`, "desc")
    .orderBy("openings.publish_at", "desc")
    .orderBy("openings.id", "desc")
    .limit(mostOthers);
  return [job, others];
}

/** The first of the known instants. */
function findFirst(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : null;
}
