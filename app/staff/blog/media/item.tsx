import { data, isRouteErrorResponse, Link, type ShouldRevalidateFunctionArgs, useOutletContext } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { brand } from "#app/content/brand.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import { readListState, writeListQuery } from "#app/shared/list.ts";
import type { Refusal } from "#app/shared/refusal.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { SidePanel } from "#app/staff-kit/side-panel.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { isItemId, readItem } from "#worker/media/library/read-item.ts";
import type { Route } from "./+types/item.ts";
import { answerItem } from "./answer-item.ts";
import { ItemPanel } from "./item-panel.tsx";
import { toItemView } from "./item-view.ts";
import { mediaList } from "./media-list.ts";
import { buildMediaLinks, type OpenMedia } from "./open-media.ts";

export const middleware = [requirePermission("posts.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const read = async () => (isItemId(params.id) ? readItem(openDb(env.DB), params.id) : null);
  const found = await read().catch((error: unknown) => void log.error("file not read", error));
  if (found === undefined) return data({ view: null, isUnread: true, done: null }, { status: 503 });
  if (!found) return data({ view: null, isUnread: false, done: null }, { status: 404 });
  const locale = findLocale(request.headers.get("Accept-Language"));
  const view = toItemView(found, { locale, origin: env.SITE_ORIGIN });
  return data({ view, isUnread: false, done: url.searchParams.get("done") });
}

/** Every change of a file is a form of its panel; the list stays as the address says it. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as UserId;
  const listQuery = writeListQuery(mediaList, readListState(mediaList, url.searchParams));
  return answerItem({ request, id: params.id, actor, listQuery, scope: context.get(requestScope) });
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ isUnread }) => !isUnread);
}
clientLoader.hydrate = true as const;

/** Without a network the panel stays, with everything that was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return {
      status: 0,
      title: "The site could not be reached. Nothing has been saved; please try again.",
      problems: [],
    };
  }
}

/** A refused change is shown together with the current state of the file. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const missing = loaderData?.isUnread ? "File not read" : "File not found";
  return [
    { title: `${loaderData?.view?.name ?? missing} | ${brand.name} staff` },
    { name: "robots", content: "noindex" },
  ];
}

/** One file, in the panel beside the library. */
export default function Item({ loaderData: { view, isUnread, done }, actionData, params }: Route.ComponentProps) {
  const links = buildMediaLinks(useOutletContext<OpenMedia | undefined>(), params.id);
  if (view)
    return <ItemPanel key={`${view.id} ${view.version}`} {...{ view, done, links }} refused={actionData ?? null} />;
  return (
    <SidePanel name="File" title={isUnread ? "File not read" : "File not found"} close={links.close}>
      {isUnread ? (
        <ErrorState
          title="The database did not answer"
          action={
            <Link className={nameButton({ kind: "primary" })} to={links.own} reloadDocument>
              Try again
            </Link>
          }
        >
          The file could not be read just now. Nothing is lost. Please try again in a minute.
        </ErrorState>
      ) : (
        <EmptyState
          title="Nothing at this address"
          action={
            <Link className={nameButton()} to={links.close}>
              Go to the library
            </Link>
          }
        >
          It may have been deleted, or the address is not complete.
        </EmptyState>
      )}
    </SidePanel>
  );
}
