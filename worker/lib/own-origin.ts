/**
 * The answer to a request that reached the Worker under another name than the site's own (workers.dev, a bare domain,
 * http): a reader is sent to the same page there, anything else is 421. Null to go on. Probes may ask after the health
 * of a Worker under any name.
 */
export function sendToOwnOrigin(request: Request, { SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">): Response | null {
  const { origin, pathname, search } = new URL(request.url);
  if (origin === SITE_ORIGIN || pathname === "/api/health") return null;
  // Vite serves on a port of its own.
  if (import.meta.env.DEV) return null;
  if (["GET", "HEAD"].includes(request.method))
    return new Response(null, { status: 308, headers: { Location: SITE_ORIGIN + pathname + search } });
  const problem = {
    type: "about:blank",
    title: "Misdirected Request",
    status: 421,
    detail: `This site answers on ${SITE_ORIGIN}.`,
  };
  return Response.json(problem, { status: 421, headers: { "Content-Type": "application/problem+json" } });
}
