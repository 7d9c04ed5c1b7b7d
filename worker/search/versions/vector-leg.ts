import { openSearchDb } from "../engine/search-db.ts";
import { stemText } from "../engine/stem-words.ts";
import type { NearChunk, VectorLeg } from "../find/types.ts";
import { embedQuery } from "./embed-query.ts";
import { embedByRows } from "./lsa-provider.ts";
import { findNear } from "./near-chunks.ts";
import { readStems } from "./stem-memory.ts";
import { askVectorize } from "./vectorize.ts";

/** Chunks that the leg names of one search: more rank worse on the shipped judgements. Vectorize gives no more, either. */
export const mostNear = 100;

/** The leg that finds by meaning, as a search uses it. */
export function openVectorLeg(env: Env): VectorLeg {
  return {
    async findNear(version, { text, stems, meant }): Promise<NearChunk[]> {
      const embedLearnt = async () => {
        const sought = stemText([text, ...meant].join(" "));
        // Corrected words and synonyms are known only after the index was asked: for these all that was learnt is in memory.
        const isAsked = sought.every((stem) => stems.asked.has(stem));
        const rows = isAsked ? new Map(stems.rows.map((row) => [row.stem, row])) : null;
        return embedByRows(sought, rows ?? (await readStems(openSearchDb(env.SEARCH_DB), version)));
      };
      const query = version.provider === "lsa" ? await embedLearnt() : await embedQuery({ env }, version, text);
      if (!query) return [];
      const { VECTORIZE } = env;
      // Which chunks these are, the search asks together with their texts.
      if (VECTORIZE && version.inVectorize)
        return askVectorize(VECTORIZE, { version: version.id, query, most: mostNear });
      return findNear({ env }, version, query, mostNear);
    },
  };
}
