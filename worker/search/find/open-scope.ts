import { openReads } from "../../db/client.ts";
import { openSearchDb } from "../engine/search-db.ts";
import { openVectorLeg } from "../versions/vector-leg.ts";
import type { SearchScope } from "./types.ts";

/**
 * What the site's search runs with, for visitors as for staff who test it. The primaries answer it, not copies of
 * them: a copy may lag, and what was just taken off the site would be found there.
 */
export function openSearchScope(env: Env): SearchScope {
  return { db: openReads(env), searchDb: openSearchDb(env.SEARCH_DB), leg: openVectorLeg(env) };
}
