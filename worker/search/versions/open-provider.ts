import type { SearchDb } from "../engine/search-db.ts";
import { openLsa } from "./lsa-provider.ts";
import type { ModelAbout, Provider } from "./provider.ts";

/**
 * What makes the vectors of a version.
 * @throws {Error} when this deployment does not have it
 */
export function openProvider(_env: Env, db: SearchDb, version: ModelAbout & { id: number }): Provider {
  if (version.provider === "lsa") return openLsa(db, version);
  throw new Error(`This deployment has no ${version.provider}.`);
}
