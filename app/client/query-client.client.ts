// Bundle: alone
import { CancelledError, QueryClient } from "@tanstack/query-core";
import { isRouteErrorResponse } from "react-router";
import { minute } from "#shared/dates/durations.ts";
import { afterPost } from "./page-data.ts";

/**
 * The tab's query cache with the site's data rules: fresh 5 min, kept 10 min, queries retried twice. The Worker's bundle
 * leaves it out, as every `.client.ts` file: it is used after hydration only. Posts do not go through it: page-data.ts
 * repeats them.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * minute,
      gcTime: 10 * minute,
      refetchOnWindowFocus: false,
      // By default a navigation would wait for ever in a browser that believes it is offline. So it fails.
      networkMode: "always",
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
  },
});
afterPost.push(() => queryClient.clear());

/** A stored answer that can be used many times. */
interface StoredResponse {
  body: ArrayBuffer;
  init: ResponseInit;
  /** Whether it may be cached. A page with a ticket, a preview or a failure may not. */
  isPublic: boolean;
}

/**
 * The cached answer for `url` while it is fresh, else the answer of `send`, which retries by itself. A post that is
 * answered meanwhile empties the cache: the answer may be from before it, so `send` is called again.
 */
export async function loadResponse(url: URL, send: () => Promise<Response>): Promise<Response> {
  const queryKey = ["response", url.pathname, url.search];
  const queryFn = async () => readWhole(await send());
  try {
    const { body, init, isPublic } = await queryClient.fetchQuery({ queryKey, queryFn, retry: false });
    if (!isPublic) queryClient.removeQueries({ queryKey });
    return new Response(body.byteLength > 0 ? body : null, init);
  } catch (error) {
    if (error instanceof CancelledError) return loadResponse(url, send);
    throw error;
  }
}

async function readWhole(response: Response): Promise<StoredResponse> {
  const { status, statusText, headers } = response;
  const isPublic = status === 200 && /\bpublic\b/.test(headers.get("Cache-Control") ?? "");
  return { body: await response.arrayBuffer(), init: { status, statusText, headers }, isPublic };
}

/**
 * The data of a staff page, from the tab's cache while fresh. Call it in a clientLoader with the request's URL.
 * Redirects and errors are thrown unchanged and never cached. Data for which `isWhole` is false is loaded again; if it
 * is still incomplete, it is shown but not cached. During hydration React Router returns the data that came with the
 * document, so nothing is retried.
 */
export async function loadCached<Data>(
  url: string,
  serverLoader: () => Promise<Data>,
  isWhole: (data: Data) => boolean = () => true,
): Promise<Data> {
  const { pathname, search } = new URL(url);
  const queryKey = ["page", pathname.toLowerCase(), search];
  let part: { data: Data } | undefined;
  let isOwn = false;
  const queryFn = async () => {
    part = undefined;
    isOwn = true;
    const data = await serverLoader();
    if (isOutOfDate(data)) {
      // The page is loaded again as a whole; what this load has found is no longer asked for then.
      void readRouter()?.revalidate();
      throw new DOMException("The data is that of the document.", "AbortError");
    }
    if (isWhole(data)) return data;
    part = { data };
    throw new Error(`${pathname} lacks its main part`);
  };
  try {
    return await queryClient.fetchQuery({ queryKey, queryFn, ...(isHydrating() && { retry: false }) });
  } catch (error) {
    if (part) return part.data;
    // A post that was answered meanwhile has emptied the cache: this answer may be older.
    if (error instanceof CancelledError) return loadCached(url, serverLoader, isWhole);
    // Another navigation had asked for the same, and was left before the answer came.
    if (isAbort(error) && !isOwn) return loadCached(url, serverLoader, isWhole);
    throw error;
  }
}

let hasPosted = false;
afterPost.push(() => (hasPosted = true));

/**
 * True of data that came with the document, and are asked for by a navigation or after a form. React Router hands them out at the
 * first load of a route, and where somebody is quicker than that load, they are of before.
 */
function isOutOfDate(data: unknown): boolean {
  const router = readRouter();
  if (!router || typeof data !== "object" || data === null) return false;
  if (!hasPosted && router.state.navigation.state === "idle") return false;
  const { state } = Reflect.get(globalThis, "__reactRouterContext") as { state?: { loaderData?: object } };
  return Object.values(state?.loaderData ?? {}).includes(data);
}

interface Router {
  state: { navigation: { state: string } };
  revalidate: () => Promise<void>;
}

/** React Router's own, which it keeps at the window; without a document there is none. */
function readRouter(): Router | undefined {
  return Reflect.get(globalThis, "__reactRouterDataRouter") as Router | undefined;
}

function isHydrating(): boolean {
  return document.documentElement.dataset.hydrated === undefined;
}

/** The navigation that asked was left. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Redirects (thrown Responses) and answers below 500 would be the same again; who has left waits for nothing. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof Response || isAbort(error)) return false;
  return !isRouteErrorResponse(error) || error.status >= 500;
}
