import { hasTag } from "./conditions.ts";

/** A text as it is sent, and the strong ETag over its bytes. */
export interface TaggedBody {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

export async function tagBody(text: string): Promise<TaggedBody> {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return { bytes, etag: `"${btoa(String.fromCharCode(...digest)).slice(0, 27)}"` };
}

/**
 * Answers with `body` and its ETag, or with 304 when the request already has it (RFC 9110 §13.1.2: If-None-Match
 * compares weakly, and `*` matches whatever there is). `headers` become those of the answer.
 */
export function answerConditionally(
  request: Request,
  { bytes, etag }: TaggedBody,
  { status, headers }: { status: number; headers: Headers },
): Response {
  headers.set("ETag", etag);
  const known = request.headers.get("If-None-Match");
  if (known !== null && hasTag(known, etag) && status === 200) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
}
