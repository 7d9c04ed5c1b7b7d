import { writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { Tooltip } from "#app/staff-kit/tooltip.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { exportedAtMost } from "#worker/audit/export-rows.ts";
import { listAudit } from "#worker/audit/list-audit.ts";
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

function describe(locale: string) {
  return { exportedAtMost: new Intl.NumberFormat(locale).format(exportedAtMost) };
}

export function loader(args: Route.LoaderArgs) {
  const { timeZone } = args.context.get(staffContext);
  const { env } = args.context.get(requestScope);
  return loadList(
    auditList,
    args,
    async ({ state, asked: { sort, ...asked }, locale }) => {
      const filter = toAuditFilter(state, { at: now(), timeZone });
      const found = await listAudit(openDb(env.DB), { ...asked, filter, direction: sort.direction });
      const extra = { ...describe(locale), unusual: found.figures.unusual, people: found.people };
      return { found, rows: toAuditRows(found.rows, locale), extra };
    },
    ({ locale }) => ({ ...describe(locale), unusual: null, people: [] }),
  );
}

/** Changes of the reader's own saved views, and of how the list looks to them. */
export function action(args: Route.ActionArgs) {
  return answerList(auditList, args);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(auditList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const meta = () => buildPageMeta(auditPage);

export default function AuditLog({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, unusual, people } = loaderData;
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
        loaded={loaderData}
        cells={auditCells}
        buildView={buildAuditView}
        canOpen
        views={[
          { name: "All", filters: {} },
          { name: "Unusual this week", filters: { unusual: "yes", days: "7" }, count: unusual?.toString() },
          { name: "Signing in", filters: { group: "sign-in" } },
          { name: "Exports", filters: { group: "exports" } },
        ]}
        filters={listAuditOptions(people)}
        search={{
          label: "Person or id",
          note: "Words are looked for in name and e-mail address of who did it. An id finds all about its record.",
        }}
        empty={<p>Nothing was recorded in this time.</p>}
        outcome={<TimeRange state={state} />}
        refusedView={actionData?.refusedView ?? null}
      />
      {page?.rows.map((row) => (
        <EntryDialog key={row.id} row={row} />
      ))}
    </>
  );
}
