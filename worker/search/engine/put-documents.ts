import { type Compilable, type Expression, sql } from "kysely";
import { runBatch } from "#worker/db/client.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { cutSections, cutting, type Section } from "./cut-text.ts";
import type { SearchDb } from "./search-db.ts";
import { splitWords } from "./words.ts";

/** A document as it is to be found. */
export interface Indexed {
  /** What it is on the site, such as "page:/contact". */
  key: string;
  kind: string;
  path: string;
  title: string;
  summary: string;
  /** Epoch milliseconds of its latest change. */
  changedAt: number;
  sections: readonly Section[];
}

/** SHA-256 of everything that is indexed of a document, and of how it is cut. */
export function hashDocument({ kind, path, title, summary, sections }: Indexed): Promise<string> {
  return hashText(JSON.stringify([cutting, kind, path, title, summary, sections]));
}

/** Stores documents in place of what was stored under their keys, in one transaction. `now` is in epoch milliseconds. */
export async function putDocuments(db: SearchDb, documents: readonly Indexed[], now: number): Promise<void> {
  const statements = await Promise.all(documents.map((document) => planPut(db, document, now)));
  if (documents.length > 0) await runBatch(db, [...statements.flat(), countGeneration(db)]);
}

/** Belongs into each batch that changes what a search finds: what isolates keep of it in their memory is then read again. */
export function countGeneration(db: SearchDb): Compilable {
  return db.updateTable("state").set((query) => ({ generation: query("generation", "+", 1) }));
}

/** A part of a document as it is stored. */
export interface Chunk {
  place: number;
  anchor: string;
  trail: readonly string[];
  text: string;
  /** SHA-256 of title, trail and text. */
  hash: string;
}

/** The parts that a document is cut into. One that has only a title, or only a summary, is one part without text. */
export function cutDocument({ title, sections }: Indexed): Promise<Chunk[]> {
  const parts = cutSections(sections);
  return Promise.all(
    (parts.length > 0 ? parts : [{ anchor: "", trail: [], text: "" }]).map(async ({ anchor, trail, text }, place) => {
      return { place, anchor, trail, text, hash: await hashText(JSON.stringify([title, trail, text])) };
    }),
  );
}

/** A field of the row `entry` of a JSON list. */
function field(name: string) {
  return sql`entry.value ->> ${sql.lit(`$.${name}`)}`;
}

async function planPut(db: SearchDb, document: Indexed, now: number): Promise<Compilable[]> {
  const { key, kind, path, title, summary, changedAt } = document;
  const chunks = (await cutDocument(document)).map(({ place, anchor, trail, text, hash }) => ({
    place,
    anchor,
    trail: JSON.stringify(trail),
    text,
    hash,
    words: {
      title: normalize(title),
      // What the document is said to be about belongs to its beginning.
      trail: normalize([...trail, ...(place === 0 ? [summary] : [])].join(" ")),
      body: normalize(text),
    },
  }));
  const all = (name: "trail" | "body") => [...new Set(chunks.map(({ words: { [name]: text } }) => text))].join(" ");
  const words = new Set(
    chunks.flatMap(({ words: { title: inTitle, trail, body } }) => [inTitle, trail, body].join(" ").split(" ")),
  );
  const entries = JSON.stringify(chunks);
  const joined = sql`json_each(${entries}) as entry join chunks
    on chunks.document = (select id from documents where key = ${key}) and chunks.place = ${field("place")}`;
  const inserts = [
    sql`insert into documents (key, kind, path, title, summary, hash, changed_at, indexed_at)
      values (${key}, ${kind}, ${path}, ${title}, ${summary}, ${await hashDocument(document)}, ${changedAt}, ${now})
      on conflict (key) do update set kind = excluded.kind, path = excluded.path, title = excluded.title,
        summary = excluded.summary, hash = excluded.hash, changed_at = excluded.changed_at, indexed_at = excluded.indexed_at`,
    sql`insert into chunks (document, place, anchor, trail, text, hash)
      select (select id from documents where key = ${key}), ${field("place")}, ${field("anchor")}, ${field("trail")},
        ${field("text")}, ${field("hash")} from json_each(${entries}) as entry`,
    sql`insert into chunk_index (rowid, title, trail, body)
      select chunks.id, ${field("words.title")}, ${field("words.trail")}, ${field("words.body")} from ${joined}`,
    sql`insert into chunk_words (rowid, body)
      select chunks.id, concat_ws(' ', ${field("words.title")}, ${field("words.trail")}, ${field("words.body")}) from ${joined}`,
    sql`insert into words (word) select value from json_each(${JSON.stringify([...words].filter(isSpelled))})
      where true on conflict do nothing`,
  ];
  const addDocument = sql`insert into document_index (rowid, title, trail, body)
    values ((select id from documents where key = ${key}), ${normalize(title)}, ${all("trail")}, ${all("body")})`;
  return [
    ...planRemove(db, [key], { isReplaced: true }),
    ...[...inserts, addDocument].map((statement) => ({ compile: () => statement.compile(db) })),
  ];
}

/** Words whose spelling is worth a look: of three characters on, and not numbers. */
function isSpelled(word: string): boolean {
  return word.length >= 3 && /\p{L}/u.test(word);
}

/** As the query is split, so that both have the same words. */
function normalize(text: string): string {
  return splitWords(text).join(" ");
}

/** Takes documents out of the search, in one transaction. Those that are not in it are left out. */
export async function removeDocuments(db: SearchDb, keys: readonly string[]): Promise<void> {
  await runBatch(db, [...planRemove(db, keys, { isReplaced: false }), countGeneration(db)]);
}

function planRemove(db: SearchDb, keys: readonly string[], { isReplaced }: { isReplaced: boolean }): Compilable[] {
  const documents = db
    .selectFrom("documents")
    .select("id")
    .where("key", "in", sql<string>`(select value from json_each(${JSON.stringify(keys)}))`);
  const gone = db.selectFrom("chunks").select("id").where("document", "in", documents);
  const removeFrom = (table: string, rows: Expression<unknown>) => {
    const statement = sql`delete from ${sql.table(table)} where rowid in ${rows}`;
    return { compile: () => statement.compile(db) };
  };
  return [
    removeFrom("document_index", documents),
    removeFrom("chunk_index", gone),
    removeFrom("chunk_words", gone),
    db.deleteFrom("chunks").where("document", "in", documents),
    ...(isReplaced ? [] : [db.deleteFrom("documents").where("id", "in", documents)]),
  ];
}
