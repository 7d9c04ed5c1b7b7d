import { openDb } from "../../db/client.ts";
import { openSearchDb } from "../engine/search-db.ts";
import type { SearchScope } from "./types.ts";

/**
 * What the site's search runs with. The primaries answer it, not copies of them: a copy may lag, and what was just taken
 * off the site would be found there.
 */
export function openSearchScope({ DB, SEARCH_DB }: Pick<Env, "DB" | "SEARCH_DB">): SearchScope {
  return { db: openDb(DB), searchDb: openSearchDb(SEARCH_DB), leg: null };
}
