import { sql } from "kysely";
import { runVersioned } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import { planPurgeOfAll } from "#worker/insights/purge-insight.ts";
import { sendPurge } from "../insights/purges.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { tidyUndone } from "./tidy-undone.ts";

interface Undo {
  id: ImportId;
  /** The version that was read. */
  version: number;
  actor: AccountId | null;
}

/** What an import leaves behind that was taken back. */
export interface Undone {
  /** How many articles went to the trash. */
  trashed: number;
  /** Articles that somebody has changed since: the first few titles, and how many there are. */
  edited: { count: number; titles: string[] };
  /** Authors, categories, tags and files that articles still have, be they in the trash. */
  inUse: { topics: number; files: number };
}

const mostTitles = 20;

/**
 * Takes an import back: the articles that nobody has changed since go to the trash, and with them the redirects to them.
 * Other things that it has made and nothing uses go as well; the rest goes with the articles, when the trash is emptied.
 * @throws {ConflictError} when it was taken back, or went on, since its reader saw it
 * @throws {NotFoundError} when it is gone
 */
export async function undoImport(
  db: Db,
  { id, version, actor }: Undo,
  scope: Pick<RequestScope, "ctx" | "log" | "requestId" | "env">,
): Promise<Undone> {
  const at = now();
  const purge = planPurgeOfAll(db);
  const items = db.selectFrom("import_items").select("insight_id").where("import_id", "=", id);
  const wasSeen = sql<boolean>`(status <> 'draft' and publish_at <= ${at})`;
  const untouched = sql<boolean>`version = (SELECT insight_version FROM import_items
    WHERE import_items.insight_id = insights.id AND import_items.import_id = ${id})`;
  const wasTrashed = sql<boolean>`EXISTS (SELECT 1 FROM insights WHERE insights.id = import_items.insight_id
    AND insights.trashed_at = ${at} AND insights.version = import_items.insight_version + 1)`;
  await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table: "imports",
    id,
    version,
    where: sql<boolean>`undone_at is null`,
    set: { undone_at: at, undone_by: actor },
    audit: { action: "import.undone" },
    conflict: "Somebody has taken this import back already, or it went on since you opened this page.",
    queries: [
      db
        .updateTable("insights")
        .set({
          status: sql<"archived" | "draft">`CASE WHEN ${wasSeen} THEN 'archived' ELSE 'draft' END`,
          publish_at: sql<number | null>`CASE WHEN ${wasSeen} THEN publish_at END`,
          unpublish_at: null,
          updated_at: at,
          trashed_at: at,
          version: sql<number>`version + 1`,
        })
        .where("id", "in", items)
        .where("trashed_at", "is", null)
        .where(untouched),
      db
        .updateTable("import_items")
        .set({ insight_version: sql<number>`insight_version + 1` })
        .where("import_id", "=", id)
        .where(wasTrashed),
      db
        .deleteFrom("redirects")
        .where(
          "from_path",
          "in",
          db.selectFrom("import_parts").select("part").where("import_id", "=", id).where("kind", "=", "redirect"),
        )
        .where(
          "to_path",
          "in",
          db
            .selectFrom("insights")
            .select(sql<string>`'/insights/' || slug`.as("path"))
            .where("id", "in", items)
            .where("trashed_at", "is not", null),
        ),
      db.deleteFrom("imported_pages").where("import_id", "=", id),
      purge.query,
    ],
  });
  await sendPurge(db, purge, scope);
  await tidyUndone(db, scope, id);
  return countLeft(db, { id, at });
}

async function countLeft(db: Db, { id, at }: { id: ImportId; at: number }): Promise<Undone> {
  const posts = db
    .selectFrom("import_items")
    .innerJoin("insights", "insights.id", "import_items.insight_id")
    .where("import_id", "=", id);
  const trashed = posts.where("trashed_at", "=", at).select(({ fn }) => fn.countAll<number>().as("count"));
  const edited = posts
    .where("trashed_at", "is", null)
    .select(["title", sql<number>`count(*) OVER ()`.as("count")])
    .orderBy("title")
    .limit(mostTitles);
  const parts = db
    .selectFrom("import_parts")
    .select([
      sql<number>`count(*) FILTER (WHERE kind IN ('author', 'category', 'tag'))`.as("topics"),
      sql<number>`count(*) FILTER (WHERE kind = 'media')`.as("files"),
    ])
    .where("import_id", "=", id);
  const results = await runBatch(db, [trashed, edited, parts]);
  const left = readRows(edited, results[1]);
  return {
    trashed: readRow(trashed, results[0]).count,
    edited: { count: left[0]?.count ?? 0, titles: left.map(({ title }) => title) },
    inUse: readRow(parts, results[2]),
  };
}
