/**
 * Limits on addresses, checked before anything else. React Router's work on a document grows with the square of the
 * number of path segments, and it costs the same for each path in a `__manifest` request.
 */

/** Characters of a path: the longest of the site's own, a media key or a preview, has about 200. */
const longestPath = 1024;
/** Parts between slashes: the site's own have five at most. */
const mostSegments = 16;
/** Paths that a page asks the manifest for at once: as many as it has links. */
const mostPaths = 256;

/** The refusal of an address that no page of this site has and that would cost much to find missing, or null. */
export function refuseLongAddress({ pathname, searchParams }: URL): Response | null {
  if (pathname.length > longestPath) return refuse(414, "This address is too long");
  if (countBetween(pathname, "/") > mostSegments) return refuse(404, "Page not found");
  if (pathname === "/__manifest" && countBetween(searchParams.get("paths") ?? "", ",") > mostPaths)
    return refuse(414, "This address is too long");
  return null;
}

/** How many parts that hold anything `separator` divides `text` into. */
function countBetween(text: string, separator: string): number {
  return text.split(separator).filter(Boolean).length;
}

/** A page of two lines, with nothing of the address in it. */
function refuse(status: 404 | 414, title: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>There is nothing at this address. <a href="/">Go to the home page</a></p>
</html>
`;
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
