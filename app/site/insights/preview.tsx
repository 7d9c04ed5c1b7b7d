import { data } from "react-router";
import readingFont from "@fontsource/newsreader/files/newsreader-latin-400-normal.woff2?url";
import { insights } from "#app/content/pages/insights.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { readPreviewToken } from "#worker/insights/preview-links.ts";
import { readPreview } from "#worker/insights/read-preview.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { NotFound } from "../not-found-notice.tsx";
import type { Route } from "./+types/preview.ts";
import "./recipes.ts";
import "./article.css";
import { ArticleView } from "./article-view.tsx";
import "./insights.css";

export function links() {
  return [{ rel: "preload", href: readingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const }];
}

export const handle = { cache: "private", framed: true } satisfies RouteHandle;

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** An article as it was last saved, published or not, for a reader with a valid preview link. Never cached and never listed. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const id = await readPreviewToken(listSecrets(env), token);
  // Reads the primary database: a replica may not have the newest version yet.
  const article = id && (await readPreview(openDb(env.DB.withSession("first-primary")), { id }));
  const headers = { "Referrer-Policy": "no-referrer" };
  return data(
    { article, url: article ? `${env.SITE_ORIGIN}/insights/${article.slug}` : "" },
    { status: article ? 200 : 404, headers },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.article ? `Preview: ${loaderData.article.title}` : insights.preview.ended;
  return [{ title }, { name: "robots", content: "noindex" }];
}

export default function PreviewPage({ loaderData: { article, url } }: Route.ComponentProps) {
  if (!article) return <NotFound />;
  return (
    <>
      <p className="preview-note" role="note">
        {insights.preview.note}
      </p>
      <ArticleView article={article} related={[]} subjects={[]} url={url} />
    </>
  );
}
