import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { countPage, type PageOrder, readPage, selectPage, type SortColumn } from "#worker/db/list-page.ts";
import { canBeSent } from "./sendable.ts";

export const messagesPerPage = 25;

/** Which failed messages are asked for. */
export interface MessageFilter {
  /** Name of the queue; null for any. */
  queue: string | null;
  /** Whether the body was stored, without which a message cannot be sent again; null for either. */
  hasBody: boolean | null;
  /** What queue, body or last error must contain; "" for anything. */
  words: string;
}

/** What failed messages can be sorted by; where the tries are not known, they count as none. */
const messageSorts = {
  queue: { value: sql<string>`failed_messages.queue`, kind: "text" },
  tries: { value: sql<number>`coalesce(failed_messages.attempts, 0)`, kind: "number" },
  queued: { value: sql<number>`failed_messages.queued_at`, kind: "number" },
  received: { value: sql<number>`failed_messages.received_at`, kind: "number" },
} as const satisfies Record<string, SortColumn>;

interface AskedMessages {
  filter: MessageFilter;
  sort: { by: keyof typeof messageSorts; direction: "asc" | "desc" };
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
  /** What there are queues of. */
  scope: Pick<RequestScope, "env" | "subjects">;
}

/**
 * One page of failed messages with its figures, the queues they come from and what the reader keeps about the list: four
 * queries in one round trip.
 */
export async function listFailedMessages(db: Db, { filter, sort, cursor, reader, list, scope }: AskedMessages) {
  const order = orderMessages(sort, cursor);
  const listed = selectMessages(db, filter, order);
  const figures = countMessages(db, { filter, order, scope });
  const queues = db.selectFrom("failed_messages").select("queue").distinct().orderBy("queue");
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, figures, queues, settings]);
  const { total, beyond, ...counts } = readRow(figures, results[1]);
  return {
    ...readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: messagesPerPage }),
    figures: counts,
    queues: readRows(queues, results[2]).map(({ queue }) => queue),
    settings: readSettings(readRow(settings, results[3])),
  };
}

/** The order `sort` of failed messages, from `cursor` on. */
export function orderMessages({ by, direction }: AskedMessages["sort"], cursor: ListCursor | null): PageOrder {
  return { column: messageSorts[by], direction, id: "failed_messages.id", cursor };
}

/** The query of one page of failed messages, each with what became of the mail that it is about. */
function selectMessages(db: Db, filter: MessageFilter, order: PageOrder) {
  return selectPage(withMails(filterMessages(db, filter)).selectAll("failed_messages"), order, messagesPerPage);
}

/** Failed messages, each with what became of the mail that it is about. */
export function withMails(found: ReturnType<typeof filterMessages>) {
  return found
    .leftJoin("outbox", (join) =>
      join.on(
        sql<boolean>`failed_messages.queue = 'fivewright-mail' and outbox.id = json_extract(failed_messages.body, '$.mailId')`,
      ),
    )
    .select([
      "outbox.kind as mail_kind",
      "outbox.state as mail_state",
      "outbox.recipient as mail_recipient",
      "outbox.last_error as mail_error",
    ]);
}

/** The query of every number on the page; `meant` and `sendable` are about the chosen queue, or all; `newest` is when the last message came (epoch milliseconds). */
function countMessages(
  db: Db,
  { filter, order, scope }: Pick<AskedMessages, "filter" | "scope"> & { order: PageOrder },
) {
  const messages = db.selectFrom("failed_messages");
  const count = messages.select(({ fn }) => fn.countAll<number>().as("count"));
  const { queue } = filter;
  const meant = count.$if(queue !== null, (query) => query.where("queue", "=", queue ?? ""));
  return db
    .selectFrom(countPage(filterMessages(db, filter), order).as("counted"))
    .select([
      "counted.total",
      "counted.beyond",
      count.as("everything"),
      count.where("body", "is", null).as("unsendable"),
      meant.as("meant"),
      meant.where(canBeSent(scope)).as("sendable"),
      messages.select(({ fn }) => fn.coalesce(fn.max("received_at"), sql<number>`0`).as("newest")).as("newest"),
    ])
    .$narrowType<Record<"everything" | "unsendable" | "meant" | "sendable" | "newest", number>>();
}

/** The failed messages of `filter`, without order or columns. */
export function filterMessages(db: Db, { queue, hasBody, words }: MessageFilter) {
  const haystack = sql<string>`failed_messages.queue || char(10) || coalesce(failed_messages.last_error, '') || char(10)
    || coalesce(failed_messages.body, '')`;
  return db
    .selectFrom("failed_messages")
    .$if(queue !== null, (query) => query.where("failed_messages.queue", "=", queue ?? ""))
    .$if(hasBody !== null, (query) => query.where("failed_messages.body", hasBody ? "is not" : "is", null))
    .$if(words !== "", (query) => query.where(sql<boolean>`instr(lower(${haystack}), lower(${words})) > 0`));
}

/** How many messages wait for staff. */
export async function countFailedMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("failed_messages")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The messages that wait for staff, without those of the local seed. */
export function selectRealMessages(db: Db) {
  return db.selectFrom("failed_messages").where("is_demo", "=", 0);
}
