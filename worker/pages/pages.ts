import { createRequestHandler } from "@react-router/cloudflare";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import {
  answerPublicPage,
  finishForDevelopment,
  finishFramedPage,
  finishPrivatePage,
  finishPublicHtml,
  type FinishedHtml,
  type PublicPage,
  tagPublicPage,
} from "./finish-page.ts";
import { cachePage, readCachedPage } from "./cached-pages.ts";
import { writeSpeculationRules } from "./speculation-rules.ts";
import { applyCaching, isSharedAddress } from "#worker/lib/http/page-caching.ts";
import { answerProblem, makeProblem } from "#worker/lib/http/problems.ts";
import {
  documentContext,
  enterContext,
  headContext,
  requestScope,
  type RequestScope,
  sharedContext,
} from "#worker/lib/scope.ts";
import { documentPolicy, framedPolicy } from "#worker/lib/http/security-headers.ts";

/**
 * Renders a page with React Router and finishes its HTML, as the `handle` of its route says.
 *
 * A page that is the same for everybody hydrates on intent, and its policy names the hashes of its inline scripts, so that
 * it stays valid in a cache; this isolate caches it as well (cached-pages.ts). Every other page is `no-store`, hydrates at
 * once, and its scripts carry a nonce. So does what failed.
 */
export async function renderPage(request: Request, scope: RequestScope): Promise<Response> {
  const { method } = request;
  if (!routed.has(method)) return refuseMethod(undefined);
  const page: PageData = { scope, url: new URL(request.url), method, nonce: crypto.randomUUID() };
  const { url } = page;
  // React Router renders no body for HEAD, yet the ETag and the policy must be those of the body of a GET.
  const asked = method === "HEAD" ? new Request(request, { method: "GET" }) : request;
  const answer = sayWhen(await handleRequest(toPagesEvent(asked, page)), scope);
  // The manifest is React Router's own, and no route's.
  if (url.pathname === "/__manifest") return limitManifest(answer, url);
  const response = applyCaching(answer, { handle: page.route?.handle, url, routeIds });
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  // A document with a policy of its own holds no script of ours.
  if (response.headers.has("Content-Security-Policy")) return response;
  if (import.meta.env.DEV) return answerForDevelopment(response, page);
  if (response.headers.get("Cache-Control") === "no-store")
    return isFramed(request, page) ? answerFramedPage(response, page) : answerPrivatePage(response, page);
  return answerPublicPage(request, page.cached ?? (await finishAndCache(response, page)), response, scope.env);
}

/** Seconds. */
const soon = 2;

