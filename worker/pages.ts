import { createRequestHandler } from "@react-router/cloudflare";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as inline from "virtual:inline-scripts";
import * as build from "virtual:react-router/server-build";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { answerConditionally } from "./lib/etag.ts";
import { applyCaching } from "./lib/page-caching.ts";
import { enterContext, headContext, nonceContext, requestScope, type RequestScope } from "./lib/scope.ts";
import { answerProblem, makeProblem } from "./lib/problems.ts";
import { documentPolicy } from "./lib/security-headers.ts";

/**
 * Renders a page with React Router and finishes its HTML, as the `handle` of its route says.
 *
 * A page that is the same for everybody hydrates on intent, and its policy names the hashes of its inline scripts, so that
 * it stays valid in a cache. Every other page is `no-store`, hydrates at once, and its scripts carry a nonce. So does what
 * failed.
 */
export async function renderPage(request: Request, scope: RequestScope): Promise<Response> {
  if (!routed.has(request.method)) return refuseMethod(undefined);
  const page: PageData = { scope, nonce: crypto.randomUUID(), request };
  // React Router renders no body for HEAD, yet its headers, ETag and policy among them, tell of the body GET would get.
  const asked = request.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
  const answer = await handleRequest(toPagesEvent(asked, page));
  const url = new URL(request.url);
  // The manifest is React Router's own, and no route's.
  if (url.pathname === "/__manifest") return limitManifest(answer, url);
  const response = applyCaching(answer, { handle: page.handle, url, routeIds });
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  // A document with a policy of its own holds no script of ours.
  if (response.headers.has("Content-Security-Policy")) return response;
  if (import.meta.env.DEV) return finishForDevelopment(response);
  return response.headers.get("Cache-Control") === "no-store"
    ? finishPrivatePage(response, page.nonce)
    : finishPublicPage(request, response, {
        nonce: page.nonce,
        env: scope.env,
        isKept: page.handle?.cache === "public" && url.search === "",
      });
}

/** The methods that React Router brings before a route; it answers others without one. */
const routed = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const routeIds: ReadonlySet<string> = new Set(Object.keys(build.routes));

const parentIds = new Set(Object.values(build.routes).map((route) => route?.parentId));

/** What each route with an address of its own says of itself, by the pattern of that address, without the first slash. */
const handles = new Map(
  Object.values(build.routes)
    .filter((route) => route !== undefined && !parentIds.has(route.id))
    .map((route) => [writePattern(route), route?.module.handle as RouteHandle | undefined]),
);

/** As React Router does: a route's path below those of its parents. */
function writePattern(route: ServerBuild["routes"][string]): string {
  if (!route) return "";
  return [route.parentId && writePattern(build.routes[route.parentId]), route.path].filter(Boolean).join("/");
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

interface PageData {
  scope: RequestScope;
  nonce: string;
  request: Request;
  /** What the matched route says of itself, once it is matched. */
  handle?: RouteHandle | undefined;
}

const handleRequest = createRequestHandler<Env>({
  build: build as ServerBuild,
  getLoadContext({ context: { cloudflare } }) {
    const page = cloudflare.data as unknown as PageData;
    const { method } = page.request;
    const context = new RouterContextProvider();
    context.set(requestScope, page.scope);
    context.set(nonceContext, page.nonce);
    context.set(headContext, method === "HEAD");
    context.set(enterContext, (pattern) => {
      page.handle = handles.get(pattern.replace(/^\/+/, ""));
      const isTaken = ["GET", "HEAD"].includes(method) || (method === "POST" && takesPosts(page.handle));
      return isTaken ? undefined : refuseMethod(page.handle);
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

const lastScripts = toScript(inline.boot) + toScript(inline.consent);

async function finishPublicPage(
  request: Request,
  response: Response,
  { nonce, env, isKept }: { nonce: string; env: Env; isKept: boolean },
): Promise<Response> {
  const scripts: string[] = [];
  const html = await new HTMLRewriter()
    .on("link[rel=modulepreload]", { element: (link) => void link.setAttribute("rel", "intent") })
    .on(
      `script[nonce="${nonce}"]`,
      silenceScripts((text) => scripts.push(text)),
    )
    .on("[nonce]", { element: (element) => void element.removeAttribute("nonce") })
    .on("head", { element: (head) => void head.prepend(toScript(inline.theme), { html: true }) })
    .on("body", {
      element: (body) => void body.append(lastScripts, { html: true }),
    })
    .transform(response)
    .text();
  const headers = new Headers(response.headers);
  headers.set(
    "Content-Security-Policy",
    documentPolicy([...inline.sources, ...(await Promise.all(scripts.map((text) => nameSource(text, isKept))))], env),
  );
  return answerConditionally(request, html, { status: response.status, headers });
}

/**
 * Makes React Router's scripts wait for app/inline/boot.ts, and hands their texts to `add`. Only scripts that carry
 * this render's nonce are ours: one that got into the content runs neither now nor later.
 */
function silenceScripts(add: (text: string) => void): HTMLRewriterElementContentHandlers {
  let text = "";
  return {
    element(script) {
      const type = script.getAttribute("type") ?? "";
      // If the scroll restoration ran at the first interaction, the page would jump.
      script.setAttribute("type", script.hasAttribute("data-inert") ? "text/plain" : `intent:${type}`);
      script.removeAttribute("async");
    },
    text(chunk) {
      text += chunk.text;
      if (!chunk.lastInTextNode) return;
      if (text) add(text);
      text = "";
    },
  };
}

function finishPrivatePage(response: Response, nonce: string): Response {
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", documentPolicy([`'nonce-${nonce}'`]));
  headers.set("Cache-Control", "no-store");
  headers.set("X-Robots-Tag", "noindex");
  return new HTMLRewriter()
    .on("head", { element: (head) => void head.prepend(toScript(inline.theme, nonce), { html: true }) })
    .transform(new Response(response.body, { status: response.status, headers }));
}

/** Vite's own inline scripts and styles need a policy that lets them be. */
function finishForDevelopment(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", "frame-ancestors 'none'");
  headers.set("Cache-Control", "no-store");
  return new HTMLRewriter()
    .on("[nonce]", { element: (element) => void element.removeAttribute("nonce") })
    .on("head", { element: (head) => void head.prepend(toScript(inline.theme), { html: true }) })
    .on("body", { element: (body) => void body.append(toScript(inline.consent), { html: true }) })
    .transform(new Response(response.body, { status: response.status, headers }));
}

function toScript(text: string, nonce?: string): string {
  return nonce ? `<script nonce="${nonce}">${text}</script>` : `<script>${text}</script>`;
}

/**
 * Most scripts that React Router writes are the same at each visit of a page: what they are named by is kept, up to a
 * number. Only of pages that are the same for everybody, at their plain address: nobody's answers stay in memory.
 */
const namedSources = new Map<string, string>();
const mostNamed = 200;
const longestNamed = 2048;

/** As a Content-Security-Policy names a script: by the hash of its text. */
async function nameSource(text: string, isKept: boolean): Promise<string> {
  const named = namedSources.get(text);
  if (named) return named;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const source = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  if (isKept && text.length <= longestNamed && namedSources.size < mostNamed) namedSources.set(text, source);
  return source;
}
