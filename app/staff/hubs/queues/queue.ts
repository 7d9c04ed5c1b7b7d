/** Queues of work: what stands in one is what a list shows in one state, so that the two can never differ. */
import { type Expression, type SelectQueryBuilder, sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { buildDefaultListState, type ListDefinition, type ListState, writeListQuery } from "#shared/pages/list.ts";
import type { Permission } from "#shared/permissions.ts";
import { countThings } from "#app/staff-kit/count.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";

/** How many items of a queue a hub shows. */
export const shownItems = 5;

/** Who looks at a hub, and when. */
export interface HubReader {
  id: AccountId;
  /** Epoch milliseconds. */
  at: number;
  /** The IANA name of their time zone. */
  zone: string;
  locale: string;
  env: Env;
}

/** What one key does to an item. */
export interface QueueAction {
  /** One small letter. */
  keys: string;
  name: string;
  /** Of the field `do`, as the list's own forms have it. */
  value: string;
}

interface ItemTime {
  words: string;
  at: Instant;
  /** The words say it all, as "3 days"; else the time follows them. */
  isAge: boolean;
}

export interface QueueItem {
  id: string;
  title: string;
  /** Its page. */
  to: string;
  who: string | null;
  time: ItemTime;
  actions: readonly QueueAction[];
}

interface QueueWords {
  /** Names it among the queues of its hub. */
  key: string;
  title: string;
  /** It is late or fails. */
  isUrgent?: boolean;
}

/** A queue and the two questions about it. */
export interface PlannedQueue extends QueueWords {
  /** The list that shows exactly these. */
  to: string;
  count: Expression<unknown>;
  /** A JSON array. */
  items: Expression<unknown>;
  show: (items: string) => QueueItem[];
}

/** A queue as its hub shows it. */
export interface QueueView extends QueueWords {
  /** The source that answers its forms. */
  source: string;
  to: string;
  count: number;
  items: QueueItem[];
}

/** The queues that come from one list. A hub asks the database once for each source. */
export interface HubSource {
  id: string;
  /** As the list's own page asks for. */
  needs: { read: Permission; write: Permission };
  plan: (db: Db, reader: HubReader) => PlannedQueue[];
  /** Answers the forms of its queues; absent where nothing can be done. */
  answer?: (
    fields: URLSearchParams,
    target: ListTarget,
  ) => Promise<{ data: { outcome: ListOutcomeWords | null }; init: ResponseInit | null } | Response>;
}

interface Planning<Tables, Table extends keyof Tables, Row> extends QueueWords {
  to: string;
  count: Expression<unknown>;
  /** The first of them, in the order of the list. */
  items: SelectQueryBuilder<Tables, Table, Row>;
  /** What `items` selects. */
  columns: readonly (keyof Row & string)[];
  show: (row: Row) => QueueItem;
}

/** A queue whose items are the rows of a query. */
export function planQueue<Tables, Table extends keyof Tables, Row>(
  db: Db,
  { count, items, columns, show, ...words }: Planning<Tables, Table, Row>,
): PlannedQueue {
  const object = sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(`item.${name}`)]));
  return {
    ...words,
    count,
    items: db.selectFrom(items.as("item")).select(sql<string>`json_group_array(json_object(${object}))`.as("items")),
    show: (json) => (JSON.parse(json) as Row[]).map(show),
  };
}

/** What `list` shows in a queue: these filters and this order, everything else as the list has it by itself. */
export function buildQueueState<List extends ListDefinition>(
  list: List,
  filters: Partial<ListState<List>["filters"]>,
  sort: ListState<List>["sort"],
): { state: ListState<List>; query: string; to: string } {
  const initial = buildDefaultListState(list);
  const state = { ...initial, filters: { ...initial.filters, ...filters }, sort };
  const query = writeListQuery(list, state);
  return { state, query, to: list.path + query };
}

/** How long something has waited since `since` (epoch milliseconds): '3 days'. */
export function tellAge(since: number, { at, locale }: Pick<HubReader, "at" | "locale">): ItemTime {
  const age = Math.max(0, at - since);
  const words =
    age >= day
      ? countThings(Math.floor(age / day), "day")
      : age >= hour
        ? countThings(Math.floor(age / hour), "hour")
        : countThings(Math.floor(age / minute), "minute");
  return { words, at: toInstant(since, locale), isAge: true };
}

/** When something happens or has happened, in the reader's zone: 'Closes 3 Dec 2026, 12:00'. */
export function tellTime(words: string, at: number, { locale }: Pick<HubReader, "locale">): ItemTime {
  return { words, at: toInstant(at, locale), isAge: false };
}
