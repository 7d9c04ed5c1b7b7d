import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/robots.ts";
import { answerText } from "./answer-text.ts";

/**
 * Crawlers may read every page (RFC 9309). The staff area is not listed: it answers with a sign-in page, and each such
 * page says `noindex` by itself, which a crawler that is kept out could not read.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { SITE_ORIGIN } = context.get(requestScope).env;
  const lines = ["User-agent: *", "Allow: /", "Disallow: /api/", "", `Sitemap: ${SITE_ORIGIN}/sitemap.xml`, ""];
  return answerText(lines.join("\n"), "text/plain; charset=utf-8");
}
