import type { RequestScope } from "#worker/lib/scope.ts";

/** In place of worker/pages/pages.ts, which exists in a build alone: built-worker.ts has one. */
export async function renderPage(_request: Request, _scope: RequestScope): Promise<Response> {
  return new Response(null, { status: 404 });
}
