import type { ReactNode } from "react";
import { type BulkAction, rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { listFailedMessages } from "#worker/failed-messages/read.ts";
import type { messageList } from "./message-list.ts";
import { tellWhat, tellWhy } from "./message-words.ts";

export type MessageRow = ReturnType<typeof toMessageRows>[number];

type Message = Awaited<ReturnType<typeof listFailedMessages>>["rows"][number];

/** How much of a message the page shows, in characters. */
const shownMessages = 4000;

/** Failed messages as the reader sees them; dates and numbers become text on the server, as on every staff page. */
export function toMessageRows(messages: readonly Message[], locale: string) {
  const number = new Intl.NumberFormat(locale);
  return messages.map((message) => ({
    id: message.id as string,
    queue: message.queue,
    what: tellWhat(message),
    why: tellWhy({ ...message, is_kept: message.body !== null }),
    body: message.body === null ? null : indent(message.body),
    queued: toInstant(message.queued_at, locale),
    received: toInstant(message.received_at, locale),
    attempts: message.attempts === null ? null : number.format(message.attempts),
    isDemo: message.is_demo === 1,
  }));
}

function indent(json: string): string {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  return text.length > shownMessages ? `${text.slice(0, shownMessages)}\n…` : text;
}

/** The cells of the list, by column. */
export const messageCells: Record<keyof typeof messageList.columns, (row: MessageRow) => ReactNode> = {
  message: ({ id, what, isDemo }) => (
    <span className="message-what: flex gap-8px items-center min-w-0">
      <button
        type="button"
        className="message-open: max-w-full overflow-hidden text-left text-ellipsis"
        data-main=""
        command="show-modal"
        commandfor={nameDialog("message", id)}
        aria-haspopup="dialog"
      >
        {what}
      </button>
      {isDemo && <Tag>Demo</Tag>}
    </span>
  ),
  error: ({ why }) => <span className="list-second">{why}</span>,
  queue: ({ queue }) => <span className="list-second">{queue}</span>,
  tries: ({ attempts }) => attempts ?? <span className="list-second">Not known</span>,
  queued: ({ queued }) => <LocalTime at={queued} />,
  received: ({ received }) => <LocalTime at={received} />,
};

/** A row with what can be done with it alone. */
export function buildMessageView({ id, what, received, body }: MessageRow): RowView {
  return {
    name: `${what}, ${received.name}`,
    tick: id,
    actions: [
      { name: "Show the message", icon: "file", dialog: nameDialog("message", id) },
      {
        name: "Send again",
        icon: "upload",
        submit: { form: rowForm, name: "do", value: `send-again ${id}` },
        unavailable: body === null ? "It was too long to keep." : undefined,
      },
      { kind: "separator" },
      { name: "Delete…", icon: "trash", tone: "danger", dialog: nameDialog("delete", id) },
    ],
  };
}

/** What can be done with several messages. */
export const messageBulkActions: readonly BulkAction[] = [
  { name: "Send again", icon: "upload", value: "send-again" },
  {
    name: "Delete",
    icon: "trash",
    value: "delete",
    confirm: {
      title: "Delete the selected messages?",
      text: "The work they stand for is never done. This cannot be undone.",
      verb: "Delete",
      tone: "danger",
    },
  },
];

/** The id of a dialog about one message. */
export function nameDialog(kind: "message" | "delete", id: string): string {
  return `message-${kind}-${id}`;
}
