import { openDb } from "#worker/db/client.ts";
import { openSearchDb } from "../engine/search-db.ts";
import type { SearchScope } from "../find/types.ts";
import { openVectorLeg } from "../versions/vector-leg.ts";

/** What staff search with: the primary databases, and the vectors of this isolate. */
export function openStaffScope(env: Env): SearchScope {
  return { db: openDb(env.DB), searchDb: openSearchDb(env.SEARCH_DB), leg: openVectorLeg(env) };
}
