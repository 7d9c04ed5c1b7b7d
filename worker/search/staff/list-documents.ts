import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";

export interface ListedDocument {
  key: string;
  kind: string;
  path: string;
  title: string;
  indexedAt: number;
  chunks: number;
  /** Of its chunks, how many have a vector in the live version. */
  embedded: number;
  /** Of all documents that fit. */
  all: number;
}

interface Asked {
  words: string;
  /** "" for all. */
  kind: string;
  skip: number;
  most: number;
}

/** Documents whose title or path has the words, by title. Asks once. */
export async function listDocuments(db: SearchDb, { words, kind, skip, most }: Asked): Promise<ListedDocument[]> {
  const { rows } = await sql<ListedDocument>`
    with found as (
      select id, key, kind, path, title, indexed_at as indexedAt, count(*) over () as "all" from documents
      where (${kind} = '' or kind = ${kind})
        and (${words} = '' or instr(lower(title), lower(${words})) > 0 or instr(lower(path), lower(${words})) > 0)
      order by title, id limit ${most} offset ${skip})
    select found.*, (select count(*) from chunks where document = found.id) as chunks,
      (select count(*) from chunks join vectors on vectors.hash = chunks.hash
        and vectors.version = (select id from versions where state = 'live') where document = found.id) as embedded
    from found order by title, id`.execute(db);
  return rows;
}

interface DocumentChunk {
  id: number;
  anchor: string;
  trail: string[];
  text: string;
  hash: string;
  /** By versions, the live one first. */
  vectors: { version: number; state: string; model: string; embeddedAt: number }[];
  failure: { reason: string; tries: number; failedAt: number } | null;
}

export interface OneDocument {
  key: string;
  kind: string;
  path: string;
  title: string;
  summary: string;
  hash: string;
  changedAt: number;
  indexedAt: number;
  chunks: DocumentChunk[];
}

/** A document with its chunks; null where none has the key. Asks once. */
export async function readDocument(db: SearchDb, key: string): Promise<OneDocument | null> {
  const { rows } = await sql<Omit<OneDocument, "chunks"> & { chunks: string }>`
    select key, kind, path, title, summary, hash, changed_at as changedAt, indexed_at as indexedAt,
      (select json_group_array(json_object('id', id, 'anchor', anchor, 'trail', json(trail), 'text', text, 'hash', hash,
        'vectors', (select json_group_array(json_object('version', versions.id, 'state', versions.state, 'model', versions.model,
            'embeddedAt', embedded_at) order by versions.state <> 'live', versions.id desc)
          from vectors join versions on versions.id = vectors.version where vectors.hash = chunks.hash),
        'failure', (select json_object('reason', reason, 'tries', tries, 'failedAt', failed_at) from embedding_failures
          where embedding_failures.hash = chunks.hash order by failed_at desc limit 1)) order by place)
        from chunks where document = documents.id) as chunks
    from documents where key = ${key}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const chunks = JSON.parse(row.chunks) as (Omit<DocumentChunk, "vectors" | "failure"> & {
    vectors: string | DocumentChunk["vectors"];
    failure: string | DocumentChunk["failure"];
  })[];
  return {
    ...row,
    chunks: Array.from(chunks, (chunk) => ({ ...chunk, vectors: parse(chunk.vectors), failure: parse(chunk.failure) })),
  };
}

/** Some SQLite versions hand JSON of a sub-query on as text. */
function parse<Value>(value: string | Value): Value {
  return typeof value === "string" ? (JSON.parse(value) as Value) : value;
}

/** Titles and paths by keys, for rules. Asks once; of none, nothing. */
export async function nameDocuments(
  db: SearchDb,
  keys: readonly string[],
): Promise<Map<string, { title: string; path: string; kind: string }>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; title: string; path: string; kind: string }>`
    select key, title, path, kind from documents
    where key in (select value from json_each(${JSON.stringify([...new Set(keys)])}))`.execute(db);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** The key of the document that staff have named by its key, its path or its exact title; null where there is none. */
export async function findKey(db: SearchDb, typed: string): Promise<string | null> {
  const path = typed.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#][^]*$/, "") || "/";
  const { rows } = await sql<{ key: string }>`select key from documents
    where key = ${typed} or path = ${path} or lower(title) = lower(${typed}) order by key = ${typed} desc limit 1`.execute(
    db,
  );
  return rows[0]?.key ?? null;
}
