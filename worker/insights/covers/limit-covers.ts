import type { AccountId } from "../../db/accounts-tables.ts";
import { TooManyAttemptsError } from "../../lib/errors.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts one cover that `user` stores: each may write three pictures. What the browser draws by itself in the background
 * (`background`), for an import or what others have left, takes nothing from what its user draws.
 * @throws {TooManyAttemptsError} past the limit
 */
export async function limitCovers(
  user: AccountId,
  kind: "drawn" | "background",
  { env }: Pick<RequestScope, "env">,
): Promise<void> {
  const success = await isWithinLimit(env.SEARCH_LIMIT, `cover:${kind}:${user}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
