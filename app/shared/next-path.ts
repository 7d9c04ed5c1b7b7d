const base = "https://site.invalid";

/**
 * The path, query and fragment of `value` when it names a page of this site, else `fallback`.
 * Refuses everything a browser could take for another origin: `//x`, `/\x`, schemes, control characters,
 * encoded slashes at the front, and whatever still points elsewhere once parsed.
 */
export function parseNextPath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || value.length > 1024) return fallback;
  // A browser drops tabs and newlines before parsing, so none may be there; neither may a backslash.
  if (!/^\/(?![/\\])[^\\\p{C}\s]*$/u.test(value)) return fallback;
  if (/^\/(?:%2f|%5c|%09|%0a|%0d|%25|\.)/i.test(value)) return fallback;
  if (!URL.canParse(value, base)) return fallback;
  const url = new URL(value, base);
  const path = url.pathname + url.search + url.hash;
  return url.origin === base && !path.startsWith("//") ? path : fallback;
}
