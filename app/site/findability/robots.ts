import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/robots.ts";
import { answerText } from "./answer-text.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

/**
 * Crawlers may read every page (RFC 9309). The staff area is not listed: it answers with a sign-in page that says
 * `noindex`, and a blocked crawler could not read that.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { SITE_ORIGIN } = context.get(requestScope).env;
  const lines = ["User-agent: *", "Allow: /", "Disallow: /api/", "", `Sitemap: ${SITE_ORIGIN}/sitemap.xml`, ""];
  return answerText(lines.join("\n"), "text/plain; charset=utf-8");
}
