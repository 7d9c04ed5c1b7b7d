import { sql } from "kysely";
import { type Db, firstRow, runBatch } from "../db/client.ts";
import { type DatedAddress, isInPart, listParts, mostPerPart } from "#worker/lib/http/sitemap-parts.ts";
import { allInsights, countInsights } from "./count-insights.ts";
import { isUnended, selectNextChange } from "./insight-cards.ts";

/** A sitemap lists so many categories, tags and authors, those first that changed last. */
const mostTopics = 5000;

interface Addresses {
  /** Null when the sitemap has no such part. */
  addresses: DatedAddress[] | null;
  /** When the next article appears or ends, epoch milliseconds; null if none is planned. */
  changesAt: number | null;
}

/** Names of the parts (worker/lib/http/sitemap-parts.ts) that the published articles make. One query. */
export async function listInsightParts(
  db: Db,
  { now }: { now: number },
): Promise<{ parts: string[]; changesAt: number | null }> {
  const { total, changes_at } = await selectExtent(db, now).executeTakeFirstOrThrow();
  return { parts: listParts(total), changesAt: changes_at };
}

/** The published articles of a part of the sitemap that search engines are to list here. Two queries in one round trip. */
export async function listInsightAddresses(db: Db, { part, now }: { part: string; now: number }): Promise<Addresses> {
  // An article is seen from its time on, even if it was last written before.
  const posts = sql<AddressRow>`SELECT '/insights/' || slug AS path, max(updated_at, publish_at) AS changed_at
    FROM insights INDEXED BY insights_in_sitemap
    WHERE status = 'published' AND noindex = 0 AND canonical_url IS NULL AND ${isInPart("insights.id", part)}
      AND publish_at <= ${now} AND ${isUnended(sql.ref("unpublish_at"), now)}
    LIMIT ${mostPerPart}`;
  const extent = selectExtent(db, now);
  const [counted, listed] = await runBatch(db, [extent, { compile: () => posts.compile(db) }]);
  const { total, changes_at } = firstRow<Extent>(counted) ?? { total: 0, changes_at: null };
  return { addresses: listParts(total).includes(part) ? readAddresses(listed) : null, changesAt: changes_at };
}

/** Every category, tag and author that has a published article. Two queries in one round trip. */
export async function listTopicAddresses(db: Db, { now }: { now: number }): Promise<Addresses> {
  const [counted, listed] = await runBatch(db, [selectExtent(db, now), selectTopics(db, now)]);
  const addresses = readAddresses(listed);
  return {
    addresses: addresses.length > 0 ? addresses : null,
    changesAt: firstRow<Extent>(counted)?.changes_at ?? null,
  };
}

interface Extent {
  total: number;
  changes_at: number | null;
}

function selectExtent(db: Db, now: number) {
  return db.selectNoFrom([
    sql<number>`${countInsights(db, { list: allInsights, now })}`.as("total"),
    sql<number | null>`${selectNextChange(db, now)}`.as("changes_at"),
  ]);
}

/** A topic changes with any of its articles, and when one appears. */
function selectTopics(db: Db, now: number) {
  const isSeen = isUnended(sql.ref("unpublish_at"), now);
  const select = (kind: "category" | "tag" | "author", table: "categories" | "tags" | "authors") => sql`
    SELECT ${sql.lit(`/insights/${kind}/`)} || slug AS path,
      (SELECT publish_at FROM insight_lists WHERE list = ${sql.table(table)}.id AND publish_at <= ${now} AND ${isSeen}
        ORDER BY publish_at DESC LIMIT 1) AS appeared_at,
      (SELECT changed_at FROM insight_lists WHERE list = ${sql.table(table)}.id AND changed_at <= ${now} AND ${isSeen}
        ORDER BY changed_at DESC LIMIT 1) AS edited_at
    FROM ${sql.table(table)}`;
  const topics = sql<AddressRow>`SELECT path, max(appeared_at, coalesce(edited_at, 0)) AS changed_at
    FROM (${select("category", "categories")} UNION ALL ${select("tag", "tags")}
    UNION ALL ${select("author", "authors")})
    WHERE appeared_at IS NOT NULL ORDER BY changed_at DESC LIMIT ${mostTopics}`;
  return { compile: () => topics.compile(db) };
}

interface AddressRow {
  path: string;
  changed_at: number;
}

function readAddresses(result: D1Result | undefined): DatedAddress[] {
  const rows = (result?.results ?? []) as unknown as AddressRow[];
  return rows.map(({ path, changed_at }) => ({ path, changedAt: changed_at }));
}
