/**
 * The data rules of all pages, in one place: whatever React Router loads or posts for a page goes through here
 * (app/entry.client.tsx). A failed load is tried twice more and a failed post once; answers that say `public` stay in
 * the tab's query cache. The document itself, and all that happens without script, is not concerned.
 */

type Fetch = typeof fetch;

/** Milliseconds before each further try. */
const pauses = { load: [1000, 2000], post: [1000] };

/** The query cache, from the first load on. Null where its code could not be fetched. */
let cache: Promise<typeof import("./query-client.ts") | null> | undefined;

/** What is done after each post, whatever came of it: what was loaded before may not hold any longer. */
export const afterPost: (() => void)[] = [];

/** A `fetch` that asks for page data of this site by the rules below, and for everything else as `original` does. */
export function buildPageFetch(original: Fetch): Fetch {
  return (input, init = {}) => {
    // React Router hands over a URL; what hands over anything else is not React Router.
    const isPageData =
      input instanceof URL && input.origin === window.location.origin && input.pathname.endsWith(".data");
    return isPageData ? fetchPageData(input, init, original) : original(input, init);
  };
}

function fetchPageData(url: URL, init: RequestInit, send: Fetch): Promise<Response> {
  if (init.method) return post(url, init, send);
  return hasClientLoader(url) ? send(url, init) : load(url, send);
}

/** Not given up when the visitor goes elsewhere: the answer is worth keeping, and may soon be asked for again. */
async function load(url: URL, send: Fetch): Promise<Response> {
  const loadAnew = () => attempt(() => send(url), { pauses: pauses.load, mayRepeat: () => true });
  // The first load of all does not wait for the code of the cache, which holds nothing yet.
  const first = cache ? undefined : loadAnew();
  first?.catch(() => {});
  cache ??= import("./query-client.ts").catch(() => null);
  const { keepResponse } = (await cache) ?? {};
  const answer = () => first ?? loadAnew();
  if (keepResponse) return keepResponse(url, answer);
  cache = undefined;
  return answer();
}

/**
 * A post is repeated where that cannot do a thing twice: the server said that nothing has changed (503), or the form
 * carries a ticket, or the version that it changes.
 */
async function post(url: URL, init: RequestInit, send: Fetch): Promise<Response> {
  const { body, signal } = init;
  const isIdempotent = body instanceof URLSearchParams && (body.has("ticket") || body.has("version"));
  try {
    return await attempt(() => send(url, init), {
      pauses: pauses.post,
      mayRepeat: (response) => (response ? response.status === 503 : isIdempotent && !signal?.aborted),
    });
  } finally {
    for (const forget of afterPost) forget();
  }
}

interface Patience {
  pauses: readonly number[];
  /** Asked when the answer was 500 or above, or when there was none. */
  mayRepeat: (response?: Response) => boolean;
}

async function attempt(send: () => Promise<Response>, { pauses, mayRepeat }: Patience): Promise<Response> {
  for (const pause of pauses) {
    try {
      const response = await send();
      if (response.status < 500 || !mayRepeat(response)) return response;
    } catch (error) {
      if (!mayRepeat()) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return send();
}

/** Such a page goes through the query cache by itself, with `loadCached`. `_routes` is how React Router names it. */
function hasClientLoader(url: URL): boolean {
  const { routes } = Reflect.get(window, "__reactRouterManifest") as Manifest;
  return (url.searchParams.get("_routes")?.split(",") ?? []).some((id) => routes[id]?.hasClientLoader);
}

interface Manifest {
  routes: Record<string, { hasClientLoader: boolean } | undefined>;
}
