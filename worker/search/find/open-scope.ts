import { openReads } from "../../db/client.ts";
import { openSearchDb } from "../engine/search-db.ts";
import { stemText } from "../engine/stem-words.ts";
import { embedQuery } from "../versions/embed-query.ts";
import { embedByRows } from "../versions/lsa-provider.ts";
import { findNear } from "../versions/near-chunks.ts";
import type { SearchScope, VectorLeg } from "./types.ts";

/** Chunks that meaning may add. */
const mostNear = 100;

/**
 * What the site's search runs with. The primaries answer it, not copies of them: a copy may lag, and what was just taken
 * off the site would be found there.
 */
export function openSearchScope(env: Env): SearchScope {
  return { db: openReads(env), searchDb: openSearchDb(env.SEARCH_DB), leg: openLeg(env) };
}

/** Asks a model that was learnt here nothing more than what came with the words of the query. */
function openLeg(env: Env): VectorLeg {
  return {
    async findNear(version, { text, stems }) {
      const vector =
        version.provider === "lsa" ? embedByRows(stemText(text), stems) : await embedQuery({ env }, version, text);
      return vector === null ? [] : findNear({ env }, version, vector, mostNear);
    },
  };
}
