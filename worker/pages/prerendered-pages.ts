import { answerPublicPage, type FinishedHtml, type PublicPage, tagPublicPage } from "./finish-page.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { applyCaching } from "#worker/lib/http/page-caching.ts";
import type { RequestBasics } from "#worker/lib/scope.ts";

/** A fixed page as the build has rendered it. */
export interface PrerenderedPage extends FinishedHtml {
  /** Tags that purge it. */
  tags: readonly string[];
  /** The variables that it was made with, by name; null is one that was not set. The origin is not among them. */
  variables: Readonly<Record<string, string | null>>;
}

/** Stands for SITE_ORIGIN in what the build renders. Nobody can have this name (RFC 2606). */
export const originOfBuild = "https://site-origin.invalid";

/** What the isolate has read: pages of one deployment, by path. */
interface Found {
  page: PublicPage;
  tags: readonly string[];
  env: Env;
}

type Sizes = (typeof import("virtual:prerendered-pages"))["sizes"];

const found = new Map<string, Found>();

/** The bytes of each page by its path, once one of them was asked for. */
let unpacked: ReadonlyMap<string, Uint8Array> | undefined;

/**
 * Answers with a fixed page as the build has rendered it, so that the first visitor of an isolate waits neither for React
 * nor for the code of the routes. What depends on the deployment is done here: the origin is put in, and policy, ETag and
 * caching are made as for a page that is rendered now. Undefined when the build has no such page, or made it with other
 * variables.
 */
export async function answerPrerenderedPage(request: Request, scope: RequestBasics): Promise<Response | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const url = new URL(request.url);
  const page = await findPage(url.pathname, scope);
  if (!page) return undefined;
  scope.keepFor = "everybody";
  const html = new Response(null, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const handle = { cache: "public", tags: page.tags } as const;
  const response = applyCaching(html, { handle, url, routeIds: new Set() });
  return answerPublicPage(request, page.page, response, scope.env);
}

/** The document of a fixed page as the build has rendered it; undefined where `answerPrerenderedPage` answers nothing. */
export async function readPrerenderedHtml(path: string, scope: RequestBasics): Promise<string | undefined> {
  const found = await findPage(path, scope);
  return found && new TextDecoder().decode(found.page.bytes);
}

/** Another text for each build whose pages differ; "none" where the build has no pages, as while the site is developed. */
export async function readBuild(): Promise<string> {
  const { archive } = await import("virtual:prerendered-pages");
  return archive === "" ? "none" : hashText(archive);
}

async function findPage(path: string, { env, log }: RequestBasics): Promise<Found | undefined> {
  const known = found.get(path);
  if (known?.env === env) return known;
  const { archive, sizes } = await import("virtual:prerendered-pages");
  if (!sizes.some(([name]) => name === path)) return undefined;
  // No promise is shared: a request that is cancelled would leave the others waiting.
  const { brotliDecompressSync } = await import("node:zlib");
  try {
    unpacked ??= unpack(brotliDecompressSync(Buffer.from(archive, "base64")), sizes);
  } catch (error) {
    log.error("prerendered pages cannot be read", error);
    unpacked = new Map();
  }
  const bytes = unpacked.get(path);
  if (!bytes) return undefined;
  const { tags, variables, html, scripts } = JSON.parse(new TextDecoder().decode(bytes)) as PrerenderedPage;
  const values: Readonly<Record<string, unknown>> = { ...env };
  if (Object.entries(variables).some(([name, value]) => (values[name] ?? null) !== value)) return undefined;
  const putOriginIn = (text: string) => text.replaceAll(originOfBuild, env.SITE_ORIGIN);
  const page = await tagPublicPage({ html: putOriginIn(html), scripts: scripts.map(putOriginIn) });
  const made = { page, tags, env };
  found.set(path, made);
  return made;
}

function unpack(all: Uint8Array, sizes: Sizes): ReadonlyMap<string, Uint8Array> {
  let end = 0;
  return new Map(sizes.map(([path, size]) => [path, all.subarray(end, (end += size))]));
}
