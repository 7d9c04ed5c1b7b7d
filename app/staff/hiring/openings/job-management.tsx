import { Form, redirect } from "react-router";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { BegunNotice } from "#app/writing-kit/saving/begun-notice.tsx";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listJobsForStaff } from "#worker/hiring/openings/list-for-staff.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { newId } from "#worker/lib/ids.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/job-management.ts";
import { answerJobs } from "./answer-jobs.ts";
import { jobList, listJobOptions, toJobFilter } from "./job-list.ts";
import { buildJobView, jobBulkActions, jobCells, toJobRow } from "./job-rows.tsx";
import { formatJobFigures, listJobViews } from "./job-views.ts";
import { page as jobsPage } from "./page.ts";
import "./jobs.css";

export const middleware = [requirePermission(jobsPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { env } = args.context.get(requestScope);
  const { roles } = args.context.get(staffContext);
  const mayRead = may(roles, "applications.read");
  const mayReadFigures = may(roles, "analytics.read");
  return loadList(
    jobList,
    args,
    async ({ state, asked, locale }) => {
      const at = now();
      const filter = toJobFilter(state, asked.reader);
      const found = await listJobsForStaff(openDb(env.DB), { ...asked, filter, now: at });
      return {
        found,
        rows: found.rows.map((row) => toJobRow(row, { locale, now: at, mayRead, mayReadFigures })),
        besides: {
          figures: found.figures,
          views: listJobViews(found.figures, locale),
          departments: found.departments,
        },
      };
    },
    ({ locale }) => ({ figures: null, views: listJobViews(null, locale), departments: [] }),
  );
}

/** A new job, which its first save stores, changes of several jobs, and the reader's saved views. */
export function action(args: Route.ActionArgs) {
  return answerList(jobList, args, async (fields, target) =>
    fields.get("do") === "new" ? redirect(`${jobsPage.path}/${newId()}?new`, 303) : answerJobs(fields, target),
  );
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(jobList, args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(jobsPage);

export default function JobManagement({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, figures, departments } = loaderData;
  return (
    <>
      <PageHead title={jobsPage.name} actions={<NewJob />}>
        {figures && formatJobFigures(figures)}
      </PageHead>
      <BegunNotice path={jobsPage.path} field="requisitionId" />
      <DataList
        list={jobList}
        state={state}
        page={page}
        cells={jobCells}
        buildView={buildJobView}
        canOpen
        views={loaderData.views}
        settings={loaderData.settings}
        filters={listJobOptions(departments)}
        search={{ label: "Title or requisition id", note: "Parts of words count, in any order." }}
        bulk={jobBulkActions}
        empty={
          <EmptyState title="No job yet" action={<NewJob />}>
            Roles for Careers are listed here, from the first draft to those that are filled.
          </EmptyState>
        }
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={jobList.path} />}
        refusedView={actionData?.refusedView ?? null}
      />
    </>
  );
}

/** Starts a job and opens it. */
function NewJob() {
  return (
    <Form method="post" action={jobsPage.path}>
      <Button kind="primary" icon="plus" type="submit" name="do" value="new">
        New job
      </Button>
    </Form>
  );
}
