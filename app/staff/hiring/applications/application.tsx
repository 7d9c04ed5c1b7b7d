import { data } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readListState, writeListQuery } from "#shared/pages/list.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadRecord } from "#app/staff/lists/load-record.ts";
import { loadRecordCached } from "#app/staff/lists/record-in-browser.ts";
import { nameMissing, RecordMissing } from "#app/staff/lists/record-missing.tsx";
import { openApplication } from "#worker/hiring/applications/open-application.ts";
import { isRowId, readApplication } from "#worker/hiring/review/read-application.ts";
import { isScanConfigured } from "#worker/hiring/applications/text/scan.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/application.ts";
import { answerApplication } from "./answer-application.ts";
import { ApplicationFacts } from "./application-facts.tsx";
import { ApplicationHead } from "./application-head.tsx";
import { ApplicationKeeping } from "./keeping/application-keeping.tsx";
import { ApplicationNotes } from "./application-notes.tsx";
import { ApplicationPeople } from "./application-people.tsx";
import { toApplicationView } from "./application-view.ts";
import { applicationsList, toApplicationFilter } from "./applications-list.ts";
import { ApplicationFiles } from "./application-files.tsx";
import { ApplicationMails } from "#app/staff/hiring/mails/application-mails.tsx";
import { ForgetDraft } from "#app/staff/hiring/mails/forget-draft.tsx";
import { Interviews } from "#app/staff/hiring/interviews/interviews.tsx";
import { readRefused } from "#app/staff/hiring/interviews/refused.ts";
import { Scorecard } from "#app/staff/hiring/interviews/scorecard.tsx";
import { noteSaved } from "./note-saved.ts";
import "./recipes.ts";
import "./applications.css";
import "./application.css";
import "#app/staff/hiring/interviews/interviews.css";
import { buildPageMeta } from "#app/staff/staff-pages.ts";

export const middleware = [requirePermission("applications.read", { write: "applications.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** The list that the address names says which applications come before and after it. */
export function loader({ context, params: { id }, request, url }: Route.LoaderArgs) {
  const { user, roles, timeZone } = context.get(staffContext);
  const mayHold = may(roles, "privacy.hold");
  const scope = context.get(requestScope);
  const isHead = context.get(headContext);
  const state = readListState(applicationsList, url.searchParams);
  const reader = user.id as AccountId;
  const at = now();
  const write = url.searchParams.get("write");
  return loadRecord("application", scope, {
    read: async () => {
      if (!isRowId<ApplicationId>(id)) return null;
      const around = {
        filter: toApplicationFilter(state, { reader, at, timeZone }),
        sort: state.sort,
        cursor: state.page,
      };
      const db = openDb(scope.env.DB);
      const found = await readApplication(db, { id, reader, around, write, mayHold });
      if (!found || isHead) return found;
      await openApplication(db, { id, actor: reader, isFirst: found.application.opened_at === null }, scope);
      return found;
    },
    show: (found) => ({
      view: toApplicationView(found, {
        reader,
        at,
        locale: findLocale(request.headers.get("Accept-Language")),
        hasScanner: isScanConfigured(scope.env),
        words: state.words,
        write,
        mayHold,
      }),
      state,
      mayAudit: may(roles, "audit.read"),
    }),
  });
}

/** A mail that was pasted, of twenty thousand characters of any script. */
const largestForm = { bytes: 256 * 1024 };

/** Every change of an application is a form of its page. */
export function action(args: Route.ActionArgs) {
  const { id } = args.params;
  if (!isRowId<ApplicationId>(id)) throw data(null, { status: 404, statusText: "Not Found" });
  return answerList(applicationsList, args, (fields, target) => answerApplication(id, fields, target), largestForm);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadRecordCached(args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.view ? loaderData.view.name : nameMissing("application", loaderData?.isUnread);
  return buildPageMeta({ name });
}

export default function Application({ loaderData, actionData, params }: Route.ComponentProps) {
  if (!loaderData.view)
    return (
      <>
        {!loaderData.isUnread && <ForgetDraft application={params.id} />}
        <RecordMissing
          noun="application"
          gone="withdrawn or erased"
          back="Go to the applications"
          isUnread={loaderData.isUnread}
          own={`${applicationsList.path}/${params.id}`}
          close={applicationsList.path}
        />
      </>
    );
  const { view, state, mayAudit } = loaderData;
  const query = writeListQuery(applicationsList, { ...state, page: null });
  const own = `${applicationsList.path}/${view.id}${writeListQuery(applicationsList, state)}`;
  const outcome = actionData?.outcome ?? null;
  const note = actionData && "note" in actionData && typeof actionData.note === "string" ? actionData.note : "";
  const mail = actionData && "mail" in actionData ? actionData.mail : null;
  const refused = readRefused(actionData);
  return (
    <div className="application: flex flex-1 flex-col min-w-0 min-h-0" key={view.id}>
      <ApplicationHead view={view} state={state} query={query} />
      <ListOutcome outcome={outcome} path={`${applicationsList.path}/${view.id}`} />
      {actionData?.refusedView && (
        <p className="list-outcome" role="alert">
          {actionData.refusedView}
        </p>
      )}
      <div className="application-parts: [&>*]:min-w-0 [&>*]:min-h-0 [&>*+*]:border-l-1px-line [&_h2:not(dialog_h2)]:flex [&_h2:not(dialog_h2)]:[word-spacing:0.12em] [&_h2:not(dialog_h2)]:gap-8px [&_h2:not(dialog_h2)]:items-center [&_h2:not(dialog_h2)]:mb-6px [&_h2>span]:ml-auto [&_h2>span]:text-ink-2 [&_h2>span]:type-400-13/1-text [&_h2>span]:tracking-0 lt-md:[&>*+*]:border-t-1px-line lt-md:[&>*+*]:border-l-0">
        <ApplicationFacts view={view} />
        <ApplicationFiles view={view} />
        <div className="application-side">
          <Scorecard id={view.id} cards={view.scorecards} own={own} refused={refused.scorecard} />
          <Interviews
            interviews={view.interviews}
            own={own}
            path={`${applicationsList.path}/${view.id}`}
            reader={view.reader.value}
            colleagues={[view.reader, ...view.colleagues]}
            unavailable={view.ended ? "The application has ended." : undefined}
            refused={refused.interview}
          />
          <ApplicationMails view={view} own={own} answer={mail} />
          <ApplicationNotes
            view={view}
            own={own}
            refusedNote={note}
            saved={outcome?.done === noteSaved ? outcome : null}
          />
          <ApplicationPeople {...{ view, own, query, mayAudit }} />
          <ApplicationKeeping view={view} own={own} />
        </div>
      </div>
    </div>
  );
}
