import type { RouteHandle } from "#shared/pages/route-handle.ts";

/**
 * The Speculation Rules (JSON) with which a browser fetches the document of a link ahead, when it expects a press: the
 * pointer rests on the link, say. They name the pages that are the same for everybody, by the patterns of `routes`: a route that says nothing
 * is private, and so it is not among them. Files, searches and addresses where nothing is are not either.
 *
 * Documents are fetched and not rendered: a page that is only fetched runs no script, so it counts no view. Browsers that
 * know no such rules ignore them, and so does one that saves data.
 */
export function writeSpeculationRules(routes: readonly { path: string; handle: RouteHandle | undefined }[]): string {
  const pages = routes
    .filter(({ path, handle }) => handle && handle.cache !== "private" && !/[.*]/.test(path))
    .map(({ path }) => path);
  const not = ["/*.*", "/*\\?(.+)"].map((href_matches) => ({ not: { href_matches } }));
  return JSON.stringify({ prefetch: [{ where: { and: [{ href_matches: pages }, ...not] }, eagerness: "moderate" }] });
}
