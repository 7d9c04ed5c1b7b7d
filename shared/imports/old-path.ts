/**
 * A path of another site, or a former one of this, as redirects hold it: no origin, no slash at its end, and of the query
 * only the number by which WordPress names a post ("/?p=123"). What was an article under /blog was one under /insights
 * here, too. Null for what is no path, or the home page.
 */
export function cleanOldPath(text: string): string | null {
  // Words, "mailto:", "javascript:" and their like are made a path of by no address.
  if (!/^\s*(?:[/\\]|https?:\/\/)/i.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text, "https://old.invalid");
  } catch {
    return null;
  }
  const path = url.pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const number = ["p", "page_id"]
    .map((name) => [name, url.searchParams.get(name) ?? ""] as const)
    .find(([, value]) => /^\d{1,12}$/.test(value));
  if (number && (path === "/" || path === "/index.php")) return `/?${number[0]}=${number[1]}`;
  if (path === "/") return null;
  return path.replace(/^\/blog(?=\/[^/]+$)/, "/insights");
}
