import { answerProblem, makeProblem } from "./problems.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The only check against cross-site requests, in front of Hono and React Router alike. An unsafe method is allowed when
 * Sec-Fetch-Site is `same-origin`; without that header, when Origin is the site's own; without both, when the request
 * has no cookie (an API client). Returns the refusal (403 problem JSON), or null to go on.
 */
export function checkOrigin(request: Request, env: Pick<Env, "SITE_ORIGIN">): Response | null {
  if (safeMethods.has(request.method) || comesFromHere(request, env.SITE_ORIGIN)) return null;
  return answerProblem(makeProblem(403, { detail: "This request did not come from a page of this site." }));
}

function comesFromHere(request: Request, siteOrigin: string): boolean {
  const fetchSite = request.headers.get("Sec-Fetch-Site");
  if (fetchSite !== null) return fetchSite === "same-origin";
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === siteOrigin;
  return !request.headers.has("Cookie");
}
