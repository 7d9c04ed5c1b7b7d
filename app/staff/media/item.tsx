import { useOutletContext } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { loadRecord } from "#app/staff/lists/load-record.ts";
import { buildRecordLinks, type OpenList } from "#app/staff/lists/open-list.ts";
import { loadRecordCached, refuseOffline, reloadsRecord } from "#app/staff/lists/record-in-browser.ts";
import { MissingPanel, nameMissing } from "#app/staff/lists/record-missing.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { isItemId, readItem } from "#worker/media/library/read-item.ts";
import type { Route } from "./+types/item.ts";
import { answerItem } from "./answer-item.ts";
import { ItemPanel } from "./item-panel.tsx";
import { toItemView } from "./item-view.ts";
import { mediaList } from "./media-list.ts";

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private", posts: true, isPanel: true } satisfies RouteHandle;

export function loader({ context, params: { id }, request, url }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const { DB, SITE_ORIGIN } = scope.env;
  return loadRecord("file", scope, {
    read: async () => (isItemId(id) ? readItem(openDb(DB), id) : null),
    show: (found) => ({
      view: toItemView(found, { locale: findLocale(request.headers.get("Accept-Language")), origin: SITE_ORIGIN }),
      done: url.searchParams.get("done"),
    }),
  });
}

/** Every change of a file is a form of its panel; the list stays as the address says it. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  const listQuery = writeListQuery(mediaList, readListState(mediaList, url.searchParams));
  return answerItem({ request, id: params.id, actor, listQuery, scope: context.get(requestScope) });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadRecordCached(args);
}
clientLoader.hydrate = true as const;

export const clientAction = (args: Route.ClientActionArgs) => refuseOffline(args);

export const shouldRevalidate = reloadsRecord;

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.view ? loaderData.view.name : nameMissing("file", loaderData?.isUnread);
  return buildPageMeta({ name });
}

/** One file, in the panel beside the library. */
export default function Item({ loaderData, actionData, params }: Route.ComponentProps) {
  const links = buildRecordLinks(mediaList, useOutletContext<OpenList | undefined>(), params.id);
  if (!loaderData.view)
    return (
      <MissingPanel
        noun="file"
        gone="deleted"
        back="Go to the library"
        isUnread={loaderData.isUnread}
        own={links.own}
        close={links.close}
      />
    );
  const { view, done } = loaderData;
  return <ItemPanel key={`${view.id} ${view.version}`} {...{ view, done, links }} refused={actionData ?? null} />;
}
