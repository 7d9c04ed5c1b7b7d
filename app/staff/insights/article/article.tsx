import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { page } from "../page.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { loadRecord } from "#app/staff/lists/load-record.ts";
import { nameMissing, RecordMissing } from "#app/staff/lists/record-missing.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { previewEnd } from "#worker/lib/preview-token.ts";
import { readEditor } from "#worker/insights/read-editing.ts";
import { readSizes } from "#worker/insights/show-insight.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/article.ts";
import type { SignedPreview } from "#app/writing-kit/preview/preview-link.tsx";
import { answerArticle } from "./answer-article.ts";
import { ArticlePage } from "./article-page.tsx";
import { toNewest } from "./to-newest.ts";
import { toInsightId } from "./to-insight-id.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const scope = context.get(requestScope);
  const { DB, SITE_ORIGIN, AUTH_SECRET } = scope.env;
  const id = toInsightId(params.id);
  return loadRecord("article", scope, {
    read: async () => {
      const db = openDb(DB);
      const found = await readEditor(db, { id, beginner: url.searchParams.has("new") ? (user.id as AccountId) : null });
      return found && { ...found, sizes: await readSizes(db, found.editing.draft.markdown) };
    },
    show: async ({ editing, known, sizes }) => {
      const expires = previewEnd();
      const locale = findLocale(request.headers.get("Accept-Language"));
      const preview: SignedPreview = {
        path: await makePreviewPath(AUTH_SECRET, id, expires),
        until: toInstant(expires * 1000, locale),
      };
      const done = url.searchParams.get("done");
      // `origin` is the site's, such as "https://example.com".
      const view = { id: id as string, account: user, newest: toNewest(editing), known, origin: SITE_ORIGIN };
      const pictureSizes = Array.from(sizes, ([src, { width, height }]) => ({ src, width, height }));
      return { view: { ...view, preview, locale, done, pictureSizes } };
    },
  });
}

export type ArticleView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;

/** The forms of the page without script; with it they go to live.ts, where nothing on the page is replaced. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  return answerArticle(request, { id: toInsightId(params.id), actor, scope: context.get(requestScope) });
}

/** The page keeps up by itself: a save is no reason to load it again. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { view, isUnread } = loaderData ?? {};
  const name = view ? view.newest.draft.title || "Untitled" : nameMissing("article", isUnread);
  return buildPageMeta({ name });
}

/** Never from the query cache: a page that begins with an old text would have to merge at once. */
export default function Article(props: Route.ComponentProps) {
  const { loaderData, actionData } = props;
  const refused: Refusal | null = actionData && "problems" in actionData ? actionData : null;
  if (loaderData.view) return <ArticlePage key={loaderData.view.id} view={loaderData.view} refused={refused} />;
  return <ArticleMissing isUnread={loaderData.isUnread} />;
}

function ArticleMissing({ isUnread }: { isUnread: boolean }) {
  return (
    <RecordMissing noun="article" gone="deleted" back="Go to the articles" isUnread={isUnread} close={page.path} />
  );
}

/** An article that is no longer there reads like an unknown address; everything else is the frame's to explain. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ArticleMissing isUnread={false} />;
  throw error;
}
