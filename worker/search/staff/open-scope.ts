import { openDb } from "#worker/db/client.ts";
import { openSearchDb } from "../engine/search-db.ts";
import { stemText } from "../engine/stem-words.ts";
import type { SearchScope, VectorLeg } from "../find/types.ts";
import { embedQuery } from "../versions/embed-query.ts";
import { embedByRows } from "../versions/lsa-provider.ts";
import { findNear } from "../versions/near-chunks.ts";

/** As many chunks as the words give at most. */
const mostNear = 200;

/** What staff search with: the primary databases, and the vectors of this isolate. */
export function openStaffScope(env: Env): SearchScope {
  const leg: VectorLeg = {
    async findNear(version, { text, stems }) {
      const vector =
        version.provider === "lsa"
          ? embedByRows(stemText(text), stems)
          : await embedQuery({ env }, version, text);
      return vector ? findNear({ env }, version, vector, mostNear) : [];
    },
  };
  return { db: openDb(env.DB), searchDb: openSearchDb(env.SEARCH_DB), leg };
}
