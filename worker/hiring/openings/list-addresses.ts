import { sql } from "kysely";
import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import { type DatedAddress, isInPart, listParts, mostPerPart } from "#worker/lib/http/sitemap-parts.ts";
import { isListedAt, isWholeList, selectNextEnd, selectNextOpening, selectNotOpen } from "./opening-lists.ts";

/** Names of the parts (worker/lib/http/sitemap-parts.ts) that the openings make. One query. */
export async function listOpeningParts(
  db: Db,
  { now }: { now: number },
): Promise<{ parts: string[]; changesAt: number | null }> {
  const { total, changes_at } = await selectExtent(db, now).executeTakeFirstOrThrow();
  return { parts: listParts(total), changesAt: changes_at };
}

/**
 * The openings of a part of the sitemap; null when it has no such part. `changesAt` is when one of all ends or the next
 * one appears (epoch milliseconds). Two queries in one round trip.
 */
export async function listOpeningAddresses(
  db: Db,
  { part, now }: { part: string; now: number },
): Promise<{ addresses: DatedAddress[] | null; changesAt: number | null }> {
  const [counted, listed] = await runBatch(db, selectAddresses(db, { part, now }));
  const { total, changes_at } = firstRow<Extent>(counted) ?? { total: 0, changes_at: null };
  const rows = (listed?.results ?? []) as unknown as { slug: string; changed_at: number }[];
  const addresses = rows.map(({ slug, changed_at }) => ({ path: `/careers/${slug}`, changedAt: changed_at }));
  return { addresses: listParts(total).includes(part) ? addresses : null, changesAt: changes_at };
}

/** The queries of `listOpeningAddresses`, in its order. */
export function selectAddresses(db: Db, { part, now }: { part: string; now: number }) {
  // An opening is seen from its time on, even if it was last written before.
  const openings = sql`SELECT openings.slug, max(openings.updated_at, openings.publish_at) AS changed_at
    FROM (SELECT opening_id FROM opening_lists INDEXED BY opening_lists_in_sitemap
      WHERE ${isWholeList} AND ${isInPart("opening_lists.opening_id", part)} AND ${isListedAt(now)}) AS listed
    CROSS JOIN openings ON openings.id = listed.opening_id
    LIMIT ${mostPerPart}`;
  return [selectExtent(db, now), { compile: () => openings.compile(db) }];
}

interface Extent {
  total: number;
  changes_at: number | null;
}

function selectExtent(db: Db, now: number) {
  const listed = sql`coalesce((SELECT openings FROM opening_counts WHERE ${isWholeList}), 0)`;
  return db.selectNoFrom([
    sql<number>`${listed} - (SELECT count(*) FROM (${selectNotOpen(now)}))`.as("total"),
    sql<
      number | null
    >`(SELECT min(at) FROM (SELECT ${selectNextEnd(now)} AS at UNION ALL SELECT ${selectNextOpening(now)}))`.as(
      "changes_at",
    ),
  ]);
}
