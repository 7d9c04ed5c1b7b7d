import { data, Link, useOutlet } from "react-router";
import { formatColleague } from "#app/shared/format-colleague.ts";
import { readListState, writeListQuery } from "#app/shared/list.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Tooltip } from "#app/staff-kit/tooltip.tsx";
import { findLocale } from "#app/shared/find-locale.ts";
import { may } from "#app/shared/permissions.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { exportedAtMost } from "#worker/contact/export-enquiries.ts";
import { searchedAtMost } from "#worker/contact/filter-enquiries.ts";
import { listEnquiries } from "#worker/contact/list-enquiries.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { isMailConfigured } from "#worker/email/send-mail.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/inbox.ts";
import { answerBulk } from "./answer-bulk.ts";
import { toInboxRows } from "./to-inbox-rows.ts";
import { DoneNotice } from "#app/staff/done-notice.tsx";
import { inboxList, listInboxOptions, toInboxFilter } from "./inbox-list.ts";
import { buildInboxCells, buildRowView, listBulkActions } from "./inbox-rows.tsx";
import { formatFigures, listInboxViews } from "./inbox-views.ts";
import { NoEnquiries } from "./no-enquiries.tsx";
import type { OpenList } from "./open-list.ts";
import { page as inboxPage } from "./page.ts";
import "./inbox.css";

export const middleware = [requirePermission(inboxPage.permission, { write: "enquiries.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const reader = user.id as UserId;
  const state = readListState(inboxList, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const number = new Intl.NumberFormat(locale);
  const shared = {
    state,
    reader: user.id,
    isErased: url.searchParams.get("done") === "erased",
    isMailConfigured: isMailConfigured(env),
    mayExport: may(roles, "enquiries.export"),
    exportedAtMost: number.format(exportedAtMost),
    searchedAtMost: number.format(searchedAtMost),
  };
  try {
    const filter = toInboxFilter(state, { reader, at: now() });
    const found = await listEnquiries(openDb(env.DB), {
      filter,
      sort: state.sort,
      cursor: state.page,
      reader,
      list: inboxList.id,
    });
    return data({
      ...shared,
      page: { rows: toInboxRows(found.rows, locale), ...summarizePage(inboxList, found, locale) },
      figures: found.figures,
      views: listInboxViews(found.figures, locale),
      owners: found.owners.map((owner) => ({ id: owner.id as string, name: formatColleague(owner) })),
      settings: found.settings,
    });
  } catch (error) {
    log.error("inbox not read", error);
    const settings = { density: "comfortable" as const, views: [] };
    const missing = { page: null, figures: null, views: listInboxViews(null, locale), owners: [], settings };
    return data({ ...shared, ...missing }, { status: 503 });
  }
}

/** Changes of several enquiries, of saved views and of how the list looks. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { user } = context.get(staffContext);
  const scope = context.get(requestScope);
  const actor = user.id as UserId;
  const fields = await readListForm(request);
  return (
    (await answerViewForm(fields, { list: inboxList, url, user: actor, scope })) ?? answerBulk(fields, { actor, scope })
  );
}

/** A list that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  // The list is the same whichever enquiry is open beside it.
  const listUrl = new URL(inboxList.path + new URL(request.url).search, request.url);
  return loadCached(listUrl.href, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

/** After a refused change the list is loaded again, so that it shows how things stand. */
export const shouldRevalidate = () => true;

export const meta = () => buildPageMeta(inboxPage);

export default function Inbox({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, figures, owners, reader } = loaderData;
  const { folder } = state.filters;
  const query = writeListQuery(inboxList, state);
  const open = (params as { id?: string }).id;
  const { rows = [], before = 0, total = 0 } = page ?? {};
  const panel = useOutlet({ state, ids: rows.map(({ id }) => id), before, total } satisfies OpenList);
  const file = `${inboxList.path}.csv${writeListQuery(inboxList, { ...state, page: null, view: null, sort: inboxList.sort })}`;
  return (
    <>
      <PageHead
        title="Inbox"
        actions={
          <>
            <Link className={nameButton({ kind: "ghost" })} to={inboxList.path + query} reloadDocument>
              Refresh
            </Link>
            {loaderData.mayExport && page && page.rows.length > 0 && (
              <Tooltip id="file-note" text={`At most ${loaderData.exportedAtMost} rows in a file, the newest first.`}>
                {/* Without `download`: a browser would save the page that asks for a fresh sign-in as the file. */}
                <a className={nameButton()} href={file} aria-describedby="file-note">
                  <Icon name="download" />
                  Download as CSV
                </a>
              </Tooltip>
            )}
          </>
        }
      >
        {figures && formatFigures(figures)}{" "}
        {!loaderData.isMailConfigured && (
          <span className="inbox-unmailed">
            <b>Mail is not configured.</b> Enquiries are stored; the mails about them wait until the site can send.
          </span>
        )}
      </PageHead>
      <DataList
        list={inboxList}
        state={state}
        page={page}
        cells={buildInboxCells(query)}
        buildView={(row) => buildRowView(row, { folder, reader, query, open })}
        canOpen
        views={loaderData.views}
        settings={loaderData.settings}
        filters={listInboxOptions(owners, reader)}
        search={{
          label: "Search",
          note: `Words are looked for in name, address, company, subject and reference of the newest ${loaderData.searchedAtMost} in this folder.`,
        }}
        bulk={listBulkActions({ folder, reader }, owners)}
        empty={<NoEnquiries folder={folder} />}
        outcome={
          <>
            <DoneNotice text={loaderData.isErased ? "The enquiry is erased, with its notes and mails." : null} />
            <ListOutcome outcome={actionData?.outcome ?? null} path={inboxList.path} />
          </>
        }
        refusedView={actionData?.refusedView ?? null}
        panel={panel}
      />
    </>
  );
}
