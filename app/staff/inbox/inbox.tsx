import { data, Link } from "react-router";
import { contactTopics } from "#app/content/contact-topics.ts";
import { loadCached } from "#app/client/query-client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import { may } from "#app/shared/permissions.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { Pager } from "#app/ui/pager.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { exportedAtMost } from "#worker/contact/export-enquiries.ts";
import { listEnquiries, searchedAtMost } from "#worker/contact/list-enquiries.ts";
import { isMailConfigured } from "#worker/email/send-mail.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/inbox.ts";
import { toInboxRows } from "./inbox-rows.ts";
import { DoneNotice } from "./done-notice.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxTable } from "./inbox-table.tsx";
import { MailNotice } from "./mail-notice.tsx";
import { page as inboxPage } from "./page.ts";
import { readChoices, readCursor, toFilter } from "./read-filter.ts";
import { buildInboxPath, writeQuery } from "./write-query.ts";
import "./inbox.css";

export const middleware = [requirePermission(inboxPage.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const choices = readChoices(url.searchParams);
  const after = readCursor(url.searchParams.get("after"));
  const locale = findLocale(request.headers.get("Accept-Language"));
  const number = new Intl.NumberFormat(locale);
  const shared = {
    choices,
    isFirst: after === null,
    isErased: url.searchParams.get("done") === "erased",
    topics: contactTopics.map(({ id, name }) => ({ value: id, name })),
    isMailConfigured: isMailConfigured(env),
    mayExport: may(roles, "enquiries.export"),
    exportedAtMost: number.format(exportedAtMost),
    searchedAtMost: number.format(searchedAtMost),
  };
  try {
    const found = await listEnquiries(openDb(env.DB), { filter: toFilter(choices, user.id), after });
    const page = {
      rows: toInboxRows(found.enquiries, locale),
      older: found.next && buildInboxPath(choices, found.next),
      fresh: found.fresh,
      mails: found.mails,
    };
    return data({ ...shared, page });
  } catch (error) {
    log.error("inbox not read", error);
    return data({ ...shared, page: null }, { status: 503 });
  }
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta(inboxPage);

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { choices, page, isFirst, isErased, topics, mayExport, exportedAtMost } = loaderData;
  const newest = buildInboxPath(choices);
  return (
    <>
      <PageHead title="Inbox">
        Every enquiry is stored before anything else happens to it. What looks like spam waits in its own folder and is
        never dropped.
      </PageHead>
      <DoneNotice text={isErased ? "The enquiry is erased, with its notes and mails." : null} />
      <MailNotice isConfigured={loaderData.isMailConfigured} mails={page?.mails ?? null} />
      <InboxFilters
        choices={choices}
        fresh={page?.fresh ?? null}
        topics={topics}
        searchedAtMost={loaderData.searchedAtMost}
      />
      {page ? (
        <>
          <InboxTable rows={page.rows} choices={choices} isFirst={isFirst} />
          <Pager
            label="Pages of enquiries"
            className="staff-pager"
            previous={isFirst ? null : newest}
            previousName="Newest"
            next={page.older}
            nextName="Older"
            more={
              <>
                {mayExport && page.rows.length > 0 && (
                  <a href={`/marketing-admin/inbox.csv${writeQuery(choices)}`} download>
                    Download as CSV
                  </a>
                )}
                <Link to={newest} reloadDocument>
                  Refresh
                </Link>
                {mayExport && <span>At most {exportedAtMost} rows in a file, the newest first.</span>}
              </>
            }
          />
        </>
      ) : (
        <>
          <p className="inbox-alert" role="alert">
            The inbox could not be read just now. Nothing is lost: enquiries keep arriving. Please try again in a
            minute.
          </p>
          <div className="staff-actions">
            <Link className="btn btn-primary btn-small" to={newest} reloadDocument>
              Try again
            </Link>
          </div>
        </>
      )}
    </>
  );
}
