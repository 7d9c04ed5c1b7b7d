import { findLastChange } from "#app/content/last-changes.ts";
import { publicPages } from "#app/content/public-pages.server.ts";
import { writeCacheControl } from "#app/shared/cache-control.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { listOpenJobPaths } from "#worker/careers/read-job.ts";
import { listAddresses } from "#worker/insights/list-addresses.ts";
import { openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { escapeHtml } from "#worker/lib/escape-html.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/sitemap.ts";
import { answerText } from "./answer-text.ts";

export const handle = {
  cache: "public",
  tags: ["findability", "insights", "insights-edits", "jobs", "jobs-edits"],
} satisfies RouteHandle;

/**
 * Every public page with the day on which its copy last changed, every article with its own day, every category and tag
 * with the day of its latest article, and every open job (sitemaps.org, version 0.9).
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const stored = await listStored(env, at).catch((error: unknown) => {
    log.error("articles and jobs not read for the sitemap", error);
    return null;
  });
  // A partial sitemap would tell search engines that the other pages are gone.
  if (!stored) return new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  const entries = [
    ...publicPages.map(({ path }) => writeEntry(`${env.SITE_ORIGIN}${path}`, findLastChange(path))),
    ...stored.addresses.map(({ path, changedAt }) => writeEntry(`${env.SITE_ORIGIN}${path}`, toDay(changedAt))),
  ];
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
  const answer = answerText(xml, "application/xml; charset=utf-8");
  answer.headers.set("Cache-Control", writeCacheControl({ until: stored.changesAt, now: at }));
  return answer;
}

async function listStored(env: Env, at: number) {
  const [articles, jobs] = await Promise.all([
    listAddresses(openReads(env), { now: at }),
    listOpenJobPaths(openReads(env), { now: at }),
  ]);
  const changes = [articles.changesAt, jobs.changesAt].filter((instant) => instant !== null);
  return {
    addresses: [...articles.addresses, ...jobs.addresses],
    changesAt: changes.length > 0 ? Math.min(...changes) : null,
  };
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function writeEntry(url: string, changed: string | undefined): string {
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
  return `  <url><loc>${escapeHtml(url)}</loc>${lastmod}</url>`;
}
