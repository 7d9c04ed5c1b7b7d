import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";

/** Made anew for everybody who asks: nobody keeps it, the browser may go back to it. */
const fresh = "private, no-cache";
/** What is not there, or somewhere else (202 is how page data says so), may be there soon. */
const brief = "public, max-age=0, s-maxage=60";
const missingOrMoved = new Set([202, 301, 308, 404, 410]);

/** What is asked of a route that says `handle`; undefined when no route was matched. */
interface Asked {
  handle: RouteHandle | undefined;
  url: URL;
  /** Ids of the site's routes: React Router names in `_routes` those whose data it wants. */
  routeIds: ReadonlySet<string>;
}

/**
 * `response` with the caching that its route declares. The response's own headers can only shorten the time, forbid
 * storing, or add tags. Those of a private route are not asked: `identifyCaller` forbids to store whatever it has seen,
 * and `keepFor` says what the reader's own browser may keep all the same.
 */
export function applyCaching(response: Response, asked: Asked): Response {
  const headers = new Headers(response.headers);
  const control = decide(response, asked);
  headers.set("Cache-Control", control);
  const tags = asked.handle?.cache === "public" && control.startsWith("public") ? asked.handle.tags : null;
  const own = headers.get("Cache-Tag");
  if (tags) headers.set("Cache-Tag", ["site", ...tags, ...(own ? [own] : [])].join(","));
  else headers.delete("Cache-Tag");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function decide({ status, headers }: Response, { handle, url, routeIds }: Asked): string {
  const own = headers.get("Cache-Control");
  if (handle?.cache === "private") {
    const isCacheable = handle.keepFor !== undefined && status === 200 && !headers.has("Set-Cookie");
    return isCacheable ? `private, max-age=${handle.keepFor}` : "no-store";
  }
  if (!handle || own?.includes("no-store")) return "no-store";
  const isShown = [200, 304].includes(status);
  if (handle.cache === "fresh") return isShown || (status >= 400 && status < 500) ? fresh : "no-store";
  if (!isShown && !missingOrMoved.has(status)) return "no-store";
  if (!isSharedAddress({ handle, url, routeIds })) return fresh;
  if (!isShown) return brief;
  return own ?? writeCacheControl({ until: null, now: 0 });
}

/**
 * True when shared caches may keep what a public route answers at this address: it has no parameter but those that the
 * page reads, each once and in the order of `query`, written as a form writes them. Any other would make an entry of its
 * own in every cache, with the same page.
 */
export function isSharedAddress({ handle, url, routeIds }: Asked): boolean {
  if (handle?.cache !== "public") return false;
  const { searchParams } = url;
  const known = [...(handle.query ?? []), ...(url.pathname.endsWith(".data") ? ["_routes"] : [])];
  const places = [...searchParams.keys()].map((name) => known.indexOf(name));
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  return (
    places.every((place, index) => place > (places[index - 1] ?? -1)) &&
    url.href === url.origin + url.pathname + search &&
    (searchParams.get("_routes")?.split(",") ?? []).every((id) => routeIds.has(id))
  );
}
