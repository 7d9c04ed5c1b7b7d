import { findLastChange } from "#app/content/last-changes.ts";
import { publicPages } from "#app/content/public-pages.server.ts";
import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { listOpeningAddresses } from "#worker/hiring/openings/list-addresses.ts";
import { openReads } from "#worker/db/client.ts";
import { listInsightAddresses, listTopicAddresses } from "#worker/insights/list-addresses.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/sitemap-part.ts";
import { answerText } from "./answer-text.ts";
import { parsePart, type SitemapPart, writeSitemap } from "./sitemap-xml.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

/** The tags of what each kind lists. Nothing but a new version of the Worker changes the pages of copy. */
const tags = {
  pages: "",
  topics: "insights,insights-edits",
  articles: "insights,insights-edits",
  openings: "jobs,jobs-edits",
} as const;

/**
 * A part of the sitemap: the public pages with the day on which their copy last changed, every category and tag with the
 * day of its latest article, or some of the articles or openings with their own day. 404 for a part that the index
 * (sitemap.ts) does not name, 503 while the database does not answer.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const wanted = parsePart(params.part);
  if (!wanted) return new Response(null, { status: 404 });
  const at = now();
  const found = await listPart(env, wanted, at).catch((error: unknown) => {
    log.error("part of the sitemap not read", error, { part: params.part });
    return null;
  });
  if (!found) return new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  const { entries, changesAt } = found;
  const answer = entries
    ? answerText(writeSitemap("urlset", entries.map(toEntry(env.SITE_ORIGIN))), "application/xml; charset=utf-8")
    : new Response(null, { status: 404 });
  answer.headers.set("Cache-Control", writeCacheControl({ until: changesAt, now: at }));
  if (tags[wanted.kind]) answer.headers.set("Cache-Tag", tags[wanted.kind]);
  return answer;
}

interface ListedPage {
  path: string;
  changed: string | undefined;
}

function toEntry(origin: string) {
  return ({ path, changed }: ListedPage) => ({ url: `${origin}${path}`, changed });
}

async function listPart(
  env: Env,
  { kind, part }: SitemapPart,
  at: number,
): Promise<{ entries: ListedPage[] | null; changesAt: number | null }> {
  if (kind === "pages")
    return { entries: publicPages.map(({ path }) => ({ path, changed: findLastChange(path) })), changesAt: null };
  const list = { topics: listTopicAddresses, articles: listInsightAddresses, openings: listOpeningAddresses }[kind];
  const { addresses, changesAt } = await list(openReads(env), { part, now: at });
  const entries = addresses?.map(({ path, changedAt }) => ({
    path,
    changed: new Date(changedAt).toISOString().slice(0, 10),
  }));
  return { entries: entries ?? null, changesAt };
}
