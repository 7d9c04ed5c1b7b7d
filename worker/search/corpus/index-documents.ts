import { sql } from "kysely";
import { type Indexed, hashDocument, putDocuments, removeDocuments } from "../engine/put-documents.ts";
import type { SearchDb } from "../engine/search-db.ts";

/** Documents of one transaction. */
const atOnce = 20;

/** Indexes those of `documents` that are not indexed as they are now. Returns how many. `at` is in epoch milliseconds. */
export async function indexDocuments(db: SearchDb, documents: readonly Indexed[], at: number): Promise<number> {
  const keys = JSON.stringify(documents.map(({ key }) => key));
  const stored = await db
    .selectFrom("documents")
    .select(["key", "hash"])
    .where("key", "in", sql<string>`(select value from json_each(${keys}))`)
    .execute();
  const hashes = new Map(stored.map(({ key, hash }) => [key, hash]));
  const changed: Indexed[] = [];
  for (const document of documents)
    if (hashes.get(document.key) !== (await hashDocument(document))) changed.push(document);
  await replaceDocuments(db, changed, at);
  return changed.length;
}

/** Indexes documents anew, whatever is stored of them. */
export async function replaceDocuments(db: SearchDb, documents: readonly Indexed[], at: number): Promise<void> {
  for (let index = 0; index < documents.length; index += atOnce)
    await putDocuments(db, documents.slice(index, index + atOnce), at);
}

/** Takes documents out of the index. Returns how many were in it. */
export async function dropDocuments(db: SearchDb, keys: readonly string[]): Promise<number> {
  const stored = await db
    .selectFrom("documents")
    .select("key")
    .where("key", "in", sql<string>`(select value from json_each(${JSON.stringify(keys)}))`)
    .execute();
  if (stored.length > 0)
    await removeDocuments(
      db,
      stored.map(({ key }) => key),
    );
  return stored.length;
}
