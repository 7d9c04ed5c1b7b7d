import orbitDark from "#app/assets/art/token-artificial-intelligence-dark.svg?url";
import orbit from "#app/assets/art/token-artificial-intelligence.svg?url";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { openDb } from "#worker/db/client.ts";
import { listFailedMessages } from "#worker/failed-messages/read.ts";
import { sentAtOnce } from "#worker/failed-messages/sendable.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/failed-messages.ts";
import { answerMessages } from "./answer-messages.ts";
import { AllMessages, MessageDialogs } from "./message-dialogs.tsx";
import { messageList, listMessageOptions, toMessageFilter } from "./message-list.ts";
import { buildMessageView, messageBulkActions, messageCells, toMessageRows } from "./message-rows.tsx";
import { page as messagesPage } from "./page.ts";
import "./failed-messages.css";

export const middleware = [requirePermission(messagesPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const scope = args.context.get(requestScope);
  return loadList(
    messageList,
    args,
    async ({ state, asked, locale }) => {
      const found = await listFailedMessages(openDb(scope.env.DB), { ...asked, filter: toMessageFilter(state), scope });
      const figures = { ...found.figures, sentAtOnce };
      return { found, rows: toMessageRows(found.rows, locale), extra: { figures, queues: found.queues } };
    },
    () => ({ figures: null, queues: [] }),
  );
}

/** Changes of messages, of the reader's saved views, and of how the list looks to them. */
export function action(args: Route.ActionArgs) {
  return answerList(messageList, args, answerMessages);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(messageList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(messagesPage);

export default function FailedMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, figures, queues } = loaderData;
  const everything = figures?.everything ?? 0;
  const count = figures?.everything.toString();
  return (
    <>
      <PageHead
        title="Failed messages"
        actions={figures && figures.meant > 0 && <AllMessages {...figures} queue={state.filters.queue} />}
      >
        {figures && `${countThings(everything, "message")}, kept after the last try. `}
        Send them again once the cause is gone.
      </PageHead>
      <DataList
        list={messageList}
        loaded={loaderData}
        cells={messageCells}
        buildView={buildMessageView}
        canOpen
        views={[
          { name: "All", filters: {}, count },
          { name: "Too long to keep", filters: { body: "dropped" }, count: figures?.unsendable.toString() },
        ]}
        filters={listMessageOptions(queues)}
        search={{ label: "Search", note: "Words are looked for in queue, message and last error." }}
        bulk={messageBulkActions}
        empty={<NoMessages />}
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={messageList.path} />}
        refusedView={actionData?.refusedView ?? null}
      />
      {page?.rows.map((message) => (
        <MessageDialogs key={message.id} message={message} />
      ))}
    </>
  );
}

/** Stands in the list while nothing has failed. */
function NoMessages() {
  return (
    <EmptyState
      title="No failed messages"
      art={<ThemedArt art={{ light: orbit, dark: orbitDark }} width={104} height={104} />}
    >
      Everything the site had to do in the background was done. What fails at every try is kept here.
    </EmptyState>
  );
}
