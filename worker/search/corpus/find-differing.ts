import { sql } from "kysely";
import { cutDocument, hashDocument, type Indexed } from "../engine/put-documents.ts";
import type { SearchDb } from "../engine/search-db.ts";

/** What a comparison of the whole site with the index has found, and put right. */
export interface Comparison {
  /** How many documents there are to be. */
  documents: number;
  /** Keys of those that are not in the index; are in it, but not as they are now or not whole; or are in it and nowhere else. */
  missing: string[];
  changed: string[];
  extra: string[];
}

/** The keys under which the index does not hold just `documents`; notes them. */
export async function findDiffering(
  db: SearchDb,
  keys: readonly string[],
  documents: readonly Indexed[],
  found: Comparison,
): Promise<string[]> {
  const stored = await readStored(db, keys);
  const wanted = new Map(documents.map((document) => [document.key, document]));
  const differing: string[] = [];
  for (const key of keys) {
    const [document, known] = [wanted.get(key), stored.get(key)];
    if (document ? known === (await describe(document)) : known === undefined) continue;
    (document ? (known === undefined ? found.missing : found.changed) : found.extra).push(key);
    differing.push(key);
  }
  found.documents += documents.length;
  return differing;
}

/** What is stored of documents, each as one text: the hash of the document, and every chunk that is in both indexes. */
async function readStored(db: SearchDb, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; hash: string; chunks: string }>`
    select key, hash, (select json_group_array(json_array(anchor, json(trail), text, hash) order by place) from chunks
      where document = documents.id
        and exists (select 1 from chunk_index_docsize where id = chunks.id)
        and exists (select 1 from chunk_words_docsize where id = chunks.id)) as chunks
    from documents where key in (select value from json_each(${JSON.stringify(keys)}))`.execute(db);
  return new Map(rows.map(({ key, hash, chunks }) => [key, hash + JSON.stringify(JSON.parse(chunks))]));
}

/** The same of a document as it is now. */
async function describe(document: Indexed): Promise<string> {
  const chunks = await cutDocument(document);
  const listed = chunks.map(({ anchor, trail, text, hash }) => [anchor, trail, text, hash]);
  return (await hashDocument(document)) + JSON.stringify(listed);
}
