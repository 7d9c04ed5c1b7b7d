/**
 * `Cache-Control` of a public page: the nearest edge may answer for an hour, and for a day while it fetches anew. A page
 * that says something else from `until` on (epoch milliseconds; null if nothing is known to change) is answered by no
 * cache after that.
 */
export function writeCacheControl({ until, now }: { until: number | null; now: number }): string {
  const left = until === null ? Infinity : Math.max(0, Math.floor((until - now) / 1000));
  const fresh = Math.min(3600, left);
  const stale = Math.min(86_400, left - fresh);
  return `public, max-age=0, s-maxage=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ""}`;
}
