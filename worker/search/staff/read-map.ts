import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import { projectMap } from "../judge/project-map.ts";
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
const mostPoints = 1000;

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
  const places = projectMap(rows.map(({ data }) => normalize(unpackBytes(data))));
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
        ...(places[place] ?? { x: 0, y: 0 }),
      };
    }),
  };
}

function normalize(bytes: Int8Array): Float32Array {
  const length = Math.hypot(...bytes);
  return Float32Array.from(bytes, (entry) => (length === 0 ? 0 : entry / length));
}
