/**
 * Vectorize, for more vectors than an isolate keeps: https://developers.cloudflare.com/vectorize/. One index holds all versions of one
 * number of dimensions, each in a namespace of its own. D1 stays where vectors are stored; what is written here is seen some seconds later.
 */
import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import type { ScoredChunk } from "../engine/rank-documents.ts";
import { ProviderError } from "./provider.ts";
import { unpackBytes } from "./vector-text.ts";

/** More vectors than these are not held in memory. */
export const mostInMemory = 20_000;
/** The limits of the platform. */
const mostUpserted = 1000;
const mostFound = 100;

type Index = Pick<Vectorize, "describe" | "query" | "upsert" | "deleteByIds">;

function nameSpace(version: number): string {
  return `version-${version}`;
}

/**
 * Hands the next vectors of a version to the index. Returns how many; 0 when it has all.
 * @throws {ProviderError} when the index was made for other vectors
 */
export async function pushVectors(
  db: SearchDb,
  index: Index,
  { id, dimensions }: { id: number; dimensions: number },
): Promise<number> {
  const rows = await db
    .selectFrom("vectors")
    .select(["hash", "data", "embedded_at"])
    .where("version", "=", id)
    .where("is_pushed", "=", 0)
    .orderBy("hash")
    .limit(mostUpserted)
    .execute();
  if (rows.length === 0) return 0;
  const made = await index.describe();
  if (made.dimensions !== dimensions)
    throw new ProviderError(`The index of Vectorize has ${made.dimensions} dimensions, this version ${dimensions}.`);
  await index.upsert(
    rows.map(({ hash, data }) => ({
      id: writeId(id, hash),
      namespace: nameSpace(id),
      values: normalize(unpackBytes(data)),
    })),
  );
  const pushed = JSON.stringify(rows.map(({ hash, embedded_at }) => [hash, embedded_at]));
  await sql`update vectors set is_pushed = 1 where version = ${id}
    and (hash, embedded_at) in (select value ->> 0, value ->> 1 from json_each(${pushed}))`.execute(db);
  return rows.length;
}

/** Takes vectors out of the index. */
export async function dropVectors(index: Index, version: number, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += mostUpserted)
    await index.deleteByIds(hashes.slice(at, at + mostUpserted).map((hash) => writeId(version, hash)));
}

/** The nearest vectors: one call of the index. `hash` is the beginning of chunks.hash; some of these texts may be gone. */
export async function askVectorize(
  index: Pick<Index, "query">,
  { version, query, most }: { version: number; query: Float32Array; most: number },
): Promise<{ hash: string; score: number }[]> {
  const { matches } = await index.query(query, { namespace: nameSpace(version), topK: Math.min(most, mostFound) });
  return matches.filter(({ score }) => score > 0).map(({ id, score }) => ({ hash: readHash(id), score }));
}

/** The chunks with these texts: the condition of a join of `chunks` with a list of [hash, score]. */
export const hasHash = sql<boolean>`chunks.hash >= value ->> 0 and chunks.hash < (value ->> 0) || 'g'`;

/** The nearest chunks: one call of the index and one query. What the index still has of texts that are gone is left out. */
export async function findInIndex(
  db: SearchDb,
  index: Index,
  wanted: { version: number; query: Float32Array; most: number },
): Promise<ScoredChunk[]> {
  const list = JSON.stringify((await askVectorize(index, wanted)).map(({ hash, score }) => [hash, score]));
  const { rows } = await sql<ScoredChunk>`
    select chunks.id, chunks.document, value ->> 1 as score from json_each(${list}) join chunks on ${hasHash}
    order by score desc, chunks.id limit ${wanted.most}`.execute(db);
  return rows;
}

/** At most 64 bytes, and different in each version: the version and the first 40 digits of the text's hash. */
function writeId(version: number, hash: string): string {
  return `${version}-${hash.slice(0, 40)}`;
}

function readHash(id: string): string {
  return id.slice(id.indexOf("-") + 1);
}

function normalize(bytes: Int8Array): number[] {
  const length = Math.sqrt(bytes.reduce((sum, byte) => sum + byte * byte, 0)) || 1;
  return Array.from(bytes, (byte) => byte / length);
}
