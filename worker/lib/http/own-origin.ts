import { answerProblem, makeProblem } from "./problems.ts";

/**
 * The answer to a request under another host name than the site's own (workers.dev, a bare domain, http): pages
 * redirect to the site's origin, anything else is 421. Null to go on. Health checks are answered under any name.
 */
export function sendToOwnOrigin(request: Request, { SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">): Response | null {
  const { origin, pathname, search } = new URL(request.url);
  if (origin === SITE_ORIGIN || pathname === "/api/health") return null;
  // Vite serves on a port of its own.
  if (import.meta.env.DEV) return null;
  if (["GET", "HEAD"].includes(request.method))
    return new Response(null, { status: 308, headers: { Location: SITE_ORIGIN + pathname + search } });
  return answerProblem(makeProblem(421, { detail: `This site answers on ${SITE_ORIGIN}.` }));
}
