import { day, hour, second } from "#shared/dates/durations.ts";

/**
 * `Cache-Control` of a public page: the nearest edge may answer for an hour, and for a day more while it fetches the
 * page again. `until` is the moment when the page changes next (epoch milliseconds; null when no change is known):
 * after it, no cache answers.
 */
export function writeCacheControl({ until, now }: { until: number | null; now: number }): string {
  const left = until === null ? Infinity : Math.max(0, Math.floor((until - now) / 1000));
  const fresh = Math.min(hour / second, left);
  const stale = Math.min(day / second, left - fresh);
  return `public, max-age=0, s-maxage=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ""}`;
}
