// Bundle: site
/**
 * The data rules of all pages. Everything that React Router loads or posts for a page goes through here
 * (app/entry.client.tsx). A failed load is tried twice more, a failed post once more. Answers with `Cache-Control:
 * public` stay in the tab's query cache. Document loads, and pages without script, do not use this.
 */

type Fetch = typeof fetch;

/** Milliseconds before each retry. */
const pauses = { load: [1000, 2000], post: [1000] };

/** The query cache, which the first load fetches. Null if its code could not be fetched. */
let cache: Promise<typeof import("./query-client.client.ts") | null> | undefined;

/** How many posts were answered: what was loaded before one of them may be out of date. */
let answered = 0;

/** Functions to call after each post, successful or not: data loaded before may be out of date. */
export const afterPost: (() => void)[] = [];

/** What else happens to the answer of a post, such as sending it again; null for nothing. The staff frame sets it. */
export const posts: { finish: ((answer: Response, send: () => Promise<Response>) => Promise<Response>) | null } = {
  finish: null,
};

/** A `fetch` that loads page data of this site by the rules above, and everything else as `original` does. */
export function buildPageFetch(original: Fetch): Fetch {
  return (input, init = {}) => {
    // React Router passes a URL object. Other calls do not come from React Router.
    const isPageData =
      input instanceof URL && input.origin === window.location.origin && input.pathname.endsWith(".data");
    return isPageData ? fetchPageData(input, init, original) : original(input, init);
  };
}

function fetchPageData(url: URL, init: RequestInit, send: Fetch): Promise<Response> {
  if (init.method) return post(url, init, send);
  return hasClientLoader(url) ? send(url, init) : load(url, send);
}

/** Not cancelled when the visitor leaves the page: the answer is worth caching and may soon be needed again. */
async function load(url: URL, send: Fetch): Promise<Response> {
  const loadAnew = () => attempt(() => send(url), { pauses: pauses.load, mayRepeat: () => true });
  // The very first load does not wait for the code of the cache, which is empty then.
  let first = cache ? undefined : loadAnew();
  first?.catch(() => {});
  cache ??= import("./query-client.client.ts").catch(() => null);
  const before = answered;
  const { loadResponse } = (await cache) ?? {};
  if (answered > before) first = undefined;
  const answer = () => {
    const unread = first ?? loadAnew();
    first = undefined;
    return unread;
  };
  if (loadResponse) return loadResponse(url, answer);
  cache = undefined;
  return answer();
}

/**
 * A post is repeated only if it cannot take effect twice: the server said that nothing has changed (503), or the form
 * carries a ticket or the version that it changes.
 */
async function post(url: URL, init: RequestInit, send: Fetch): Promise<Response> {
  const { body, signal } = init;
  const isIdempotent = body instanceof URLSearchParams && (body.has("ticket") || body.has("version"));
  const sendOnce = () =>
    attempt(() => send(url, init), {
      pauses: pauses.post,
      mayRepeat: (response) => (response ? response.status === 503 : isIdempotent && !signal?.aborted),
    });
  try {
    const answer = await sendOnce();
    return posts.finish ? await posts.finish(answer, sendOnce) : answer;
  } finally {
    answered += 1;
    for (const callback of afterPost) callback();
  }
}

interface RetryRules {
  pauses: readonly number[];
  /** Called when the answer was 500 or above, or when there was none. */
  mayRepeat: (response?: Response) => boolean;
}

async function attempt(send: () => Promise<Response>, { pauses, mayRepeat }: RetryRules): Promise<Response> {
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

/**
 * A page with a client loader uses the query cache itself, with `loadCached`. `_routes` is React Router's parameter
 * with the route's id.
 */
function hasClientLoader(url: URL): boolean {
  const { routes } = Reflect.get(window, "__reactRouterManifest") as Manifest;
  return (url.searchParams.get("_routes")?.split(",") ?? []).some((id) => routes[id]?.hasClientLoader);
}

interface Manifest {
  routes: Record<string, { hasClientLoader: boolean } | undefined>;
}
