import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import { findNear } from "../versions/near-chunks.ts";
import { unpackBytes } from "../versions/vector-text.ts";

export interface Neighbour {
  id: number;
  key: string;
  path: string;
  title: string;
  anchor: string;
  trail: string[];
  text: string;
  /** The cosine of both vectors. */
  score: number;
}

/** The chunks whose meaning is nearest to one of them in the version that serves, without itself. Two queries, and those of the vectors. */
export async function findNeighbours(
  scope: { env: Pick<Env, "SEARCH_DB"> },
  db: SearchDb,
  { chunk, most }: { chunk: number; most: number },
): Promise<Neighbour[]> {
  const own = await db
    .selectFrom("versions")
    .innerJoin("vectors", "vectors.version", "versions.id")
    .innerJoin("chunks", "chunks.hash", "vectors.hash")
    .innerJoin("state", (join) => join.on("state.id", "=", 1))
    .select(["versions.id", "dimensions", "data", "state.generation"])
    .where("versions.state", "=", "live")
    .where("chunks.id", "=", chunk)
    .executeTakeFirst();
  if (!own) return [];
  const vector = Float32Array.from(unpackBytes(own.data));
  const near = (await findNear(scope, own, vector, most + 1)).filter(({ id }) => id !== chunk).slice(0, most);
  const { rows } = await sql<Omit<Neighbour, "trail" | "score"> & { trail: string }>`
    select chunks.id, documents.key, path, title, anchor, trail, text
    from chunks join documents on documents.id = chunks.document
    where chunks.id in (select value from json_each(${JSON.stringify(near.map(({ id }) => id))}))`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return near.flatMap(({ id, score }) => {
    const row = found.get(id);
    return row ? [{ ...row, trail: JSON.parse(row.trail) as string[], score }] : [];
  });
}
