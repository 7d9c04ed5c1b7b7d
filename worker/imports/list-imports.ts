import { sql } from "kysely";
import { type Db, readRows, runBatch } from "../db/client.ts";

/** Imports that the page lists. */
const mostImports = 30;
/** More than anybody looks through in a menu. */
const mostNames = 500;

/** The newest imports, and the authors and categories that posts of a file can be given to: three queries in one trip. */
export async function readImportPage(db: Db) {
  const imports = selectImports(db);
  const [authors, categories] = [selectNames(db, "authors"), selectNames(db, "categories")];
  const results = await runBatch(db, [imports, authors, categories]);
  return {
    imports: readRows(imports, results[0]),
    authors: readRows(authors, results[1]),
    categories: readRows(categories, results[2]),
  };
}

export type ListedImport = Awaited<ReturnType<typeof readImportPage>>["imports"][number];

export function selectImports(db: Db) {
  const name = sql<string | null>`(SELECT coalesce(name, email) FROM accounts WHERE id = started_by)`;
  const undoer = sql<string | null>`(SELECT coalesce(name, email) FROM accounts WHERE id = undone_by)`;
  return db
    .selectFrom("imports")
    .select([
      "id",
      "version",
      "file",
      "kind",
      "site",
      "posts",
      "started_at",
      "finished_at",
      "undone_at",
      name.as("starter"),
      undoer.as("undoer"),
      sql<number>`(SELECT count(*) FROM import_items WHERE import_id = imports.id)`.as("articles"),
    ])
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(mostImports);
}

function selectNames(db: Db, table: "authors" | "categories") {
  return db
    .selectFrom(table)
    .select([sql<string>`id`.as("id"), "name"])
    .orderBy(sql`name collate nocase`)
    .limit(mostNames);
}
