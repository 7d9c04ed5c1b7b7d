import { minute } from "#shared/dates/durations.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";

/** How long after signing in the sensitive changes are open, in seconds: roles, second factors, addresses, exports. */
export const freshFor = (15 * minute) / 1000;

/**
 * Lets pass who proved in the last 15 minutes who they are. `authTime`: when that was, in epoch seconds.
 * @throws StaleSignInError
 */
export function requireFreshSignIn({ authTime }: { authTime: number }): void {
  if (!isFreshSignIn({ authTime })) throw new StaleSignInError();
}

export function isFreshSignIn({ authTime }: { authTime: number }): boolean {
  return nowInSeconds() - authTime <= freshFor;
}
