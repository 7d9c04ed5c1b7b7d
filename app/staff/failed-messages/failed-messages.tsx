import { data } from "react-router";
import { loadCached } from "#app/client/query-client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { DoneNotice } from "#app/staff/inbox/done-notice.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { listDeadLetters } from "#worker/dead-letters/read.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/failed-messages.ts";
import { answerChange } from "./answer-change.ts";
import { toLetterRows } from "./letter-rows.ts";
import { AllLettersForms, DeleteQuestion } from "./letter-forms.tsx";
import { LetterTable } from "./letter-table.tsx";
import { page as failedMessagesPage } from "./page.ts";
import "#app/staff/inbox/inbox.css";
import "./failed-messages.css";

export const middleware = [requirePermission(failedMessagesPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const shared = { done: url.searchParams.get("done"), asked: url.searchParams.get("delete") };
  try {
    return data({ ...shared, page: toLetterRows(await listDeadLetters(openDb(env.DB)), locale) });
  } catch (error) {
    log.error("dead letters not read", error);
    return data({ ...shared, page: null }, { status: 503 });
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { user } = context.get(staffContext);
  return answerChange({ request, actor: user.id, scope: context.get(requestScope) });
}

/** A list that could not be read is asked for again, not kept. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta(failedMessagesPage);

/** A map, because `done` comes from the address, where it may be the name of anything. */
const doneNames = new Map(
  Object.entries({
    sent: "The message is back in its queue. If it fails again, it comes back here.",
    "all-sent": "The messages are back in their queues. Those that fail again come back here.",
    "some-sent": "Some messages are back in their queues. Those that could not be sent are still here.",
    deleted: "The message is deleted.",
    "all-deleted": "The messages are deleted.",
  }),
);

export default function FailedMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { page, done, asked } = loaderData;
  const question = page?.letters.find(({ id }) => id === asked);
  return (
    <>
      <PageHead title="Failed messages">
        Work that the site does in the background, such as storing a visit or sending a mail, and that failed at every
        try. Send a message again once the cause is gone. Nothing is done twice by that.
      </PageHead>
      {actionData && (
        <p className="inbox-alert" role="alert">
          {actionData.title}
        </p>
      )}
      <DoneNotice text={actionData ? null : (doneNames.get(done ?? "") ?? null)} />
      {page === null && (
        <p className="inbox-alert" role="alert">
          The list could not be read just now. Nothing is lost. Please try again in a minute.
        </p>
      )}
      {page && asked === "all" && page.letters.length > 0 && (
        <DeleteQuestion until={page.until} count={page.count}>
          All messages on this list go, and the work they stand for is never done.
        </DeleteQuestion>
      )}
      {question && (
        <DeleteQuestion id={question.id}>
          The message from the queue {question.queue} goes, and the work it stands for is never done.
        </DeleteQuestion>
      )}
      {page && <LetterTable letters={page.letters} more={page.more} />}
      {page && page.letters.length > 0 && <AllLettersForms until={page.until} />}
    </>
  );
}
