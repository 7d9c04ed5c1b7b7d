import { readClientKey } from "#worker/lib/http/client-address.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts one request of this client for `purpose`.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitAttempts(
  request: Request,
  purpose: "sign-in" | "sign-up" | "bootstrap" | "link" | "second-step" | "passkey" | "passkey-options",
  { env }: RequestScope,
): Promise<void> {
  const success = await isWithinLimit(env.SIGN_IN_LIMIT, `${purpose}:${readClientKey(request)}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}

/**
 * Counts one request of a program, by its network: tokens cannot be guessed, and what a stolen one can do is bounded.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitPrograms(request: Request, { env }: RequestScope): Promise<void> {
  const success = await isWithinLimit(env.API_LIMIT, `api:${readClientKey(request)}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
