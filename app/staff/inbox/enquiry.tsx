import { data, isRouteErrorResponse, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { brand } from "#app/content/brand.ts";
import { loadCached } from "#app/client/query-client.ts";
import { Tag } from "#app/staff-kit/tag.tsx";
import { findLocale } from "#app/shared/find-locale.ts";
import { may } from "#app/shared/permissions.ts";
import { readAnswer, type Refusal } from "#app/shared/refusal.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { isEnquiryId, readEnquiry } from "#worker/contact/read-enquiry.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/enquiry.ts";
import { answerChange } from "./answer-change.ts";
import { toEnquiryView } from "./enquiry-view.ts";
import { DoneNotice } from "./done-notice.tsx";
import { EnquiryAnswers } from "./enquiry-answers.tsx";
import { EnquiryMails } from "./enquiry-mails.tsx";
import { EnquiryNotes } from "./enquiry-notes.tsx";
import { EraseQuestion } from "./erase-question.tsx";
import { HandlingForm } from "./handling-form.tsx";
import { ChangeButton } from "./change-button.tsx";
import "./inbox.css";

export const middleware = [requirePermission("enquiries.read", { write: "enquiries.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const read = async () => (isEnquiryId(params.id) ? readEnquiry(openDb(env.DB), { id: params.id }) : null);
  const found = await read().catch((error: unknown) => void log.error("enquiry not read", error));
  if (found === undefined) return data({ view: null, isUnread: true }, { status: 503 });
  if (!found) return data({ view: null, isUnread: false }, { status: 404 });
  const view = toEnquiryView(found, { reader: user.id, locale: findLocale(request.headers.get("Accept-Language")) });
  const mayErase = may(roles, "enquiries.erase");
  const isErasing = mayErase && url.searchParams.has("erase");
  return data({ view, isUnread: false, done: url.searchParams.get("done"), mayErase, isErasing });
}

/** Every change of an enquiry is a form on this page. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { user, roles } = context.get(staffContext);
  const mayErase = may(roles, "enquiries.erase");
  return answerChange({ request, id: params.id, actor: user.id, mayErase, scope: context.get(requestScope) });
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ isUnread }) => !isUnread);
}
clientLoader.hydrate = true as const;

/** Without a network the page stays, with everything that was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return {
      status: 0,
      title: "The site could not be reached. Nothing has been done; please try again.",
      problems: [],
    };
  }
}

/** A refused change is shown together with the current state of the enquiry. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const missing = loaderData?.isUnread ? "Enquiry not read" : "Enquiry not found";
  const name = loaderData?.view ? `Enquiry ${loaderData.view.reference}` : missing;
  return [{ title: `${name} | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

/** A Map, because `done` comes from the address and could be the name of any object property. */
const doneNames = new Map(
  Object.entries({
    saved: "Saved.",
    spam: "Moved to the spam folder.",
    inbox: "Moved to the inbox. The mails about it are on their way.",
    sent: "The mail is due again and leaves as soon as mail can be sent.",
  }),
);

export default function EnquiryPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const refused = actionData ?? null;
  if (!loaderData.view)
    return <EnquiryMissing id={params.id} isUnread={loaderData.isUnread} note={readAnswer(refused?.answers, "note")} />;
  const { view, done, mayErase, isErasing } = loaderData;
  return (
    <>
      <Link
        className="inbox-back"
        to={view.folder === "spam" ? "/marketing-admin/inbox?folder=spam" : "/marketing-admin/inbox"}
      >
        <span className="staff-icon-back" aria-hidden="true" />
        {view.folder === "spam" ? "Spam folder" : "Inbox"}
      </Link>
      <PageHead title={view.subject}>
        {view.topic}, <span className="inbox-reference">reference {view.reference}</span>{" "}
        {view.isDemo && <Tag>Demo</Tag>}
      </PageHead>
      <DoneNotice text={refused ? null : (doneNames.get(done ?? "") ?? null)} />
      {isErasing && <EraseQuestion view={view} isStep />}
      <div className="staff-split enquiry-parts">
        <div className="enquiry-column">
          <EnquiryAnswers view={view} />
          <EnquiryNotes notes={view.notes} />
        </div>
        <div className="enquiry-column enquiry-work">
          <section aria-labelledby="handling">
            <h2 id="handling">Handling</h2>
            <HandlingForm view={view} refused={refused} isSaved={done === "saved"} />
          </section>
          <section className="enquiry-moves" aria-labelledby="moves">
            <h2 id="moves">{mayErase ? "Move or erase" : "Move"}</h2>
            {view.folder === "spam" ? (
              <ChangeButton view={view} intent="not-spam" kind="outline">
                Not spam
              </ChangeButton>
            ) : (
              <ChangeButton view={view} intent="spam" kind="outline">
                Move to spam
              </ChangeButton>
            )}
            {mayErase && <EraseQuestion view={view} />}
          </section>
        </div>
        <div className="enquiry-column">
          <EnquiryMails view={view} />
        </div>
      </div>
    </>
  );
}

interface EnquiryMissingProps {
  id: string;
  /** The database did not answer, so it may exist. */
  isUnread: boolean;
  /** The note of a form that was posted after the enquiry was erased, or while the database did not answer. */
  note: string | undefined;
}

function EnquiryMissing({ id, isUnread, note }: EnquiryMissingProps) {
  return (
    <>
      {isUnread ? (
        <>
          <PageHead title="Enquiry not read">The database did not answer.</PageHead>
          <p className="inbox-alert" role="alert">
            The enquiry could not be read just now. Nothing is lost. Please try again in a minute.
          </p>
        </>
      ) : (
        <PageHead title="Enquiry not found">It may have been erased, or the address is not complete.</PageHead>
      )}
      {note && (
        <section aria-labelledby="unsaved">
          <h2 id="unsaved">Your note, which was not saved</h2>
          <p className="enquiry-note">{note}</p>
        </section>
      )}
      <div className="staff-actions">
        {isUnread && (
          <Link className="btn btn-primary btn-small" to={`/marketing-admin/inbox/${id}`} reloadDocument>
            Try again
          </Link>
        )}
        <Link className="btn btn-outline btn-small" to="/marketing-admin/inbox">
          Go to the inbox
        </Link>
      </div>
    </>
  );
}
