const base = "https://site.invalid";

/**
 * The path, query and fragment of `value` when it is an address on this site, else `fallback`. Refuses everything that
 * a browser could take for another origin: `//x`, `/\x`, schemes, control characters, encoded slashes at the start, and
 * everything that points to another origin once parsed.
 */
export function parseNextPath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || value.length > 1024) return fallback;
  // A browser drops tabs and newlines before it parses an address, so none is allowed. Backslashes are refused too.
  if (!/^\/(?![/\\])[^\\\p{C}\s]*$/u.test(value)) return fallback;
  if (/^\/(?:%2f|%5c|%09|%0a|%0d|%25|\.)/i.test(value)) return fallback;
  if (!URL.canParse(value, base)) return fallback;
  const url = new URL(value, base);
  const path = url.pathname + url.search + url.hash;
  return url.origin === base && !path.startsWith("//") ? path : fallback;
}
