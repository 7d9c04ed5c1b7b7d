import { openSearchDb } from "../engine/search-db.ts";
import type { VersionInUse } from "../find/types.ts";
import { openProvider } from "./open-provider.ts";

/**
 * The vector of a text that is sought, of length 1; null where the version knows none of its words. One query, or one call of the
 * model. A search hands the leg what it has read already: see vector-leg.ts.
 * @throws {Error} when the model does not answer
 */
export async function embedQuery(
  { env }: { env: Env },
  version: Pick<VersionInUse, "id" | "provider" | "model" | "dimensions" | "pooling">,
  text: string,
): Promise<Float32Array | null> {
  const [embedded] = await openProvider(env, openSearchDb(env.SEARCH_DB), version).embed([text], "query");
  if (embedded === undefined || "reason" in embedded) throw new Error(embedded?.reason ?? "The model gave no vector.");
  return embedded.vector.some((entry) => entry !== 0) ? embedded.vector : null;
}
