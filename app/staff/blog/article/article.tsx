import { data, isRouteErrorResponse, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { brand } from "#app/content/brand.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import type { Refusal } from "#app/shared/refusal.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { toInstant } from "#app/ui/local-time.tsx";
import { page } from "#app/staff/blog/page.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makePreviewPath, previewEnd } from "#worker/insights/preview-links.ts";
import { readEditor } from "#worker/insights/read-editing.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/article.ts";
import type { SignedPreview } from "../preview/preview-link.tsx";
import { answerArticle } from "./answer-article.ts";
import { ArticlePage } from "./article-page.tsx";
import { toNewest } from "./to-newest.ts";
import { toPostId } from "./to-post-id.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const id = toPostId(params.id);
  const read = () => readEditor(openDb(env.DB), { id });
  const found = await read().catch((error: unknown) => void log.error("article not read", error, { postId: id }));
  if (found === undefined) return data({ view: null, isUnread: true }, { status: 503 });
  if (!found) return data({ view: null, isUnread: false }, { status: 404 });
  const expires = previewEnd();
  const locale = findLocale(request.headers.get("Accept-Language"));
  const view = {
    id: id as string,
    account: user,
    newest: toNewest(found.editing),
    known: found.known,
    /** Of the site, such as "https://example.com". */
    origin: env.SITE_ORIGIN,
    preview: {
      path: await makePreviewPath(env.AUTH_SECRET, id, expires),
      until: toInstant(expires * 1000, locale),
    } satisfies SignedPreview,
    locale,
    done: url.searchParams.get("done"),
  };
  return data({ view, isUnread: false });
}

export type ArticleView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;

/** The forms of the page without script; with it they go to live.ts, where nothing on the page is replaced. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as UserId;
  return answerArticle(request, { id: toPostId(params.id), actor, scope: context.get(requestScope) });
}

/** The page keeps up by itself: a save is no reason to load it again. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const missing = loaderData?.isUnread ? "Article not read" : "Article not found";
  const name = loaderData?.view ? loaderData.view.newest.draft.title || "Untitled" : missing;
  return [{ title: `${name} | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

/** Never from the query cache: a page that begins with an old text would have to merge at once. */
export default function Article(props: Route.ComponentProps) {
  const { loaderData, actionData } = props;
  const refused: Refusal | null = actionData && "problems" in actionData ? actionData : null;
  if (loaderData.view) return <ArticlePage key={loaderData.view.id} view={loaderData.view} refused={refused} />;
  return <ArticleMissing isUnread={loaderData.isUnread} />;
}

function ArticleMissing({ isUnread }: { isUnread: boolean }) {
  const back = (
    <Link className={nameButton()} to={page.path}>
      Go to the articles
    </Link>
  );
  if (isUnread)
    return (
      <ErrorState title="The article could not be read just now" action={back}>
        Nothing is lost. Please try again in a minute.
      </ErrorState>
    );
  return (
    <EmptyState title="No such article" action={back}>
      It may have been deleted, or the address is not complete.
    </EmptyState>
  );
}

/** An article that is no longer there reads like an unknown address; everything else is the frame's to explain. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ArticleMissing isUnread={false} />;
  throw error;
}