/** A page that failed only because a binding did may be asked for again: that is 503, as everywhere else, and says when. */
function sayWhen(answer: Response, { retryAfter }: RequestScope): Response {
  const isOutage = answer.status === 503 || (answer.status === 500 && retryAfter !== undefined);
  if (!isOutage || answer.headers.has("Retry-After")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Retry-After", String(retryAfter ?? soon));
  return new Response(answer.body, { status: 503, headers });
}

/**
 * Finishes a page that this isolate does not have, and caches it if it is there and shared caches may have it too. Only at
 * its plain address: what visitors search for stays in no memory, and searches drive no page out of it.
 */
async function finishAndCache(response: Response, { scope, url, route, data, nonce }: PageData): Promise<PublicPage> {
  const finished = await tagPublicPage(finishPublicHtml(await response.text(), nonce, rules));
  const isPublic = response.headers.get("Cache-Control")?.startsWith("public");
  if (data === undefined || url.search !== "" || !isPublic) return finished;
  if (isFixed(route?.handle) && url.pathname === route?.path) scope.keepFor = "everybody";
  cachePage(url.href, { ...finished, data });
  return finished;
}

async function answerPrivatePage(response: Response, { nonce }: PageData): Promise<Response> {
  const { status, headers } = response;
  headers.set("Content-Security-Policy", documentPolicy([`'nonce-${nonce}'`]));
  headers.set("X-Robots-Tag", "noindex");
  return new Response(finishPrivatePage(await response.text(), nonce), { status, headers });
}

/** True for a page that a page of this site asks for to show it in a frame. */
function isFramed({ headers }: Request, { route }: PageData): boolean {
  const { handle } = route ?? {};
  const isOwn = headers.get("Sec-Fetch-Dest") === "iframe" && headers.get("Sec-Fetch-Site") === "same-origin";
  return isOwn && handle?.cache === "private" && handle.framed === true;
}

async function answerFramedPage(response: Response, { nonce }: PageData): Promise<Response> {
  const { status, headers } = response;
  headers.set("Content-Security-Policy", framedPolicy());
  headers.set("X-Robots-Tag", "noindex");
  return new Response(finishFramedPage(await response.text(), nonce), { status, headers });
}

/** Vite's own inline scripts and styles need a policy that lets them be. */
async function answerForDevelopment(response: Response, { nonce }: PageData): Promise<Response> {
  const { status, headers } = response;
  headers.set("Content-Security-Policy", "frame-ancestors 'none'");
  headers.set("Cache-Control", "no-store");
  return new Response(finishForDevelopment(await response.text(), nonce), { status, headers });
}

/** The methods that React Router brings before a route; it answers others without one. */
const routed = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const routeIds: ReadonlySet<string> = new Set(Object.keys(build.routes));

/** A route with an address of its own. */
interface PageRoute {
  /** Its address, such as "/insights/:slug". */
  path: string;
  handle: RouteHandle | undefined;
}

const pageRoutes = new Map(
  Object.values(build.routes)
    .filter((route) => route?.path || route?.index)
    .map((route): [string, PageRoute] => {
      const pattern = writePattern(route);
      return [pattern, { path: `/${pattern}`, handle: route?.module.handle as RouteHandle | undefined }];
    }),
);

/** Which documents a browser may fetch ahead, on every public page. */
const rules = writeSpeculationRules([...pageRoutes.values()]);

/** As React Router does: a route's path below those of its parents. */
function writePattern(route: ServerBuild["routes"][string]): string {
  if (!route) return "";
  return [route.parentId && writePattern(build.routes[route.parentId]), route.path].filter(Boolean).join("/");
}

function isFixed(handle: RouteHandle | undefined): handle is RouteHandle & { cache: "public" } {
  return handle?.cache === "public" && handle.fixed === true;
}

/** The pages that the build renders, each with the tags that purge it. */
export const fixedPages = [...pageRoutes.values()].flatMap(({ path, handle }) =>
  isFixed(handle) ? [{ path, tags: handle.tags }] : [],
);

/**
 * The fixed page at `path` as React Router renders it now.
 * @throws {Error} when that is no page
 */
export async function renderFixedPage(path: string, scope: RequestScope): Promise<FinishedHtml> {
  const page = makePage(path, scope);
  return finishPublicHtml(await renderText(page), page.nonce, rules);
}

/**
 * The document at `path` as a visitor without a session gets it now, to be read by the search.
 * @throws {Error} when that is no page
 */
export async function renderHtml(path: string, scope: RequestScope): Promise<string> {
  const page = makePage(path, scope);
  const text = await renderText(page);
  return page.cached ? new TextDecoder().decode(page.cached.bytes) : text;
}

function makePage(path: string, scope: RequestScope): PageData {
  return { scope, url: new URL(path, scope.env.SITE_ORIGIN), method: "GET", nonce: crypto.randomUUID() };
}

async function renderText(page: PageData): Promise<string> {
  const response = await handleRequest(toPagesEvent(new Request(page.url), page));
  if (response.status !== 200) throw new Error(`The page ${page.url.pathname} answers ${response.status}.`);
  return response.text();
}

/** A page is read, and posted to where it says so; whatever else changes something is posted to the API. */
function refuseMethod(handle: RouteHandle | undefined): Response {
  return answerProblem(makeProblem(405), { Allow: takesPosts(handle) ? "GET, HEAD, POST" : "GET, HEAD" });
}

function takesPosts(handle: RouteHandle | undefined): boolean {
  return handle !== undefined && handle.cache !== "public" && handle.posts === true;
}

/** As with pages: a parameter that React Router does not send makes no entry in a cache. */
function limitManifest(response: Response, { searchParams }: URL): Response {
  const names = [...searchParams.keys()].toSorted();
  if (names.join() === "paths,version") return response;
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}

/** What this file and app/entry.server.tsx know of one request of a page. */
interface PageData {
  scope: RequestScope;
  url: URL;
  method: string;
  nonce: string;
  /** The route, once it is matched. */
  route?: PageRoute | undefined;
  /** The data of a public page that was found, as React Router writes it into the page. */
  data?: string;
  /** The cached page for the same data. */
  cached?: PublicPage;
}

const handleRequest = createRequestHandler<Env>({
  build: build as ServerBuild,
  getLoadContext({ context: { cloudflare } }) {
    const page = cloudflare.data as unknown as PageData;
    const { method } = page;
    const context = new RouterContextProvider();
    context.set(requestScope, page.scope);
    context.set(headContext, method === "HEAD");
    context.set(enterContext, (pattern) => {
      page.route = pageRoutes.get(pattern.replace(/^\/+/, ""));
      const handle = page.route?.handle;
      context.set(sharedContext, isSharedAddress({ handle, url: page.url, routeIds }));
      const isTaken = ["GET", "HEAD"].includes(method) || (method === "POST" && takesPosts(handle));
      return isTaken ? undefined : refuseMethod(handle);
    });
    context.set(documentContext, {
      nonce: page.nonce,
      isPublic: () => page.route?.handle?.cache === "public",
      isCached(data) {
        page.data = data;
        const cached = readCachedPage(page.url.href);
        if (cached?.data === data) page.cached = cached;
        return page.cached !== undefined;
      },
    });
    return context;
  },
});

/** The adapter expects the event of a Pages function; these are the parts that it and getLoadContext read. */
function toPagesEvent(request: Request, data: PageData) {
  const { env, ctx } = data.scope;
  return {
    request,
    env,
    data,
    params: {},
    waitUntil: ctx.waitUntil.bind(ctx),
    passThroughOnException: ctx.passThroughOnException.bind(ctx),
  } as unknown as Parameters<typeof handleRequest>[0];
}
