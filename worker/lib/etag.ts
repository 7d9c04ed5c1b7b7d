import { hasTag } from "./conditions.ts";

/**
 * `html` with a strong ETag over its bytes, or 304 when the request already has it (RFC 9110 §13.1.2: If-None-Match
 * compares weakly, and `*` matches whatever there is).
 */
export async function answerConditionally(
  request: Request,
  html: string,
  init: { status: number; headers: Headers },
): Promise<Response> {
  const bytes = new TextEncoder().encode(html);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const etag = `"${btoa(String.fromCharCode(...digest)).slice(0, 27)}"`;
  const headers = new Headers(init.headers);
  headers.set("ETag", etag);
  const known = request.headers.get("If-None-Match");
  if (known !== null && hasTag(known, etag) && init.status === 200) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : bytes, { status: init.status, headers });
}
