import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import type { VersionInUse } from "../find/types.ts";
import { unpackBytes } from "./vector-text.ts";
import { onNewIsolate } from "../../lib/isolate-memory.ts";

/** The vectors of all chunks of a version, in the memory of this isolate. */
export interface VectorMemory {
  generation: number;
  dimensions: number;
  chunks: Int32Array;
  documents: Int32Array;
  /** Of each chunk `dimensions` signed bytes, and the length of the vector that they are. */
  data: Int8Array;
  lengths: Float32Array;
  /** The first half of each chunk's hash and when it was embedded, to know what can be reused. */
  marks: string[];
}

/** Rows of a query: about a megabyte. */
const bytesAtOnce = 1_000_000;
const marksAtOnce = 5000;
/** Of an isolate's 128 MB. Chunks beyond it are found by their words alone. */
const mostBytes = 32 * 1024 * 1024;
/** Versions in memory: the one that serves, and one that it is compared with. */
const mostVersions = 2;

/** Holds values and never promises: a request that is cancelled would leave the others waiting. */
const memories = new Map<number, VectorMemory>();
onNewIsolate(() => memories.clear());

type Wanted = Pick<VersionInUse, "id" | "dimensions" | "generation">;

/** The vectors of a version as they are in its generation: from memory, where what has changed is read and no more. */
export async function readVectors(db: SearchDb, { id, dimensions, generation }: Wanted): Promise<VectorMemory> {
  const former = memories.get(id);
  if (former?.generation === generation && former.dimensions === dimensions) return former;
  const rows = (await listVectors(db, id)).slice(0, Math.floor(mostBytes / dimensions));
  const memory = await fill(
    db,
    { id, dimensions, generation },
    rows,
    former?.dimensions === dimensions ? former : undefined,
  );
  memories.delete(id);
  memories.set(id, memory);
  for (const [oldest] of memories) {
    if (memories.size <= mostVersions) break;
    memories.delete(oldest);
  }
  return memory;
}

/** Whether Vectorize has the vectors of a version, in its generation. */
const places = new Map<number, { generation: number; isThere: boolean }>();
onNewIsolate(() => places.clear());

export async function isInVectorize(
  db: SearchDb,
  { id, generation }: Pick<Wanted, "id" | "generation">,
): Promise<boolean> {
  const known = places.get(id);
  if (known?.generation === generation) return known.isThere;
  const row = await db.selectFrom("versions").select("in_vectorize").where("id", "=", id).executeTakeFirst();
  places.set(id, { generation, isThere: row?.in_vectorize === 1 });
  return row?.in_vectorize === 1;
}

interface Listed {
  id: number;
  document: number;
  mark: string;
}

async function listVectors(db: SearchDb, version: number): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (;;) {
    const rows = await db
      .selectFrom("chunks")
      .innerJoin("vectors", (join) => join.onRef("vectors.hash", "=", "chunks.hash").on("version", "=", version))
      .select(["chunks.id", "chunks.document"])
      .select(sql<string>`substr(chunks.hash, 1, 32) || embedded_at`.as("mark"))
      .where("chunks.id", ">", listed.at(-1)?.id ?? 0)
      .orderBy("chunks.id")
      .limit(marksAtOnce)
      .execute();
    listed.push(...rows);
    if (rows.length < marksAtOnce) return listed;
  }
}

async function fill(
  db: SearchDb,
  { id: version, dimensions, generation }: Wanted,
  rows: readonly Listed[],
  former: VectorMemory | undefined,
): Promise<VectorMemory> {
  const memory: VectorMemory = {
    generation,
    dimensions,
    chunks: Int32Array.from(rows, ({ id }) => id),
    documents: Int32Array.from(rows, ({ document }) => document),
    data: new Int8Array(rows.length * dimensions),
    lengths: new Float32Array(rows.length),
    marks: rows.map(({ mark }) => mark),
  };
  const places = new Map(former?.marks.map((mark, place) => [mark, place]));
  const missing: number[] = [];
  for (const [place, { mark }] of rows.entries()) {
    const from = places.get(mark);
    if (former === undefined || from === undefined) {
      missing.push(place);
      continue;
    }
    memory.data.set(former.data.subarray(from * dimensions, (from + 1) * dimensions), place * dimensions);
    memory.lengths[place] = former.lengths[from] ?? 0;
  }
  const atOnce = Math.max(1, Math.floor(bytesAtOnce / ((dimensions * 4) / 3 + 20)));
  for (let index = 0; index < missing.length; index += atOnce) {
    const part = missing.slice(index, index + atOnce);
    const list = JSON.stringify(part.map((place) => [place, rows[place]?.id]));
    const { rows: found } = await sql<{ place: number; data: string }>`
      select value ->> 0 as place, vectors.data from json_each(${list})
      join chunks on chunks.id = value ->> 1
      join vectors on vectors.version = ${version} and vectors.hash = chunks.hash`.execute(db);
    for (const { place, data } of found) {
      const bytes = unpackBytes(data);
      if (bytes.length !== dimensions) continue;
      memory.data.set(bytes, place * dimensions);
      memory.lengths[place] = Math.sqrt(bytes.reduce((sum, byte) => sum + byte * byte, 0));
    }
  }
  return memory;
}
