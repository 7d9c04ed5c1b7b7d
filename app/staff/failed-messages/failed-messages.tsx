import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { listDeadLetters } from "#worker/failed-messages/read.ts";
import { sentAtOnce } from "#worker/failed-messages/sendable.ts";
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

export function loader(args: Route.LoaderArgs) {
  const scope = args.context.get(requestScope);
  return loadList(
    letterList,
    args,
    async ({ state, asked, locale }) => {
      const found = await listDeadLetters(openDb(scope.env.DB), { ...asked, filter: toLetterFilter(state), scope });
      const figures = { ...found.figures, sentAtOnce };
      return { found, rows: toLetterRows(found.rows, locale), besides: { figures, queues: found.queues } };
    },
    () => ({ figures: null, queues: [] }),
  );
}

/** Changes of messages, of the reader's saved views, and of how the list looks to them. */
export function action(args: Route.ActionArgs) {
  return answerList(letterList, args, answerLetters);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(letterList, args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(lettersPage);

export default function FailedMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, figures, queues, settings } = loaderData;
  const everything = figures?.everything ?? 0;
  const count = figures?.everything.toString();
  return (
    <>
      <PageHead
        title="Failed messages"
        actions={figures && figures.meant > 0 && <AllLetters {...figures} queue={state.filters.queue} />}
      >
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
