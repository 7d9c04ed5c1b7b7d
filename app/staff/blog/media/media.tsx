import { data, Link, useOutlet } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import { buildListPath, readListState, writeListQuery } from "#app/shared/list.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { readMediaType } from "#worker/lib/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { listItems } from "#worker/media/library/list-items.ts";
import { page as mediaPage } from "../media-page.ts";
import type { Route } from "./+types/media.ts";
import { AddFiles } from "./add-files.tsx";
import { answerBulk, answerFiles } from "./answer-list.ts";
import { mediaList, mediaOptions, toItemFilter } from "./media-list.ts";
import { buildMediaCells, buildMediaView, bulkActions, listMediaViews, toMediaRows } from "./media-rows.tsx";
import { MissingNotice } from "../missing-notice.tsx";
import { useMissing } from "../use-missing.ts";
import { missingWidths } from "./missing-widths.ts";
import type { OpenMedia } from "./open-media.ts";
import "./media.css";

export const middleware = [requirePermission(mediaPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const state = readListState(mediaList, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const asked = { filter: toItemFilter(state), sort: state.sort, cursor: state.page };
  try {
    const found = await listItems(openDb(env.DB), { ...asked, reader: user.id as UserId, list: mediaList.id });
    const page = { rows: toMediaRows(found.rows, locale), ...summarizePage(mediaList, found, locale) };
    return data({ state, page, settings: found.settings, lackingWidths: found.lackingWidths });
  } catch (error) {
    log.error("media library not read", error);
    const settings = { density: "comfortable" as const, views: [] };
    return data({ state, page: null, settings, lackingWidths: 0 }, { status: 503 });
  }
}

/** Files of a form without script, changes of several files, and of saved views. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as UserId;
  if (readMediaType(request) === "multipart/form-data") return answerFiles(request, { actor, scope });
  const fields = await readListForm(request);
  return (
    (await answerViewForm(fields, { list: mediaList, url, user: actor, scope })) ?? answerBulk(fields, { actor, scope })
  );
}

/** A list that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  // The list is the same whichever file is open beside it.
  const listUrl = new URL(mediaList.path + new URL(request.url).search, request.url);
  return loadCached(listUrl.href, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

/** After a refused change the list is loaded again, so that it shows how things stand. */
export const shouldRevalidate = () => true;

export const meta = () => buildPageMeta(mediaPage);

export default function Media({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, settings, lackingWidths } = loaderData;
  const widths = useMissing(lackingWidths, missingWidths);
  const query = writeListQuery(mediaList, state);
  const open = (params as { id?: string }).id;
  const { rows = [], before = 0, total = 0 } = page ?? {};
  const panel = useOutlet({ state, ids: rows.map(({ id }) => id), before, total } satisfies OpenMedia);
  return (
    <>
      <PageHead
        title={mediaPage.name}
        actions={
          <>
            <nav className={`media-as media-as-${state.filters.as}`} aria-label="Show as">
              {(["grid", "list"] as const).map((as) => (
                <Link
                  key={as}
                  to={buildListPath(mediaList, state, { page: state.page, filters: { as } })}
                  aria-current={state.filters.as === as || undefined}
                >
                  {as === "grid" ? "Grid" : "List"}
                </Link>
              ))}
            </nav>
            <AddFiles />
          </>
        }
      >
        {mediaPage.line}
      </PageHead>
      <MissingNotice
        state={widths}
        working="Making smaller versions of pictures that came without them."
        failed={(count) => `${countThings(count, "picture")} could not be made smaller.`}
      />
      <DataList
        list={mediaList}
        state={state}
        page={page}
        cells={buildMediaCells(query)}
        buildView={(row) => buildMediaView(row, { query, open })}
        canOpen
        views={listMediaViews(state.filters.as)}
        settings={settings}
        filters={mediaOptions}
        search={{ label: "Search", note: "Words are looked for in names, alternative texts and captions." }}
        bulk={bulkActions}
        empty={
          <EmptyState title="No files yet">
            Add pictures and PDFs with the button above, or drop them anywhere on this page.
          </EmptyState>
        }
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={mediaList.path} />}
        refusedView={actionData?.refusedView ?? null}
        panel={panel}
      />
    </>
  );
}
