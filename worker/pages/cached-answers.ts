import { answerConditionally } from "#worker/lib/http/etag.ts";
import type { RequestBasics } from "#worker/lib/scope.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

/**
 * Finished answers to a plain GET, in the memory of this isolate, for the few addresses that answer everybody alike until
 * the next version of the Worker: fixed pages, and the session of who is signed out. They are answered before anything
 * else of the Worker is loaded or run, and the platform's own log has their line.
 */
interface CachedAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  /** As `secureResponse` has left them; the request id is made anew for each answer. */
  headers: Headers;
  etag: string | null;
  /** True when it answers only those who send no cookie and no token. */
  signedOut: boolean;
  /** What it was made with. */
  env: Env;
}

const answers = new Map<string, CachedAnswer>();
onNewIsolate(() => answers.clear());

/** The cached answer to `request`, or undefined when the Worker has to make one. */
export function readCachedAnswer(request: Request, env: Env): Response | undefined {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const cached = answers.get(request.url);
  // What comes with a body is read to its end elsewhere.
  if (cached?.env !== env || request.body) return undefined;
  if (cached.signedOut && hasCredentials(request)) return undefined;
  const headers = new Headers(cached.headers);
  headers.set("X-Request-Id", crypto.randomUUID());
  const { bytes, etag } = cached;
  if (etag !== null) return answerConditionally(request, { bytes, etag }, { status: 200, headers });
  return new Response(method === "HEAD" ? null : bytes, { headers });
}

/** Caches `response` if what made it allows that by `keepFor`, and returns it. */
export async function cacheAnswer(
  request: Request,
  response: Response,
  { env, keepFor }: RequestBasics,
): Promise<Response> {
  const { status, headers } = response;
  const signedOut = keepFor === "signed-out";
  if (!keepFor || request.method !== "GET" || status !== 200 || request.url.includes("?")) return response;
  if (headers.has("Set-Cookie") || (signedOut && hasCredentials(request))) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  answers.set(request.url, { bytes, headers: new Headers(headers), etag: headers.get("ETag"), signedOut, env });
  return new Response(bytes, response);
}

function hasCredentials({ headers }: Request): boolean {
  return headers.has("Cookie") || headers.has("Authorization");
}
