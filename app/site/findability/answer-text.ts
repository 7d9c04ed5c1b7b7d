import { publicHeaders } from "#app/shared/public-headers.ts";

/** A file made on request, the same for everybody. */
export function answerText(text: string, contentType: string, ...tags: string[]): Response {
  return new Response(text, { headers: { ...publicHeaders("findability", ...tags), "Content-Type": contentType } });
}
