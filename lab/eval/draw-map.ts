import { sql } from "kysely";
import { openSearchDb, type SearchDb } from "../../worker/search/engine/search-db.ts";
import { unpackBytes } from "../../worker/search/versions/vector-text.ts";
import { projectMap } from "./project-map.ts";

interface Passage {
  kind: string;
  title: string;
  path: string;
  vector: Float32Array;
}

/** Of larger sites passages are left out evenly. */
const mostPoints = 1000;
const colours: Readonly<Record<string, string>> = {
  page: "#4b6bfb",
  service: "#0a8f6a",
  industry: "#c77700",
  article: "#c2327c",
  opening: "#7a5af8",
};

/** The passages of the version that serves, in the two directions in which their vectors differ most. A pointer shows their titles. */
export async function drawMap(database: D1Database): Promise<{ svg: string; about: string }> {
  const { passages, all } = await readPassages(openSearchDb(database));
  const places = projectMap(passages.map(({ vector }) => vector));
  const points = passages.map(({ kind, title, path }, index) => {
    const { x, y } = places[index] ?? { x: 0, y: 0 };
    const at = `cx="${(x * 100).toFixed(1)}" cy="${(y * -70).toFixed(1)}"`;
    return `<circle ${at} r="1.2" fill="${colours[kind] ?? "#666"}"><title>${escapeText(`${title} (${path})`)}</title></circle>`;
  });
  const kinds = Object.entries(colours).map(
    ([kind, fill], row) => `<text x="-104" y="${-68 + row * 5}" fill="${fill}" font-size="4">${kind}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-105 -75 210 150">\n${[...kinds, ...points].join("\n")}\n</svg>\n`;
  return { svg, about: `${passages.length} passages of ${all}` };
}

async function readPassages(db: SearchDb): Promise<{ passages: Passage[]; all: number }> {
  const { rows } = await sql<Omit<Passage, "vector"> & { data: string; all: number }>`
    with numbered as materialized (
      select id, document, hash, row_number() over (order by id) as number, count(*) over () as "all" from chunks)
    select kind, title, path, data, "all" from numbered join documents on documents.id = numbered.document
    join vectors on vectors.version = (select id from versions where state = 'live') and vectors.hash = numbered.hash
    where number % max(1, ("all" + ${mostPoints - 1}) / ${mostPoints}) = 0 order by numbered.id`.execute(db);
  const passages = Array.from(rows, ({ data, ...row }) => ({ ...row, vector: normalize(unpackBytes(data)) }));
  return { passages, all: rows[0]?.all ?? 0 };
}

function normalize(bytes: Int8Array): Float32Array {
  const length = Math.hypot(...bytes);
  return Float32Array.from(bytes, (entry) => (length === 0 ? 0 : entry / length));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
