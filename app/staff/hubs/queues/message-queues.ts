import { answerMessages } from "#app/staff/failed-messages/answer-messages.ts";
import { messageList, toMessageFilter } from "#app/staff/failed-messages/message-list.ts";
import { tellWhat, tellWhy } from "#app/staff/failed-messages/message-words.ts";
import { page } from "#app/staff/failed-messages/page.ts";
import { filterMessages, orderMessages, withMails } from "#worker/failed-messages/read.ts";
import { selectPage } from "#worker/db/list-page.ts";
import { sql } from "kysely";
import { buildQueueState, type HubSource, planQueue, shownItems, tellAge } from "./queue.ts";

/** Background work that failed at every try. */
export const messageQueues: HubSource = {
  id: messageList.id,
  needs: { read: page.permission, write: page.permission },
  plan: (db, reader) => {
    const { state, to } = buildQueueState(messageList, {}, { by: "received", direction: "asc" });
    const found = filterMessages(db, toMessageFilter(state));
    const items = withMails(found).select([
      "failed_messages.id",
      "failed_messages.queue",
      "failed_messages.last_error",
      "failed_messages.received_at",
      sql<0 | 1>`failed_messages.body is not null`.as("is_kept"),
    ]);
    return [
      planQueue(db, {
        key: "letters",
        title: "Background work that was given up",
        isUrgent: true,
        to,
        count: found.select(({ fn }) => fn.countAll<number>().as("count")),
        items: selectPage(items, orderMessages(state.sort, null), shownItems),
        columns: [
          "id",
          "queue",
          "last_error",
          "received_at",
          "is_kept",
          "mail_kind",
          "mail_state",
          "mail_recipient",
          "mail_error",
        ],
        show: (row) => ({
          id: row.id,
          title: tellWhat(row),
          to,
          who: tellWhy({ ...row, is_kept: row.is_kept === 1 }),
          time: tellAge(row.received_at, reader),
          actions: row.is_kept === 1 ? [{ keys: "r", name: "Send again", value: `send-again ${row.id}` }] : [],
        }),
      }),
    ];
  },
  answer: answerMessages,
};
