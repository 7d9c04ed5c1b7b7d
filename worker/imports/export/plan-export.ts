import { sql } from "kysely";
import type { ExportPart, ExportPlan } from "#shared/imports/export-parts.ts";
import { type Db, readRows, runBatch } from "../../db/client.ts";
import { readNames } from "./read-names.ts";

/** What one part may have at most. A request may ask D1 and the bucket a thousand times. */
interface PartLimits {
  /** Twenty are read at once; one whose topics are gone is asked about by itself. */
  articles: number;
  drawings: number;
  /** Files of the media library with their further widths, and bytes of the former. */
  files: number;
  bytes: number;
}

interface Planning {
  most?: PartLimits;
  /** The names of an earlier plan, which it is compared with. */
  since?: string;
}

const limits: PartLimits = { articles: 400, drawings: 300, files: 300, bytes: 100_000_000 };

/** The parts of an export, so that each can be answered by one request. The last part of a kind has what comes meanwhile. */
export async function planExport(db: Db, { most = limits, since }: Planning = {}): Promise<ExportPlan> {
  // First: what moves while the parts are counted is noticed.
  const names = await readNames(db, since);
  const slugs = selectEvery(db, { table: "insights", column: "slug", count: most.articles });
  const keys = selectEvery(db, { table: "media", column: "key", count: most.drawings });
  const items = selectWeights(db);
  const results = await runBatch(db, [slugs, keys, items]);
  return {
    names,
    parts: [
      { part: "topics", after: "", to: "" },
      ...divide(
        "articles",
        readRows(slugs, results[0]).map(({ key }) => key),
      ),
      ...divide(
        "drawings",
        readRows(keys, results[1]).map(({ key }) => key),
      ),
      ...divide("media", weigh(readRows(items, results[2]), most)),
    ],
  };
}

/** True when one request can answer with all of it. */
export function fitsOneRequest({ parts }: Pick<ExportPlan, "parts">): boolean {
  return parts.length === new Set(parts.map(({ part }) => part)).size;
}

/** The last key of each `count`, from an index alone. */
function selectEvery(db: Db, { table, column, count }: { table: "insights" | "media"; column: string; count: number }) {
  const numbered = sql<{ key: string; place: number }>`(SELECT ${sql.ref(column)} AS key,
    row_number() OVER (ORDER BY ${sql.ref(column)}) AS place FROM ${sql.table(table)})`;
  return db
    .selectFrom(numbered.as("numbered"))
    .select("numbered.key")
    .where(sql<boolean>`place % ${count} = 0`)
    .orderBy("numbered.key");
}

function selectWeights(db: Db) {
  return db
    .selectFrom("media_items")
    .select([
      "id",
      "bytes",
      sql<number>`(SELECT count(*) FROM media_variants
        WHERE item_id = media_items.id AND media_variants.sha256 = media_items.sha256)`.as("widths"),
    ])
    .where("deleted_at", "is", null)
    .orderBy("id");
}

/** The last item of each part, so that none has too many files or bytes. */
function weigh(
  items: readonly { id: string; bytes: number; widths: number }[],
  most: Pick<PartLimits, "files" | "bytes">,
): string[] {
  const ends: string[] = [];
  let files = 0;
  let bytes = 0;
  for (const [at, item] of items.entries()) {
    const isFull = files + 1 + item.widths > most.files || bytes + item.bytes > most.bytes;
    const before = items[at - 1];
    if (isFull && before && files > 0) {
      ends.push(before.id);
      files = 0;
      bytes = 0;
    }
    files += 1 + item.widths;
    bytes += item.bytes;
  }
  return ends;
}

function divide(part: ExportPart["part"], ends: readonly string[]): ExportPart[] {
  return [...ends, ""].map((to, at) => ({ part, after: ends[at - 1] ?? "", to }));
}
