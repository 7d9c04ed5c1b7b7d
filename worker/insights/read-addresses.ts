import { sql } from "kysely";
import type { Lack } from "#shared/insights/article-checks/check-link.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";

interface Question {
  /** The article that asks; null for one that is not stored. */
  id: InsightId | null;
  /** Paths of this site, such as "/insights/forecast#method". */
  addresses: readonly string[];
  /** The last part of an address that the article would like to have. */
  slug: string;
}

interface Answer {
  /** What is missing, by address; an address that is not in it leads somewhere. */
  lacks: Record<string, Lack>;
  /** `slug` if no other article has it, or else the first of "slug-2", "slug-3" … that is free. */
  freeSlug: string;
}

/** Whether addresses lead to articles, topics, openings or redirects, and a slug is free. Two queries in one trip. */
export async function readAddresses(db: Db, question: Question): Promise<Answer> {
  const [found, free] = await runBatch(db, selectAddresses(db, question));
  const rows = (found?.results ?? []) as unknown as { at: number; article: number | null; other: number }[];
  const lacks: Record<string, Lack> = {};
  for (const { at, article, other } of rows) {
    const address = question.addresses[at] ?? "";
    if (article === null && other === 0) lacks[address] = "page";
    else if (article === 0) lacks[address] = "section";
  }
  const [row] = (free?.results ?? []) as unknown as { slug: string }[];
  return { lacks, freeSlug: row?.slug ?? question.slug };
}

/** Every address is looked up by keys. The HTML of an article is read only where a section of it is asked for. */
export function selectAddresses(db: Db, { id, addresses, slug }: Question) {
  const parts = addresses.map((address) => {
    const [path = "", section] = address.split(/#(.*)/s);
    return [path, section || null];
  });
  const found = sql`
    WITH asked AS (SELECT key AS at, value ->> 0 AS path, value ->> 1 AS section FROM json_each(${JSON.stringify(parts)}))
    SELECT at,
      (SELECT section IS NULL OR instr(html, ' id="' || section || '"') > 0 FROM insights
        WHERE substr(path, 1, 10) = '/insights/' AND slug = substr(path, 11) AND status = 'published') AS article,
      ${isSlugOf("categories", "/insights/category/")} OR ${isSlugOf("tags", "/insights/tag/")}
      OR ${isSlugOf("authors", "/insights/author/")}
      OR EXISTS (SELECT 1 FROM openings WHERE substr(path, 1, 9) = '/careers/' AND slug = substr(path, 10)
        AND status IN ('published', 'closed'))
      OR EXISTS (SELECT 1 FROM redirects WHERE from_path = path) AS other
    FROM asked`;
  // Ends at the first that is free; a slug has 120 characters at most.
  const start = sql`rtrim(substr(${slug}, 1, 115), '-')`;
  const free = sql`
    WITH RECURSIVE turns (turn, slug) AS (
      SELECT 1, ${slug}
      UNION ALL SELECT turn + 1, ${start} || '-' || (turn + 1) FROM turns WHERE turn < 1000
        AND EXISTS (SELECT 1 FROM insights WHERE insights.slug = turns.slug AND insights.id IS NOT ${id}))
    SELECT slug FROM turns ORDER BY turn DESC LIMIT 1`;
  return [found, free].map((query) => ({ compile: () => query.compile(db) }));
}

/** Whether `path` is `start` and the slug of a row of `table`. */
function isSlugOf(table: string, start: string) {
  return sql`EXISTS (SELECT 1 FROM ${sql.table(table)} WHERE substr(path, 1, ${start.length}) = ${start}
    AND slug = substr(path, ${start.length + 1}))`;
}
