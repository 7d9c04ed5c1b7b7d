import { publicHeaders } from "#app/shared/public-headers.ts";

/** A text file that is generated on request and the same for everybody. */
export function answerText(text: string, contentType: string, ...tags: string[]): Response {
  return new Response(text, { headers: { ...publicHeaders("findability", ...tags), "Content-Type": contentType } });
}
