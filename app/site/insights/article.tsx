import { data, redirect } from "react-router";
import readingFont from "@fontsource/newsreader/files/newsreader-latin-400-normal.woff2?url";
import { insights } from "#app/content/pages/insights.ts";
import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openReads } from "#worker/db/client.ts";
import { type Found, readArticle } from "#worker/insights/read-article.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import { CallToAction } from "../call-to-action.tsx";
import { NotFound } from "../not-found-notice.tsx";
import { buildMeta, buildMissingMeta } from "../parts/page-meta.ts";
import type { Route } from "./+types/article.ts";
import "./recipes.ts";
import "./article.css";
import { buildBlogPosting } from "./article-graph.ts";
import { ArticleView, buildTrail } from "./article-view.tsx";
import { linkFeeds } from "./feed-links.ts";
import "./insights.css";
import { Unavailable } from "./unavailable.tsx";
import { Withdrawn } from "./withdrawn.tsx";

export function links() {
  return [{ rel: "preload", href: readingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const }];
}

export const handle = { cache: "public", tags: ["insights"] } satisfies RouteHandle;

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/**
 * An article, at both of its addresses. 301 for a former address, 410 for a withdrawn article, 404 for an unknown
 * address.
 */
export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const reads = { slug, now: at, isShared: context.get(sharedContext) };
  const found = await loadArticle(env, reads).catch((error: unknown) => {
    log.error("article not read", error, { slug });
    return null;
  });
  const url = `${env.SITE_ORIGIN}/insights/${slug}`;
  if (!found) return answer({ kind: "unavailable" as const }, url, 503);
  if (found.kind === "moved") throw redirect(found.to, 301);
  if (found.kind === "missing") return answer(found, url, 404);
  if (found.kind === "withdrawn") return answer(found, url, 410);
  const { changesAt, ...shown } = found;
  return answer(shown, url, 200, {
    "Cache-Control": writeCacheControl({ until: changesAt, now: at }),
    "Cache-Tag": [found.article, ...found.related].map((post) => `post:${post.slug}`).join(),
  });
}

async function loadArticle(
  env: Env,
  { isShared, ...wanted }: { slug: string; now: number; isShared: boolean },
): Promise<Found> {
  return readArticle(openReads(env, { isShared }), wanted);
}

type Shown = Exclude<Found, { kind: "moved" | "article" }> | Omit<Extract<Found, { kind: "article" }>, "changesAt">;

function answer(
  outcome: Shown | { kind: "unavailable" },
  url: string,
  status: number,
  headers: Record<string, string> = {},
) {
  return data({ ...outcome, url }, { status, headers });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.kind === "withdrawn") return buildMissingMeta(insights.withdrawn.title);
  if (loaderData?.kind === "unavailable") return buildMissingMeta(insights.unavailable.title);
  if (loaderData?.kind !== "article") return buildMissingMeta();
  const { article } = loaderData;
  const described = buildMeta(
    {
      path: `/insights/${article.slug}`,
      name: article.title,
      meta: {
        title: article.seo.title || article.title,
        description: article.seo.description || article.dek,
      },
      ...(article.canonicalUrl !== null && { canonical: article.canonicalUrl }),
      isUnlisted: article.isUnlisted,
      trail: buildTrail(article),
      type: "article",
      imageOf: "/insights",
      ...(article.shareImage && { image: article.shareImage }),
      things: [buildBlogPosting(article, matches[1].loaderData.origin)],
    },
    { matches },
  );
  return [
    ...described,
    { property: "article:published_time", content: new Date(article.publishedAt).toISOString() },
    {
      property: "article:modified_time",
      content: new Date(Math.max(article.updatedAt, article.publishedAt)).toISOString(),
    },
    { property: "article:section", content: article.category.name },
    ...linkFeeds(),
  ];
}

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "unavailable") return <Unavailable />;
  if (loaderData.kind === "missing") return <NotFound />;
  if (loaderData.kind === "withdrawn") return <Withdrawn category={loaderData.category} />;
  const { article, related, subjects, url } = loaderData;
  return (
    <>
      {/* The key makes React start with a new state for another article. */}
      <ArticleView key={article.id} article={article} related={related} subjects={subjects} url={url} />
      <CallToAction {...insights.closing} subject={`About “${article.title}”`} />
    </>
  );
}
