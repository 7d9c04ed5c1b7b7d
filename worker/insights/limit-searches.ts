import { readClientKey } from "../lib/client-address.ts";
import { TooManyAttemptsError } from "../lib/errors.ts";

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts one search of this client: each reads the whole index, and no cache has most of them.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitSearches({ SEARCH_LIMIT }: Pick<Env, "SEARCH_LIMIT">, request: Request): Promise<void> {
  const { success } = await SEARCH_LIMIT.limit({ key: `search:${readClientKey(request)}` });
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
