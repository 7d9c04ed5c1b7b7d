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
import { readOrder } from "#app/staff/lists/define-bulk.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listOpeningsForStaff } from "#worker/hiring/openings/list-for-staff.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { newId } from "#worker/lib/ids.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/openings.ts";
import { answerOpenings, duplicate } from "./answer-openings.ts";
import { openingList, listOpeningOptions, toOpeningFilter } from "./opening-list.ts";
import { buildOpeningView, openingBulkActions, openingCells, toOpeningRow } from "./opening-rows.tsx";
import { formatOpeningFigures, listOpeningViews } from "./opening-views.ts";
import { page as openingsPage } from "./page.ts";
import "./openings.css";

export const middleware = [requirePermission(openingsPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { env } = args.context.get(requestScope);
  const { roles } = args.context.get(staffContext);
  const mayRead = may(roles, "applications.read");
  const mayReadFigures = may(roles, "analytics.read");
  return loadList(
    openingList,
    args,
    async ({ state, asked, locale }) => {
      const at = now();
      const filter = toOpeningFilter(state, asked.reader);
      const found = await listOpeningsForStaff(openDb(env.DB), { ...asked, filter, now: at });
      return {
        found,
        rows: found.rows.map((row) => toOpeningRow(row, { locale, now: at, mayRead, mayReadFigures })),
        extra: {
          figures: found.figures,
          views: listOpeningViews(found.figures, locale),
          departments: found.departments,
        },
      };
    },
    ({ locale }) => ({ figures: null, views: listOpeningViews(null, locale), departments: [] }),
  );
}

/** A new job, which its first save stores, changes of several jobs, and the reader's saved views. */
export function action(args: Route.ActionArgs) {
  return answerList(openingList, args, async (fields, target) => {
    const { name } = readOrder(fields);
    if (name === "new") return redirect(`${openingsPage.path}/${newId()}?new`, 303);
    return name === "duplicate" ? duplicate(fields, target) : answerOpenings(fields, target);
  });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(openingList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(openingsPage);

export default function OpeningManagement({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, departments } = loaderData;
  return (
    <>
      <PageHead title={openingsPage.name} actions={<NewOpening />}>
        {figures && formatOpeningFigures(figures)}
      </PageHead>
      <BegunNotice path={openingsPage.path} field="requisitionId" />
      <DataList
        list={openingList}
        loaded={loaderData}
        cells={openingCells}
        buildView={buildOpeningView}
        canOpen
        views={loaderData.views}
        filters={listOpeningOptions(departments)}
        search={{ label: "Title or requisition id", note: "Parts of words count, in any order." }}
        bulk={openingBulkActions}
        empty={
          <EmptyState title="No job yet" action={<NewOpening />}>
            Roles for Careers are listed here, from the first draft to those that are filled.
          </EmptyState>
        }
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={openingList.path} />}
        refusedView={actionData?.refusedView ?? null}
      />
    </>
  );
}

/** Starts a job and opens it. */
function NewOpening() {
  return (
    <Form method="post" action={openingsPage.path}>
      <Button kind="primary" icon="plus" type="submit" name="do" value="new">
        New job
      </Button>
    </Form>
  );
}
