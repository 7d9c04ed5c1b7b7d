/**
 * Response headers of a page that is the same for every visitor: the nearest edge may answer for an hour, and for a
 * day while it fetches anew. `tags` name what the page shows, for purging.
 */
export function publicHeaders(...tags: string[]): Record<string, string> {
  return {
    "Cache-Control": "public, max-age=0, s-maxage=3600, stale-while-revalidate=86400",
    "Cache-Tag": ["site", ...tags].join(","),
  };
}
