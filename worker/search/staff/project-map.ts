import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import { unpackBytes } from "../versions/vector-text.ts";

export interface MapPoint {
  id: number;
  key: string;
  kind: string;
  title: string;
  path: string;
  anchor: string;
  trail: string[];
  /** From -1 to 1. */
  x: number;
  y: number;
}

/** Chunks of larger corpora are left out evenly. */
export const mostPoints = 1000;
const turns = 25;

/** Chunks of the version that serves in two dimensions: those in which their vectors differ most. Asks once. */
export async function readMap(db: SearchDb): Promise<{ points: MapPoint[]; all: number }> {
  const { rows } = await sql<Omit<MapPoint, "x" | "y" | "trail"> & { trail: string; data: string; all: number }>`
    with live as materialized (select id from versions where state = 'live'),
    numbered as materialized (
      select chunks.id, hash, row_number() over (order by chunks.id) as number, count(*) over () as "all" from chunks)
    select numbered.id, documents.key, kind, title, path, anchor, trail, data, numbered."all" from numbered
    join chunks on chunks.id = numbered.id join documents on documents.id = chunks.document
    join vectors on vectors.version = (select id from live) and vectors.hash = numbered.hash
    where number % max(1, (numbered."all" + ${mostPoints - 1}) / ${mostPoints}) = 0
    order by numbered.id limit ${mostPoints}`.execute(db);
  const vectors = rows.map(({ data }) => normalize(Float64Array.from(unpackBytes(data))));
  const [xs, ys] = project(vectors);
  return {
    all: rows[0]?.all ?? 0,
    points: Array.from(rows, ({ id, key, kind, title, path, anchor, trail }, place) => {
      return {
        id,
        key,
        kind,
        title,
        path,
        anchor,
        trail: JSON.parse(trail) as string[],
        x: xs[place] ?? 0,
        y: ys[place] ?? 0,
      };
    }),
  };
}

/** Principal components by power iteration, from a fixed beginning: the same vectors lie at the same places. */
export function project(vectors: readonly Float64Array[]): [x: number[], y: number[]] {
  const dimensions = vectors[0]?.length ?? 0;
  const mean = new Float64Array(dimensions);
  for (const vector of vectors)
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  const centred = vectors.map((vector) => vector.map((entry, at) => entry - (mean[at] ?? 0)));
  const found: Float64Array[] = [];
  for (const seed of [1, 2]) {
    let axis = normalize(Float64Array.from({ length: dimensions }, (_, at) => Math.sin(seed * (at + 1))));
    for (let turn = 0; turn < turns; turn += 1) {
      const next = new Float64Array(dimensions);
      for (const vector of centred) {
        const along = dot(vector, axis);
        for (let at = 0; at < dimensions; at += 1) next[at] = (next[at] ?? 0) + along * (vector[at] ?? 0);
      }
      for (const other of found) {
        const along = dot(next, other);
        for (let at = 0; at < dimensions; at += 1) next[at] = (next[at] ?? 0) - along * (other[at] ?? 0);
      }
      axis = normalize(next);
    }
    found.push(axis);
  }
  const [first = mean, second = mean] = found;
  return [scale(centred.map((vector) => dot(vector, first))), scale(centred.map((vector) => dot(vector, second)))];
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function normalize(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((entry) => entry / length);
}

function scale(values: readonly number[]): number[] {
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return values.map((value) => (most === 0 ? 0 : value / most));
}
