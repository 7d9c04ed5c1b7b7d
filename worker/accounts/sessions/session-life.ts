/** Configurable lifetimes, in milliseconds. */

import { day, hour } from "#shared/dates/durations.ts";

/** How long a session may stay unused (8 hours unless SESSION_IDLE_MS says otherwise) and last at all (7 days). */
export function readSessionLife(env: Pick<Env, "SESSION_IDLE_MS" | "SESSION_ABSOLUTE_MS">): {
  idle: number;
  absolute: number;
} {
  return {
    idle: readPositive(env.SESSION_IDLE_MS, 8 * hour),
    absolute: readPositive(env.SESSION_ABSOLUTE_MS, 7 * day),
  };
}

function readPositive(value: string | undefined, fallback: number): number {
  const number = Number(value ?? "");
  return Number.isSafeInteger(number) && number > 0 ? number : fallback;
}
