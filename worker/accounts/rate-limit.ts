import { readClientKey } from "../lib/client-address.ts";
import { TooManyAttemptsError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";

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
  const { success } = await env.SIGN_IN_LIMIT.limit({ key: `${purpose}:${readClientKey(request)}` });
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}

/**
 * Counts one request of a program, by its network: tokens cannot be guessed, and what a stolen one can do is bounded.
 * @throws TooManyAttemptsError past the limit.
 */
export async function limitPrograms(request: Request, { env }: RequestScope): Promise<void> {
  const { success } = await env.API_LIMIT.limit({ key: `api:${readClientKey(request)}` });
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
