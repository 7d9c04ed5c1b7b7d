import { checkConditions } from "#worker/lib/http/conditions.ts";
import { answerProblem, makeProblem } from "#worker/lib/http/problems.ts";
import type { RequestBasics } from "../lib/scope.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import { isItemKey, tagItem } from "./library/file-names.ts";
import { privatePrefix } from "./private-prefix.ts";

const prefix = "/media/";

/** Policy for an SVG opened as a document: it may use its own styles and nothing else. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** True for the paths that `serveMedia` answers. */
export function isMediaPath(pathname: string): boolean {
  return pathname.startsWith(prefix);
}

/** The key of the file that an item shows; null when there is no such item. Only addresses of items ask the database. */
async function readFileKey({ DB }: Pick<Env, "DB">, key: string): Promise<string | null> {
  return DB.prepare("SELECT file_key FROM media_items WHERE key = ?").bind(key).first<string>("file_key");
}

/**
 * A picture of the bucket, or a PDF as a download. A name that ends with a hash never shows another picture, so it is cached for a year;
 * any other is asked for again after an hour.
 */
export async function serveMedia(request: Request, basics: RequestBasics): Promise<Response> {
  const { env } = basics;
  if (!["GET", "HEAD"].includes(request.method)) return answerProblem(makeProblem(405), { Allow: "GET, HEAD" });
  const asked = new URL(request.url).pathname.slice(prefix.length);
  if (!/^[a-z0-9/._-]{3,200}$/.test(asked) || asked.startsWith(privatePrefix)) return answerProblem(makeProblem(404));
  const isItem = isItemKey(asked);
  const key = isItem ? await readFileKey(env, asked) : asked;
  if (key === null) return answerProblem(makeProblem(404));
  const isHead = request.method === "HEAD";
  // Conditions are checked below and not by R2, which fails on a tag without quotes.
  const stored = isHead ? null : await env.MEDIA.get(key);
  const object = isHead ? await env.MEDIA.head(key) : stored;
  if (!object) return answerProblem(makeProblem(404));
  const lasts = /-[0-9a-f]{16}\.[a-z]+$/.test(asked);
  const headers = new Headers({
    "Content-Type": object.httpMetadata?.contentType ?? "application/octet-stream",
    "Cache-Control": lasts ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    "Content-Security-Policy": drawingPolicy,
    // Shared links show their picture on other sites.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: object.httpEtag,
    "Last-Modified": object.uploaded.toUTCString(),
  });
  if (isItem) headers.set("Cache-Tag", tagItem(asked.split("/")[1] as MediaItemId));
  const { contentDisposition } = object.httpMetadata ?? {};
  if (contentDisposition) {
    headers.set("Content-Disposition", contentDisposition);
    // Each download is counted, so each is asked for: what has not changed is not sent again.
    headers.set("Cache-Control", "private, no-cache");
  }
  const state = { etag: object.httpEtag, changedAt: object.uploaded.getTime() };
  const verdict = checkConditions(request.headers, state);
  if (verdict !== null) await stored?.body.cancel();
  if (verdict === 412) return answerProblem(makeProblem(412));
  if (contentDisposition && !isHead) basics.ctx.waitUntil(countBeside(request, basics));
  if (verdict === 304) return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String(object.size));
  return new Response(stored?.body ?? null, { headers });
}

async function countBeside(request: Request, basics: RequestBasics): Promise<void> {
  try {
    const { countDownload } = await import("../analytics/count-download.ts");
    await countDownload(request, basics);
  } catch (error) {
    basics.log.error("download not counted", error);
  }
}
