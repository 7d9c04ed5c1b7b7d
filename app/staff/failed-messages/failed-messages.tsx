import { data } from "react-router";
import { findLocale } from "#app/shared/find-locale.ts";
import { readListState } from "#app/shared/list.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { listDeadLetters } from "#worker/dead-letters/read.ts";
import { sentAtOnce } from "#worker/dead-letters/sendable.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/failed-messages.ts";
import { answerLetters } from "./answer-letters.ts";
import { AllLetters, LetterDialogs } from "./letter-dialogs.tsx";
import { letterList, listLetterOptions, toLetterFilter } from "./letter-list.ts";
import { buildLetterView, letterBulkActions, letterCells, toLetterRows } from "./letter-rows.tsx";
import { NoLetters } from "./no-letters.tsx";
import { page as lettersPage } from "./page.ts";
import "./failed-messages.css";

export const middleware = [requirePermission(lettersPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const scope = context.get(requestScope);
  const state = readListState(letterList, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    const asked = { filter: toLetterFilter(state), sort: state.sort, cursor: state.page };
    const reader = { reader: user.id as UserId, list: letterList.id };
    const found = await listDeadLetters(openDb(scope.env.DB), { ...asked, ...reader, scope });
    const page = { rows: toLetterRows(found.rows, locale), ...summarizePage(letterList, found, locale) };
    const figures = { ...found.figures, sentAtOnce };
    return data({ state, page, figures, queues: found.queues, settings: found.settings });
  } catch (error) {
    scope.log.error("dead letters not read", error);
    const settings = { density: "comfortable" as const, views: [] };
    return data({ state, page: null, figures: null, queues: [], settings }, { status: 503 });
  }
}

/** Changes of messages, of the reader's saved views, and of how the list looks to them. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { user } = context.get(staffContext);
  const scope = context.get(requestScope);
  const actor = user.id as UserId;
  const fields = await readListForm(request);
  const answer = await answerViewForm(fields, { list: letterList, url, user: actor, scope });
  return answer ?? answerLetters(fields, { actor, scope });
}

/** A list that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

/** After a refused change the list is loaded again, so that it shows how things stand. */
export const shouldRevalidate = () => true;

export const meta = () => buildPageMeta(lettersPage);

export default function FailedMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, figures, queues, settings } = loaderData;
  const everything = figures?.everything ?? 0;
  const count = figures?.everything.toString();
  return (
    <>
      <PageHead title="Failed messages" actions={figures && everything > 0 && <AllLetters {...figures} />}>
        {figures && `${countThings(everything, "message")}, kept after the last try. `}
        Send them again once the cause is gone.
      </PageHead>
      <DataList
        list={letterList}
        state={state}
        page={page}
        cells={letterCells}
        buildView={buildLetterView}
        canOpen
        views={[
          { name: "All", filters: {}, count },
          { name: "Too long to keep", filters: { body: "dropped" }, count: figures?.unsendable.toString() },
        ]}
        settings={settings}
        filters={listLetterOptions(queues)}
        search={{ label: "Search", note: "Words are looked for in queue, message and last error." }}
        bulk={letterBulkActions}
        empty={<NoLetters />}
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={letterList.path} />}
        refusedView={actionData?.refusedView ?? null}
      />
      {page?.rows.map((letter) => (
        <LetterDialogs key={letter.id} letter={letter} />
      ))}
    </>
  );
}
