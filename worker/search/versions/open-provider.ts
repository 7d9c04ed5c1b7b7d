import type { SearchDb } from "../engine/search-db.ts";
import { openLsa } from "./lsa-provider.ts";
import { findModel } from "./models.ts";
import { type ModelAbout, type Provider, ProviderError } from "./provider.ts";
import { openWorkersAi } from "./workers-ai.ts";

/**
 * What makes the vectors of a version.
 * @throws {ProviderError} when this deployment does not have it
 */
export function openProvider(env: Env, db: SearchDb, version: ModelAbout & { id: number }): Provider {
  if (version.provider === "lsa") return openLsa(db, version);
  const model = findModel(env, version);
  if (!model || !env.AI) throw new ProviderError(`This deployment has no ${version.model}: Workers AI is not bound.`);
  return openWorkersAi(env.AI, model);
}
