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
import type { Route } from "./+types/enquiries.ts";
import { answerBulk } from "./answer-bulk.ts";
import { toEnquiryRows } from "./to-enquiry-rows.ts";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { enquiryList, listEnquiryOptions, toEnquiryFilter } from "./enquiry-list.ts";
import { buildEnquiryCells, buildRowView, listBulkActions } from "./enquiry-rows.tsx";
import { formatFigures, listEnquiryViews } from "./enquiry-views.ts";
import { NoEnquiries } from "./no-enquiries.tsx";
import { page as enquiriesPage } from "./page.ts";
import "./recipes.ts";
import "./enquiries.css";

export const middleware = [requirePermission(enquiriesPage.permission, { write: "enquiries.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { user, roles } = args.context.get(staffContext);
  const { env } = args.context.get(requestScope);
  return loadList(
    enquiryList,
    args,
    async ({ state, asked, locale }) => {
      const filter = toEnquiryFilter(state, { reader: asked.reader, at: now() });
      const found = await listEnquiries(openDb(env.DB), { ...asked, filter });
      return {
        found,
        rows: toEnquiryRows(found.rows, locale),
        extra: {
          ...describe(locale),
          figures: found.figures,
          views: listEnquiryViews(found.figures, locale),
          owners: found.owners.map((owner) => ({ id: owner.id as string, name: formatColleague(owner) })),
        },
      };
    },
    ({ locale }) => ({ ...describe(locale), figures: null, views: listEnquiryViews(null, locale), owners: [] }),
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
  return answerList(enquiryList, args, answerBulk);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(enquiryList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(enquiriesPage);

export default function Enquiries({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, figures, owners, reader } = loaderData;
  const { folder } = state.filters;
  const query = writeListQuery(enquiryList, state);
  const open = (params as { id?: string }).id;
  const panel = useOutlet(describeOpenList(state, page));
  const file = `${enquiryList.path}.csv${writeListQuery(enquiryList, { ...state, page: null, view: null, sort: enquiryList.sort })}`;
  return (
    <>
      <PageHead
        title="Inbox"
        actions={
          <>
            <Link className={nameButton({ kind: "ghost" })} to={enquiryList.path + query} reloadDocument>
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
          <span // The list.
            className="inbox-unmailed: text-warn"
          >
            <b>Mail is not configured.</b> Enquiries are stored; the mails about them wait until the site can send.
          </span>
        )}
      </PageHead>
      <DataList
        list={enquiryList}
        loaded={loaderData}
        cells={buildEnquiryCells(query)}
        buildView={(row) => buildRowView(row, { folder, reader, query, open })}
        canOpen
        views={loaderData.views}
        filters={listEnquiryOptions(owners, { reader, filters: state.filters, locale: loaderData.locale })}
        search={{
          label: "Search",
          note: `Words are looked for in name, address, company, subject and reference of the newest ${loaderData.searchedAtMost} in this folder.`,
        }}
        bulk={listBulkActions({ folder, reader }, owners)}
        empty={<NoEnquiries folder={folder} />}
        outcome={
          <>
            <DoneNotice text={loaderData.isErased ? "The enquiry is erased, with its notes and mails." : null} />
            <ListOutcome outcome={actionData?.outcome ?? null} path={enquiryList.path} />
          </>
        }
        refusedView={actionData?.refusedView ?? null}
        panel={panel}
      />
    </>
  );
}
