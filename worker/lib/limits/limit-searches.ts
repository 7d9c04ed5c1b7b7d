import { readClientKey } from "../http/client-address.ts";
import { TooManyAttemptsError } from "../errors.ts";
import type { RequestScope } from "../scope.ts";
import { isWithinLimit } from "./within-limit.ts";

/** Seconds in which the limiters of wrangler.toml count. */
const limitPeriod = 60;

type Scope = Pick<RequestScope, "env">;

/**
 * Counts one search of this client, of the site, of articles or of openings: each reads the database.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitSearches(request: Request, { env }: Scope): Promise<void> {
  const success = await isWithinLimit(env.SEARCH_LIMIT, `search:${readClientKey(request)}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}

/**
 * The same for what is asked while somebody types: several times for each search, so four times as many are taken.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitTyping(request: Request, { env }: Scope): Promise<void> {
  const success = await isWithinLimit(env.API_LIMIT, `typing:${readClientKey(request)}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
