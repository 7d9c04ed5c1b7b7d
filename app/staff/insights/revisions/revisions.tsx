import { data, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { page } from "../page.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { readRevisions } from "#worker/insights/revisions.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { answerArticle } from "../article/answer-article.ts";
import { toInsightId } from "../article/to-insight-id.ts";
import type { Route } from "./+types/revisions.ts";
import { RevisionsPage } from "./revisions-page.tsx";
import { readChoice, toRevisionsView } from "./revisions-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const id = toInsightId(params.id);
  const choice = readChoice(url.searchParams);
  const read = () => readRevisions(openDb(env.DB), { id, ...choice });
  const found = await read().catch((error: unknown) => void log.error("revisions not read", error, { insightId: id }));
  if (found === undefined) return data({ view: null, isUnread: true }, { status: 503 });
  if (!found) return data({ view: null, isUnread: false }, { status: 404 });
  const locale = findLocale(request.headers.get("Accept-Language"));
  return data({
    view: toRevisionsView(found, { ...choice, locale, done: url.searchParams.get("done") }),
    isUnread: false,
  });
}

/** Restores a revision, or names one. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  return answerArticle(request, { id: toInsightId(params.id), actor, scope: context.get(requestScope) });
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ isUnread }) => !isUnread);
}
clientLoader.hydrate = true as const;

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.view ? `Revisions of ${loaderData.view.title}` : "Revisions";
  return buildPageMeta({ name });
}

export default function Revisions({ loaderData, actionData }: Route.ComponentProps) {
  const refused: Refusal | null = actionData && "problems" in actionData ? actionData : null;
  if (loaderData.view) return <RevisionsPage view={loaderData.view} refused={refused} />;
  const back = (
    <Link className={nameButton()} to={page.path}>
      Go to the articles
    </Link>
  );
  if (loaderData.isUnread)
    return (
      <ErrorState title="The revisions could not be read just now" action={back}>
        Nothing is lost. Please try again in a minute.
      </ErrorState>
    );
  return (
    <EmptyState title="No such revision" action={back}>
      The article may have been deleted, or the address is not complete.
    </EmptyState>
  );
}
