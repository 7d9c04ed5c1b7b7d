import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import { unpackBytes } from "../versions/vector-text.ts";

interface Side {
  title: string;
  to: string;
}

export interface Double {
  /** The cosine of both vectors. */
  score: number;
  one: Side;
  other: Side;
}

/** Each is held against each other: of more chunks the newest are looked at. */
const mostChunks = 1500;
const leastScore = 0.95;
const mostListed = 50;
/** What is shorter says too little to be called a double. */
const shortestText = 200;

/** Passages of different documents with nearly the same vector in the version that serves, the nearest first. Asks once. */
export async function findDoubles(db: SearchDb): Promise<Double[]> {
  const { rows } = await sql<{ document: number; title: string; path: string; anchor: string; data: string }>`
    select chunks.document, title, path, anchor, data from chunks
    join documents on documents.id = chunks.document
    join vectors on vectors.version = (select id from versions where state = 'live') and vectors.hash = chunks.hash
    where length(text) >= ${shortestText} order by chunks.id desc limit ${mostChunks}`.execute(db);
  const vectors = rows.map(({ data }) => unpackBytes(data));
  const lengths = vectors.map((vector) => Math.hypot(...vector));
  const found: Double[] = [];
  for (const [place, row] of rows.entries())
    for (let next = place + 1; next < rows.length; next += 1) {
      const other = rows[next];
      const [first, second] = [vectors[place], vectors[next]];
      if (!other || !first || !second || other.document === row.document) continue;
      let sum = 0;
      for (let at = 0; at < first.length; at += 1) sum += (first[at] ?? 0) * (second[at] ?? 0);
      const score = sum / Math.max(1, (lengths[place] ?? 0) * (lengths[next] ?? 0));
      if (score >= leastScore) found.push({ score, one: toSide(row), other: toSide(other) });
    }
  return found.toSorted((one, other) => other.score - one.score).slice(0, mostListed);
}

function toSide({ title, path, anchor }: { title: string; path: string; anchor: string }): Side {
  return { title, to: anchor === "" ? path : `${path}#${anchor}` };
}
