import { sql } from "kysely";
import type { SearchDb } from "../../worker/search/engine/search-db.ts";
import { type Duplicate, findDuplicates, type Passage } from "./near-duplicates.ts";
import { unpackBytes } from "../../worker/search/versions/vector-text.ts";

interface IndexedPassage extends Passage {
  title: string;
  path: string;
  anchor: string;
}

/** Of more passages the newest are looked at. */
const mostPassages = 1500;
/** What is shorter says too little to be called a duplicate. */
const shortestText = 200;

/** Passages of different documents that say nearly the same, by the vectors of the version that serves. Asks once. */
export async function readDuplicates(db: SearchDb): Promise<Duplicate<IndexedPassage>[]> {
  const { rows } = await sql<Omit<IndexedPassage, "vector"> & { data: string }>`
    select chunks.document, title, path, anchor, text, data from chunks
    join documents on documents.id = chunks.document
    join vectors on vectors.version = (select id from versions where state = 'live') and vectors.hash = chunks.hash
    where length(text) >= ${shortestText} order by chunks.id desc limit ${mostPassages}`.execute(db);
  return findDuplicates(Array.from(rows, ({ data, ...row }) => ({ ...row, vector: unpackBytes(data) })));
}
