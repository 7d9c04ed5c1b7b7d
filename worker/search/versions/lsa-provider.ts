import { sql } from "kysely";

import { runBatch } from "../../db/client.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { stemText } from "../engine/stem-words.ts";
import { drawAgain } from "../lsa/draw.ts";
import { embedStems } from "../lsa/embed.ts";
import { type LsaModel, trainLsa } from "../lsa/train.ts";
import type { ModelAbout, Provider } from "./provider.ts";
import { packVector, unpackBytes } from "./vector-text.ts";

export const lsaAbout: ModelAbout = {
  provider: "lsa",
  model: "Latent semantic analysis",
  dimensions: 256,
  pooling: "sum",
};

/** Stems of one query or statement: their vectors have less than a megabyte. */
const stemsAtOnce = 1500;

type Term = { weight: number; vector: Float32Array };

/** The model that a version has learnt here. Of its stems, those that the texts have are read. */
export function openLsa(db: SearchDb, version: { id: number; dimensions: number }): Provider {
  const known = new Map<string, Term>();
  const read = new Set<string>();
  return {
    about: { ...lsaAbout, dimensions: version.dimensions },
    limits: { texts: 500, characters: 4000 },
    textsPerStep: 500,
    async embed(texts) {
      const stems = texts.map((text) => stemText(text));
      const unread = [...new Set(stems.flat())].filter((stem) => !read.has(stem));
      for (let index = 0; index < unread.length; index += stemsAtOnce) {
        const rows = await selectStems(db, unread.slice(index, index + stemsAtOnce), version.id).execute();
        for (const row of rows) known.set(row.stem, readTerm(row));
      }
      for (const stem of unread) read.add(stem);
      const model: LsaModel = { dimensions: version.dimensions, terms: known };
      return stems.map((own) => ({ vector: embedStems(model, own) }));
    },
  };
}

/** What a version knows of stems. */
function selectStems(db: SearchDb, stems: readonly string[], version: number) {
  return db
    .selectFrom("stems")
    .select(["stem", "weight", "data", "scale"])
    .where("version", "=", version)
    .where("stem", "in", sql<string>`(select value from json_each(${JSON.stringify(stems)}))`);
}

export interface StemRow {
  stem: string;
  weight: number;
  data: string;
  scale: number;
}

/** The vector of a text of the stems `stems`, of which those in `known` are known; null where none is. */
export function embedByRows(stems: readonly string[], known: ReadonlyMap<string, StemRow>): Float32Array | null {
  const terms = new Map(
    stems.flatMap((stem) => {
      const row = known.get(stem);
      return row ? [[stem, readTerm(row)] as const] : [];
    }),
  );
  const [first] = terms.values();
  return first ? embedStems({ dimensions: first.vector.length, terms }, stems) : null;
}

function readTerm({ weight, data, scale }: StemRow): Term {
  return { weight, vector: Float32Array.from(unpackBytes(data), (byte) => byte * scale) };
}

/** Learns from texts, and stores what a version knows in place of what it knew. Returns how many dimensions there are. */
export async function learn(db: SearchDb, version: number, texts: readonly string[]): Promise<number> {
  const stems = texts.map((text) => stemText(text));
  const { dimensions, terms } = trainLsa(stems, { draw: drawAgain(), wanted: lsaAbout.dimensions });
  const rows = Array.from(terms, ([stem, { weight, vector }]) => ({ stem, weight, ...packVector(vector) }));
  await db.deleteFrom("stems").where("version", "=", version).execute();
  for (let index = 0; index < rows.length; index += stemsAtOnce) {
    const list = JSON.stringify(rows.slice(index, index + stemsAtOnce));
    const insert = sql`insert into stems (version, stem, weight, data, scale)
      select ${version}, value ->> 'stem', value ->> 'weight', value ->> 'data', value ->> 'scale'
      from json_each(${list}) where true
      on conflict (version, stem) do update set weight = excluded.weight, data = excluded.data, scale = excluded.scale`;
    await runBatch(db, [{ compile: () => insert.compile(db) }]);
  }
  return dimensions;
}
