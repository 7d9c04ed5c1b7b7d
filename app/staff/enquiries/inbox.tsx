import { Link, useOutlet } from "react-router";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { writeListQuery } from "#shared/pages/list.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Tooltip } from "#app/staff-kit/tooltip.tsx";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { describeOpenList } from "#app/staff/lists/open-list.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { exportedAtMost } from "#worker/audit/export-rows.ts";
import { searchedAtMost } from "#worker/enquiries/filter-enquiries.ts";
import { listEnquiries } from "#worker/enquiries/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import { isMailConfigured } from "#worker/email/send-mail.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/inbox.ts";
import { answerBulk } from "./answer-bulk.ts";
import { toInboxRows } from "./to-inbox-rows.ts";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { inboxList, listInboxOptions, toInboxFilter } from "./inbox-list.ts";
import { buildInboxCells, buildRowView, listBulkActions } from "./inbox-rows.tsx";
import { formatFigures, listInboxViews } from "./inbox-views.ts";
import { NoEnquiries } from "./no-enquiries.tsx";
import { page as inboxPage } from "./page.ts";
import "./inbox.css";

export const middleware = [requirePermission(inboxPage.permission, { write: "enquiries.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { user, roles } = args.context.get(staffContext);
  const { env } = args.context.get(requestScope);
  return loadList(
    inboxList,
    args,
    async ({ state, asked, locale }) => {
      const filter = toInboxFilter(state, { reader: asked.reader, at: now() });
      const found = await listEnquiries(openDb(env.DB), { ...asked, filter });
      return {
        found,
        rows: toInboxRows(found.rows, locale),
        besides: {
          ...describe(locale),
          figures: found.figures,
          views: listInboxViews(found.figures, locale),
          owners: found.owners.map((owner) => ({ id: owner.id as string, name: formatColleague(owner) })),
        },
      };
    },
    ({ locale }) => ({ ...describe(locale), figures: null, views: listInboxViews(null, locale), owners: [] }),
  );

  function describe(locale: string) {
    const { format } = new Intl.NumberFormat(locale);
    return {
      locale,
      reader: user.id,
      isErased: args.url.searchParams.get("done") === "erased",
      isMailConfigured: isMailConfigured(env),
      mayExport: may(roles, "enquiries.export"),
      exportedAtMost: format(exportedAtMost),
      searchedAtMost: format(searchedAtMost),
    };
  }
}

/** Changes of several enquiries, of saved views and of how the list looks. */
export function action(args: Route.ActionArgs) {
  return answerList(inboxList, args, answerBulk);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(inboxList, args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(inboxPage);

export default function Inbox({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, figures, owners, reader } = loaderData;
  const { folder } = state.filters;
  const query = writeListQuery(inboxList, state);
  const open = (params as { id?: string }).id;
  const panel = useOutlet(describeOpenList(state, page));
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
        filters={listInboxOptions(owners, { reader, filters: state.filters, locale: loaderData.locale })}
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
