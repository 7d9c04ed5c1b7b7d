import { day } from "#shared/dates/durations.ts";
import type { Workplace } from "#shared/hiring/opening.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";

/** Days for which an opening is open by default. */
const daysOpen = 60;

/** When an opening that was published at `publishAt` expires by itself (both in epoch milliseconds). */
export function computeUsualEnd(publishAt: number): number {
  return publishAt + daysOpen * day;
}

/** What decides whether a job may be seen. Instants are epoch milliseconds. */
interface Essentials {
  workplace: Workplace;
  hasPay: boolean;
  /** How many there are. */
  places: number;
  countries: number;
  closesAt: number | null;
  publishAt: number;
}

/** Throws InvalidInputError when something is missing that an opening must say. */
export function requireComplete({ workplace, hasPay, places, countries, closesAt, publishAt }: Essentials): void {
  const missing: Record<string, string[]> = {};
  if (!hasPay) missing["pay"] = ["An opening says what it pays."];
  if (workplace === "remote" && countries === 0) missing["remoteCountries"] = ["Say from where the work may be done."];
  if (workplace !== "remote" && places === 0) missing["places"] = ["Say where the work is done."];
  if (closesAt === null) missing["closesAt"] = ["Say until when it is open."];
  else if (closesAt <= publishAt) missing["closesAt"] = ["It would close before it opens."];
  if (Object.keys(missing).length > 0) throw new InvalidInputError(missing);
}
