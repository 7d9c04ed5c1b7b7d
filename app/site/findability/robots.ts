import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { isStaging } from "#worker/lib/stage.ts";
import type { Route } from "./+types/robots.ts";
import { answerText } from "./answer-text.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

/**
 * Crawlers may read every page (RFC 9309). The staff area is not listed: it answers with a sign-in page that says
 * `noindex`, and a blocked crawler could not read that. They read nothing of a site for colleagues.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const rules = isStaging(env)
    ? ["Disallow: /"]
    : ["Allow: /", "Disallow: /api/", "", `Sitemap: ${env.SITE_ORIGIN}/sitemap.xml`];
  const lines = ["User-agent: *", ...rules, ""];
  return answerText(lines.join("\n"), "text/plain; charset=utf-8");
}
