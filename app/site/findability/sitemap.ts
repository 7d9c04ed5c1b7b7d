import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { listOpeningParts } from "#worker/hiring/openings/list-addresses.ts";
import { openReads } from "#worker/db/client.ts";
import { listInsightParts } from "#worker/insights/list-addresses.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/sitemap.ts";
import { answerText } from "./answer-text.ts";
import { namePart, type SitemapPart, writeSitemap } from "./sitemap-xml.ts";

export const handle = { cache: "public", tags: ["findability", "insights", "jobs"] } satisfies RouteHandle;

/** The parts of the sitemap (sitemap-part.ts): a few, however many pages there are (sitemaps.org, version 0.9). */
export async function loader({ context }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const stored = await listStored(env, at).catch((error: unknown) => {
    log.error("articles and jobs not counted for the sitemap", error);
    return null;
  });
  // A partial sitemap would tell search engines that the other pages are gone.
  if (!stored) return new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  const { parts, changesAt } = stored;
  const entries = parts.map((part) => ({ url: `${env.SITE_ORIGIN}/sitemap/${namePart(part)}` }));
  const answer = answerText(writeSitemap("sitemapindex", entries), "application/xml; charset=utf-8");
  answer.headers.set("Cache-Control", writeCacheControl({ until: changesAt, now: at }));
  return answer;
}

async function listStored(env: Env, at: number): Promise<{ parts: SitemapPart[]; changesAt: number | null }> {
  const [articles, openings] = await Promise.all([
    listInsightParts(openReads(env), { now: at }),
    listOpeningParts(openReads(env), { now: at }),
  ]);
  const changes = [articles.changesAt, openings.changesAt].filter((instant) => instant !== null);
  return {
    parts: [
      { kind: "pages", part: "" },
      ...(articles.parts.length > 0 ? [{ kind: "topics" as const, part: "" }] : []),
      ...articles.parts.map((part) => ({ kind: "articles" as const, part })),
      ...openings.parts.map((part) => ({ kind: "openings" as const, part })),
    ],
    changesAt: changes.length > 0 ? Math.min(...changes) : null,
  };
}
