import type { ScoredChunk } from "../engine/rank-documents.ts";
import { stemText } from "../engine/stem-words.ts";
import type { VectorLeg } from "../find/types.ts";
import { embedQuery } from "./embed-query.ts";
import { embedByRows } from "./lsa-provider.ts";
import { findNear } from "./near-chunks.ts";

/** Chunks that the leg names of one search: more rank worse on the shipped judgements. Vectorize gives no more, either. */
export const mostNear = 100;

/** The leg that finds by meaning, as a search uses it. */
export function openVectorLeg(env: Env): VectorLeg {
  return {
    async findNear(version, { text, stems }): Promise<ScoredChunk[]> {
      const query =
        version.provider === "lsa" ? embedByRows(stemText(text), stems) : await embedQuery({ env }, version, text);
      return query ? findNear({ env }, version, query, mostNear) : [];
    },
  };
}
