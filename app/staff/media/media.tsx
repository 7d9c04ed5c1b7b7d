import { Link, useOutlet } from "react-router";
import { buildListPath, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { describeOpenList } from "#app/staff/lists/open-list.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { readMediaType } from "#worker/lib/forms/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { listItems } from "#worker/media/library/list-items.ts";
import { page as mediaPage } from "./page.ts";
import type { Route } from "./+types/media.ts";
import { AddFiles } from "./add-files.tsx";
import { answerBulk, answerFiles } from "./answer-list.ts";
import { mediaList, mediaOptions, toItemFilter } from "./media-list.ts";
import { buildMediaCells, buildMediaView, bulkActions, listMediaViews, toMediaRows } from "./media-rows.tsx";
import { MissingNotice } from "./missing-notice.tsx";
import { useMissing } from "./use-missing.ts";
import { missingWidths } from "./missing-widths.ts";
import "./recipes.ts";
import "./media.css";

export const middleware = [requirePermission(mediaPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { env } = args.context.get(requestScope);
  return loadList(
    mediaList,
    args,
    async ({ state, asked, locale }) => {
      const found = await listItems(openDb(env.DB), { ...asked, filter: toItemFilter(state) });
      return { found, rows: toMediaRows(found.rows, locale), extra: { lackingWidths: found.lackingWidths } };
    },
    () => ({ lackingWidths: 0 }),
  );
}

/** Files of a form without script, changes of several files, and of saved views. */
export function action(args: Route.ActionArgs) {
  const { context, request } = args;
  if (readMediaType(request) !== "multipart/form-data") return answerList(mediaList, args, answerBulk);
  const actor = context.get(staffContext).user.id as AccountId;
  return answerFiles(request, { actor, scope: context.get(requestScope) });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(mediaList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(mediaPage);

export default function Media({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, lackingWidths } = loaderData;
  const widths = useMissing(lackingWidths, missingWidths);
  const query = writeListQuery(mediaList, state);
  const open = (params as { id?: string }).id;
  const panel = useOutlet(describeOpenList(state, page));
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
      <DataList
        list={mediaList}
        loaded={loaderData}
        cells={buildMediaCells(query)}
        buildView={(row) => buildMediaView(row, { query, open })}
        canOpen
        views={listMediaViews(state.filters.as)}
        filters={mediaOptions}
        search={{ label: "Search", note: "Words are looked for in names, alternative texts and captions." }}
        bulk={bulkActions}
        empty={
          <EmptyState title="No files yet">
            Add pictures and PDFs with the button above, or drop them anywhere on this page.
          </EmptyState>
        }
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={mediaList.path} />}
        after={
          <MissingNotice
            state={widths}
            working="Making smaller versions of pictures that came without them."
            failed={(count) => `${countThings(count, "picture")} could not be made smaller.`}
          />
        }
        refusedView={actionData?.refusedView ?? null}
        panel={panel}
      />
    </>
  );
}
