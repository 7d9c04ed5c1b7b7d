interface Unavailable {
  title: string;
  /** What became of the request, and what to do. */
  said: string;
  /** Whole seconds. */
  wait: number;
}

/** A 503 that nothing has to be loaded for: a page for browsers, a problem for programs. */
export function answerUnavailable({ headers }: Request, { title, said, wait }: Unavailable): Response {
  const own = { "Cache-Control": "no-store", "Retry-After": String(wait) };
  if (headers.get("Accept")?.includes("text/html"))
    return new Response(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${said}</p></html>`,
      { status: 503, headers: { ...own, "Content-Type": "text/html; charset=utf-8" } },
    );
  const problem = { type: "about:blank", title, status: 503, detail: said, retry_after: wait };
  return Response.json(problem, { status: 503, headers: { ...own, "Content-Type": "application/problem+json" } });
}
