/**
 * Response headers of a page that is the same for every visitor. An edge cache may answer with it for an hour, and for
 * one more day while it fetches a new one. `tags` say what the page shows, for purging.
 */
export function publicHeaders(...tags: string[]): Record<string, string> {
  return {
    "Cache-Control": "public, max-age=0, s-maxage=3600, stale-while-revalidate=86400",
    "Cache-Tag": ["site", ...tags].join(","),
  };
}

/**
 * `publicHeaders` of a page whose content changes at `until` (epoch milliseconds; null if no change is known): no cache
 * answers with it after that.
 */
export function publicHeadersUntil(
  { until, now }: { until: number | null; now: number },
  ...tags: string[]
): Record<string, string> {
  if (until === null) return publicHeaders(...tags);
  const left = Math.max(0, Math.floor((until - now) / 1000));
  const fresh = Math.min(3600, left);
  const stale = Math.min(86_400, left - fresh);
  const control = `public, max-age=0, s-maxage=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ""}`;
  return { ...publicHeaders(...tags), "Cache-Control": control };
}

/**
 * Response headers of a public page that is rendered anew for every request. No cache keeps it, but the browser may go
 * back to it.
 */
export const freshHeaders: Record<string, string> = { "Cache-Control": "private, no-cache" };
