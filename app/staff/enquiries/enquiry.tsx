import { useOutletContext } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readListState, writeListQuery } from "#shared/pages/list.ts";
import { may } from "#shared/permissions.ts";
import { readAnswer } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { loadRecord } from "#app/staff/lists/load-record.ts";
import { buildRecordLinks, type OpenList } from "#app/staff/lists/open-list.ts";
import { loadRecordCached, refuseOffline, reloadsRecord } from "#app/staff/lists/record-in-browser.ts";
import { MissingPanel, nameMissing } from "#app/staff/lists/record-missing.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { isEnquiryId, readEnquiry } from "#worker/enquiries/read-enquiry.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/enquiry.ts";
import { answerChange } from "./answer-change.ts";
import { EnquiryPanel } from "./enquiry-panel.tsx";
import { toEnquiryView } from "./enquiry-view.ts";
import { enquiryList } from "./enquiry-list.ts";
import "./recipes.ts";

export const middleware = [requirePermission("enquiries.read", { write: "enquiries.change" })];

export const handle = { cache: "private", posts: true, isPanel: true } satisfies RouteHandle;

export function loader({ context, params: { id }, request, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const scope = context.get(requestScope);
  return loadRecord("enquiry", scope, {
    read: async () => {
      const reader = { actor: user.id as AccountId, requestId: scope.requestId };
      const isRead = request.method !== "HEAD";
      return isEnquiryId(id) ? readEnquiry(openDb(scope.env.DB), { id, reader: isRead ? reader : undefined }) : null;
    },
    show: (found) => ({
      view: toEnquiryView(found, { reader: user.id, locale: findLocale(request.headers.get("Accept-Language")) }),
      done: url.searchParams.get("done"),
      mayErase: may(roles, "enquiries.erase"),
      mayAudit: may(roles, "audit.read"),
    }),
  });
}

/** Every change of an enquiry is a form of its panel; the list stays as the address says it. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { user, roles } = context.get(staffContext);
  const listQuery = writeListQuery(enquiryList, readListState(enquiryList, url.searchParams));
  const mayErase = may(roles, "enquiries.erase");
  return answerChange({
    request,
    id: params.id,
    actor: user.id,
    mayErase,
    listQuery,
    scope: context.get(requestScope),
  });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadRecordCached(args);
}
clientLoader.hydrate = true as const;

export const clientAction = (args: Route.ClientActionArgs) => refuseOffline(args);

export const shouldRevalidate = reloadsRecord;

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.view ? `Enquiry ${loaderData.view.reference}` : nameMissing("enquiry", loaderData?.isUnread);
  return buildPageMeta({ name });
}

/** One enquiry, in the panel beside the inbox. */
export default function Enquiry({ loaderData, actionData, params }: Route.ComponentProps) {
  const refused = actionData ?? null;
  const links = buildRecordLinks(enquiryList, useOutletContext<OpenList | undefined>(), params.id);
  if (!loaderData.view)
    return (
      <MissingPanel
        noun="enquiry"
        gone="erased"
        back="Go to the inbox"
        isUnread={loaderData.isUnread}
        own={links.own}
        close={links.close}
      >
        <UnsavedNote note={readAnswer(refused?.answers, "note")} />
      </MissingPanel>
    );
  const { view, done, mayErase, mayAudit } = loaderData;
  return <EnquiryPanel key={view.id} {...{ view, done, mayErase, mayAudit, refused, links }} />;
}

/** The note of a form that was posted after the enquiry was erased, or while the database did not answer. */
function UnsavedNote({ note }: { note: string | undefined }) {
  if (!note) return null;
  return (
    <section aria-labelledby="unsaved">
      <h3 id="unsaved">Your note, which was not saved</h3>
      <p className="enquiry-note">{note}</p>
    </section>
  );
}
