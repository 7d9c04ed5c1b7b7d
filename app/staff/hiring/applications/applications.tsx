import { Link } from "react-router";
import { usualStages } from "#shared/hiring/hiring-stages.ts";
import { changeList, writeListQuery } from "#shared/pages/list.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { nameButton } from "#app/staff-kit/button.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { searchHint } from "#shared/hiring/application-search.ts";
import { listApplications } from "#worker/hiring/applications/list-applications.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/applications.ts";
import { answerApplications } from "./answer-applications.ts";
import { buildApplicationCells, buildApplicationView, listApplicationActions } from "./application-rows.tsx";
import {
  applicationsList,
  boardList,
  listApplicationOptions,
  readOpenings,
  toApplicationFilter,
  toColleagues,
} from "./applications-list.ts";
import { listFigureOptions } from "#app/staff/hiring/figures/figure-filters.ts";
import { buildFiguresPath } from "#app/staff/hiring/figures/figures-asked.ts";
import { formatFigures, listApplicationViews } from "./application-views.ts";
import { page } from "./page.ts";
import { toApplicationRows } from "./to-application-rows.ts";
import { ViewSwitch } from "./view-switch.tsx";
import "./recipes.ts";
import "./applications.css";

export const middleware = [requirePermission(page.permission, { write: "applications.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { user, timeZone } = args.context.get(staffContext);
  const { env } = args.context.get(requestScope);
  return loadList(
    applicationsList,
    args,
    async ({ state, asked, locale }) => {
      const at = now();
      const filter = toApplicationFilter(state, { reader: asked.reader, at, timeZone });
      const found = await listApplications(openDb(env.DB), { ...asked, filter });
      const readers = toColleagues(found.readers);
      const job = state.filters.job;
      const stages = readOpenings(found.figures.jobs).find(({ id }) => id === job)?.stages ?? usualStages;
      return {
        found,
        rows: toApplicationRows(found.rows, { locale, at, texts: found.texts }),
        extra: {
          reader: user.id,
          line: formatFigures(found.figures, locale),
          views: listApplicationViews(found.figures, locale),
          options: {
            ...listApplicationOptions(found.figures, { readers, reader: user.id, job }),
            ...listFigureOptions(state.filters, { stages, locale }),
          },
          readers,
          stages,
        },
      };
    },
    ({ locale }) => ({
      reader: user.id,
      line: null,
      views: listApplicationViews(null, locale),
      options: {},
      readers: [],
      stages: usualStages,
    }),
  );
}

/** Changes of several applications, of saved views and of how the list looks. */
export function action(args: Route.ActionArgs) {
  return answerList(applicationsList, args, answerApplications);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(applicationsList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(page);

export default function JobApplications({ loaderData, actionData }: Route.ComponentProps) {
  const { state, reader, readers, stages } = loaderData;
  const query = writeListQuery(applicationsList, { ...state, page: null });
  const board = writeListQuery(
    boardList,
    changeList(state, { filters: { stage: "" }, view: null, sort: boardList.sort }),
  );
  return (
    <>
      <PageHead
        title="Job applications"
        actions={
          <>
            <Link className={nameButton()} to={`${applicationsList.path}/templates`}>
              Templates
            </Link>
            <ViewSwitch
              current="table"
              board={boardList.path + board}
              table={applicationsList.path + query}
              figures={buildFiguresPath(state.filters.job)}
            />
          </>
        }
      >
        {loaderData.line}
      </PageHead>
      <DataList
        list={applicationsList}
        loaded={loaderData}
        cells={buildApplicationCells(query)}
        buildView={(row) => buildApplicationView(row, { reader, query })}
        canOpen
        views={loaderData.views}
        filters={loaderData.options}
        search={{
          label: "Name, answer, note, résumé",
          note: searchHint,
        }}
        bulk={listApplicationActions(stages, { reader, readers })}
        empty={<NoApplications />}
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={applicationsList.path} />}
        refusedView={actionData?.refusedView ?? null}
      />
    </>
  );
}

function NoApplications() {
  return (
    <EmptyState
      title="No applications"
      action={
        <Link className={nameButton()} to="/job-management">
          Open job management
        </Link>
      }
    >
      Applications for open roles arrive here, the newest first.
    </EmptyState>
  );
}
