import { data } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import { readListState, writeListQuery } from "#app/shared/list.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { Tooltip } from "#app/staff-kit/tooltip.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { exportedAtMost } from "#worker/audit/export-audit.ts";
import { listAudit } from "#worker/audit/list-audit.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/audit-log.ts";
import { auditList, listAuditOptions, toAuditFilter } from "./audit-list.ts";
import { auditCells, buildAuditView, toAuditRows } from "./audit-rows.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { page as auditPage } from "./page.ts";
import { TimeRange } from "./time-range.tsx";
import "./audit.css";

export const middleware = [requirePermission(auditPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user, timeZone } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const state = readListState(auditList, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const shared = { state, timeZone, exportedAtMost: new Intl.NumberFormat(locale).format(exportedAtMost) };
  try {
    const found = await listAudit(openDb(env.DB), {
      filter: toAuditFilter(state, { at: now(), timeZone }),
      direction: state.sort.direction,
      cursor: state.page,
      reader: user.id as UserId,
      list: auditList.id,
    });
    const page = { rows: toAuditRows(found.rows, locale), ...summarizePage(auditList, found, locale) };
    return data({ ...shared, page, unusual: found.figures.unusual, people: found.people, settings: found.settings });
  } catch (error) {
    log.error("audit log not read", error);
    const settings = { density: "comfortable" as const, views: [] };
    return data({ ...shared, page: null, unusual: null, people: [], settings }, { status: 503 });
  }
}

/** Changes of the reader's own saved views, and of how the list looks to them. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { user } = context.get(staffContext);
  const posted = { list: auditList, url, user: user.id as UserId, scope: context.get(requestScope) };
  const answer = await answerViewForm(await readListForm(request), posted);
  if (!answer) throw data(null, { status: 400, statusText: "Bad Request" });
  return answer;
}

/** A list that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const meta = () => buildPageMeta(auditPage);

export default function AuditLog({ loaderData, actionData }: Route.ComponentProps) {
  const { state, timeZone, page, unusual, people, settings } = loaderData;
  const query = writeListQuery(auditList, { ...state, page: null, view: null });
  return (
    <>
      <PageHead
        title={auditPage.name}
        actions={
          <Tooltip id="file-note" text={`At most ${loaderData.exportedAtMost} rows in a file, the newest first.`}>
            {/* The answer is a file, or asks for a fresh sign-in, so the browser asks for it by itself. */}
            <a className={nameButton()} href={`${auditPage.path}.csv${query}`} aria-describedby="file-note">
              <Icon name="download" />
              Export as CSV
            </a>
          </Tooltip>
        }
      >
        {unusual !== null &&
          `${unusual === 0 ? "Nothing" : unusual} unusual in the last 7 days. Entries are kept for 400 days.`}
      </PageHead>
      <DataList
        list={auditList}
        state={state}
        page={page}
        cells={auditCells}
        buildView={buildAuditView}
        canOpen
        views={[
          { name: "All", filters: {} },
          { name: "Unusual this week", filters: { unusual: "yes", days: "7" }, count: unusual?.toString() },
          { name: "Signing in", filters: { group: "sign-in" } },
          { name: "Exports", filters: { group: "exports" } },
        ]}
        settings={settings}
        filters={listAuditOptions(people)}
        search={{
          label: "Person or id",
          note: "Words are looked for in name and e-mail address of who did it. An id finds all about its record.",
        }}
        empty={<p>Nothing was recorded in this time.</p>}
        outcome={<TimeRange state={state} timeZone={timeZone} />}
        refusedView={actionData?.refusedView ?? null}
      />
      {page?.rows.map((row) => (
        <EntryDialog key={row.id} row={row} />
      ))}
    </>
  );
}
