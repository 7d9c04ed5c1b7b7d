import type { ReactNode } from "react";
import { type BulkAction, rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { listDeadLetters } from "#worker/dead-letters/read.ts";
import type { letterList } from "./letter-list.ts";

export type LetterRow = ReturnType<typeof toLetterRows>[number];

type Letter = Awaited<ReturnType<typeof listDeadLetters>>["rows"][number];

/** How much of a message the page shows, in characters. */
const shownLetters = 4000;

/** Dead letters as the reader sees them; dates and numbers become text on the server, as on every staff page. */
export function toLetterRows(letters: readonly Letter[], locale: string) {
  const number = new Intl.NumberFormat(locale);
  return letters.map(({ id, queue, body, queued_at, received_at, attempts, last_error, is_demo }) => ({
    id: id as string,
    queue,
    // Cut by code points: half a surrogate pair would differ between the page and its data.
    excerpt: body === null ? null : Array.from(body).slice(0, 120).join(""),
    body: body === null ? null : indent(body),
    queued: toInstant(queued_at, locale),
    received: toInstant(received_at, locale),
    attempts: attempts === null ? null : number.format(attempts),
    lastError: last_error,
    isDemo: is_demo === 1,
  }));
}

function indent(json: string): string {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  return text.length > shownLetters ? `${text.slice(0, shownLetters)}\n…` : text;
}

/** The cells of the list, by column. */
export const letterCells: Record<keyof typeof letterList.columns, (row: LetterRow) => ReactNode> = {
  queue: ({ queue, isDemo }) => (
    <>
      <b>{queue}</b> {isDemo && <Tag>Demo</Tag>}
    </>
  ),
  message: ({ id, excerpt }) => (
    <button
      type="button"
      className="letter-open"
      data-main=""
      command="show-modal"
      commandfor={nameDialog("message", id)}
      aria-haspopup="dialog"
    >
      {excerpt ?? "Too long to keep"}
    </button>
  ),
  error: ({ lastError }) => <span className="list-second">{lastError ?? "Not known; see the logs"}</span>,
  tries: ({ attempts }) => attempts ?? <span className="list-second">Not known</span>,
  queued: ({ queued }) => <LocalTime at={queued} />,
  received: ({ received }) => <LocalTime at={received} />,
};

/** A row with what can be done with it alone. */
export function buildLetterView({ id, queue, received, body }: LetterRow): RowView {
  return {
    name: `${queue}, ${received.name}`,
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
export const letterBulkActions: readonly BulkAction[] = [
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
  return `letter-${kind}-${id}`;
}
