/** A file made on request, the same for everybody. */
export function answerText(text: string, contentType: string): Response {
  return new Response(text, { headers: { "Content-Type": contentType } });
}
