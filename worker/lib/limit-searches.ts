import { readClientKey } from "./client-address.ts";
import { TooManyAttemptsError } from "./errors.ts";
import type { RequestScope } from "./scope.ts";

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts one search of this client, of articles or of openings: most of them are in no cache, so each reads the database.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitSearches(request: Request, { env }: Pick<RequestScope, "env">): Promise<void> {
  const { success } = await env.SEARCH_LIMIT.limit({ key: `search:${readClientKey(request)}` });
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
