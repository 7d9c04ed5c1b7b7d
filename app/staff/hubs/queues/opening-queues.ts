import { answerOpenings } from "#app/staff/hiring/openings/answer-openings.ts";
import { openingList, type OpeningListState, toOpeningFilter } from "#app/staff/hiring/openings/opening-list.ts";
import { page } from "#app/staff/hiring/openings/page.ts";
import { filterOpenings, staffOpeningSorts } from "#worker/hiring/openings/list-for-staff.ts";
import { selectPage } from "#worker/db/list-page.ts";
import {
  buildQueueState,
  type HubReader,
  type HubSource,
  planQueue,
  type QueueAction,
  type QueueItem,
  shownItems,
  tellAge,
  tellTime,
} from "./queue.ts";

interface OpeningQueue {
  key: string;
  title: string;
  isUrgent?: boolean;
  filters: Partial<OpeningListState["filters"]>;
  sort: OpeningListState["sort"];
  can?: readonly ("extend" | "close")[];
}

const byEnd = { by: "closes", direction: "asc" } as const;
const longest = { by: "open", direction: "asc" } as const;

const queues: readonly OpeningQueue[] = [
  {
    key: "closing",
    title: "Jobs that close within 7 days",
    filters: { attention: "closing" },
    sort: byEnd,
    can: ["extend", "close"],
  },
  {
    key: "ended",
    title: "Jobs that ended and are still worked at",
    isUrgent: true,
    filters: { attention: "ended" },
    sort: byEnd,
    can: ["extend", "close"],
  },
  {
    key: "quiet",
    title: "Open jobs without an application in 30 days",
    filters: { attention: "quiet" },
    sort: longest,
    can: ["close"],
  },
  { key: "to-open", title: "Jobs that open at a set time", filters: { status: "scheduled" }, sort: longest },
  { key: "drafts", title: "Jobs in draft", filters: { status: "draft" }, sort: { by: "title", direction: "asc" } },
];

const actions: Record<"extend" | "close", Omit<QueueAction, "value">> = {
  extend: { keys: "e", name: "Extend by 30 days" },
  close: { keys: "c", name: "Close" },
};

/** Jobs that close, have closed, or come. */
export const openingQueues: HubSource = {
  id: openingList.id,
  needs: { read: page.permission, write: page.permission },
  plan: (db, reader) =>
    queues.map(({ filters, sort, can = [], ...words }) => {
      const { state, to } = buildQueueState(openingList, filters, sort);
      const order = {
        column: staffOpeningSorts[sort.by],
        direction: sort.direction,
        id: "openings.id",
        cursor: null,
      } as const;
      const found = filterOpenings(db, toOpeningFilter(state, reader.id), reader.at, order.column.index);
      const first = selectPage(found.select("openings.id"), order, shownItems);
      const items = db
        .selectFrom(first.as("first"))
        .innerJoin("openings", "openings.id", "first.id")
        .orderBy("first.sort_value", sort.direction)
        .orderBy("openings.id", "desc")
        .select([
          "openings.id",
          "openings.version",
          "openings.title",
          "openings.department",
          "openings.publish_at",
          "openings.closes_at",
          "openings.updated_at",
        ]);
      return planQueue(db, {
        ...words,
        to,
        count: found.select(({ fn }) => fn.countAll<number>().as("count")),
        items,
        columns: ["id", "version", "title", "department", "publish_at", "closes_at", "updated_at"],
        show: (row) => ({
          id: row.id,
          title: row.title,
          to: `${openingList.path}/${row.id}`,
          who: row.department,
          time: tellOpeningTime(words.key, row, reader),
          actions: can.map((what) => ({ ...actions[what], value: `${what} ${row.id}:${row.version}` })),
        }),
      });
    }),
  answer: answerOpenings,
};

interface Times {
  publish_at: number | null;
  closes_at: number | null;
  updated_at: number;
}

function tellOpeningTime(
  key: string,
  { publish_at, closes_at, updated_at }: Times,
  reader: HubReader,
): QueueItem["time"] {
  if (key === "drafts") return tellTime("Edited", updated_at, reader);
  if (key === "to-open") return tellTime("Opens", publish_at ?? reader.at, reader);
  if (key === "quiet") return tellAge(publish_at ?? reader.at, reader);
  return tellTime(key === "ended" ? "Ended" : "Closes", closes_at ?? reader.at, reader);
}
