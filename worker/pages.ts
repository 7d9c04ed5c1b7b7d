import { createRequestHandler } from "@react-router/cloudflare";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as inline from "virtual:inline-scripts";
import * as build from "virtual:react-router/server-build";
import { answerConditionally } from "./lib/etag.ts";
import { headContext, nonceContext, requestScope, type RequestScope } from "./lib/scope.ts";
import { documentPolicy } from "./lib/security-headers.ts";

/**
 * Renders a page with React Router and finishes its HTML.
 *
 * A page whose route says `Cache-Control: public` is the same bytes for everybody: it hydrates on intent and its
 * policy names the hashes of its inline scripts, so that it stays valid in a cache. So does a public page that is made
 * anew each time and says `private, no-cache`. Every other page is `no-store`, hydrates at once, and its scripts carry
 * a nonce.
 */
export async function renderPage(request: Request, scope: RequestScope): Promise<Response> {
  if (!["GET", "HEAD"].includes(request.method) && !takesPost(request)) return refuseMethod();
  const nonce = crypto.randomUUID();
  // React Router renders no body for HEAD, yet its headers, ETag and policy among them, tell of the body GET would get.
  const asked = request.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
  const response = limitCaching(await handle(toPagesEvent(asked, { scope, nonce, isHead: asked !== request })));
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  // A document with a policy of its own holds no script of ours.
  if (response.headers.has("Content-Security-Policy")) return response;
  if (import.meta.env.DEV) return finishForDevelopment(response);
  const isPublic = /\bpublic\b|\bno-cache\b/.test(response.headers.get("Cache-Control") ?? "");
  return isPublic ? finishPublicPage(request, response, { nonce, env: scope.env }) : finishPrivatePage(response, nonce);
}

/** Pages whose forms post to themselves; React Router asks for the data of a page under its address and `.data`. */
const posts = /^\/(contact|test-email|marketing-admin\/inbox(\/[^/]+)?|user-management)(\.data)?$/;

function takesPost(request: Request): boolean {
  return request.method === "POST" && posts.test(new URL(request.url).pathname);
}

/** Other pages are read; whatever changes something is posted to the API. */
function refuseMethod(): Response {
  const problem = { type: "about:blank", title: "Method Not Allowed", status: 405 };
  return Response.json(problem, {
    status: 405,
    headers: { "Content-Type": "application/problem+json", Allow: "GET, HEAD" },
  });
}

/** What a public route says of its caching holds for what it meant to say: a failure is kept nowhere. */
function limitCaching(response: Response): Response {
  if ([200, 304].includes(response.status) || !response.headers.get("Cache-Control")?.includes("public"))
    return response;
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", response.status < 500 ? "public, max-age=0, s-maxage=60" : "no-store");
  return new Response(response.body, { status: response.status, headers });
}

interface PageData {
  scope: RequestScope;
  nonce: string;
  isHead: boolean;
}

const handle = createRequestHandler<Env>({
  build: build as ServerBuild,
  getLoadContext({ context: { cloudflare } }) {
    const { scope, nonce, isHead } = cloudflare.data as unknown as PageData;
    const context = new RouterContextProvider();
    context.set(requestScope, scope);
    context.set(nonceContext, nonce);
    context.set(headContext, isHead);
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
  } as unknown as Parameters<typeof handle>[0];
}

async function finishPublicPage(
  request: Request,
  response: Response,
  { nonce, env }: { nonce: string; env: Env },
): Promise<Response> {
  const scripts: string[] = [inline.theme, inline.boot, inline.consent];
  const html = await new HTMLRewriter()
    .on("link[rel=modulepreload]", { element: (link) => void link.setAttribute("rel", "intent") })
    .on(
      `script[nonce="${nonce}"]`,
      silenceScripts((text) => scripts.push(text)),
    )
    .on("[nonce]", { element: (element) => void element.removeAttribute("nonce") })
    .on("head", { element: (head) => void head.prepend(toScript(inline.theme), { html: true }) })
    .on("body", {
      element: (body) => void body.append(toScript(inline.boot) + toScript(inline.consent), { html: true }),
    })
    .transform(response)
    .text();
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", documentPolicy(await Promise.all(scripts.map(hashSource)), env));
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
      // Run at the first move, the scroll restoration would make the page jump.
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

async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
