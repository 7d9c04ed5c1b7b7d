import { sql } from "kysely";
import { answerPosts } from "#app/staff/insights/answer-insights.ts";
import { page } from "#app/staff/insights/page.ts";
import { insightList, type InsightListState, toInsightFilter } from "#app/staff/insights/insight-list.ts";
import type { Db } from "#worker/db/client.ts";
import { selectPage } from "#worker/db/list-page.ts";
import { filterInsights } from "#worker/insights/filter-for-staff.ts";
import { orderInsights } from "#worker/insights/list-for-staff.ts";
import { isFailing } from "#worker/insights/retries.ts";
import {
  buildQueueState,
  type HubReader,
  type HubSource,
  type PlannedQueue,
  planQueue,
  type QueueAction,
  shownItems,
  tellAge,
  tellTime,
} from "./queue.ts";

interface InsightQueue {
  key: string;
  title: string;
  isUrgent?: boolean;
  filters: Partial<InsightListState["filters"]>;
  sort: InsightListState["sort"];
  /** Which of its times is shown, and with which words. */
  time: readonly ["publish_at" | "unpublish_at" | "edited_at", words: string];
  /** What one key does: the value of `do`, without the row. */
  action?: Omit<QueueAction, "value"> & { what: string };
}

const soonest = { by: "publication", direction: "asc" } as const;
const newest = { by: "updated", direction: "desc" } as const;
const unschedule = { keys: "u", name: "Back to the drafts", what: "unpublish" } as const;

const queues: readonly InsightQueue[] = [
  {
    key: "today",
    title: "Articles that appear today",
    filters: { appears: "today" },
    sort: soonest,
    time: ["publish_at", "Appears"],
    action: unschedule,
  },
  {
    key: "week",
    title: "Articles that appear within 7 days",
    filters: { appears: "7" },
    sort: soonest,
    time: ["publish_at", "Appears"],
    action: unschedule,
  },
  {
    key: "drafts",
    title: "Your drafts",
    filters: { status: "draft", mine: "me" },
    sort: newest,
    time: ["edited_at", "Edited"],
  },
  {
    key: "ended",
    title: "Articles that ended in the last 30 days",
    filters: { ended: "30" },
    sort: newest,
    time: ["unpublish_at", "Ended"],
    action: { keys: "p", name: "Publish again", what: "publish" },
  },
  {
    key: "covers",
    title: "Covers not drawn yet",
    isUrgent: true,
    filters: { cover: "missing" },
    sort: newest,
    time: ["edited_at", "Edited"],
  },
];

/** Articles that are to come, have ended or lack something, and what readers do not see yet. */
export const insightQueues: HubSource = {
  id: insightList.id,
  needs: { read: page.permission, write: page.permission },
  plan: (db, reader) => [...queues.map((queue) => planPosts(db, queue, reader)), planPurges(db, reader)],
  answer: answerPosts,
};

function planPosts(db: Db, { filters, sort, time: [column, words], action, ...rest }: InsightQueue, reader: HubReader) {
  const { state, to } = buildQueueState(insightList, filters, sort);
  const filter = toInsightFilter(state, { reader: reader.id, at: reader.at, zone: reader.zone });
  const order = orderInsights(sort, null);
  const found = filterInsights(db, filter, reader.at, order.column.index);
  // As in the list: the ids first, from an index, then the rows of these few.
  const first = selectPage(found.select("insights.id"), order, shownItems);
  const items = db
    .selectFrom(first.as("first"))
    .crossJoin("insights")
    .whereRef("insights.id", "=", "first.id")
    .leftJoin("accounts", "accounts.id", "insights.edited_by")
    .orderBy("first.sort_value", sort.direction)
    .orderBy("insights.id", "desc")
    .select(["insights.id", "insights.version", "insights.title", `insights.${column} as at`])
    .select(sql<string | null>`coalesce(accounts.name, accounts.email)`.as("who"));
  return planQueue(db, {
    ...rest,
    to,
    count: found.select(({ fn }) => fn.countAll<number>().as("count")),
    items,
    columns: ["id", "version", "title", "at", "who"],
    show: (row) => ({
      id: row.id,
      title: row.title,
      to: `${insightList.path}/${row.id}`,
      who: row.who,
      time: tellTime(words, row.at ?? reader.at, reader),
      actions: action ? [{ ...action, value: `${action.what} ${row.id}:${row.version}` }] : [],
    }),
  });
}

/** Failed purges of caches: the notice on the list of articles counts the same. */
function planPurges(db: Db, reader: HubReader): PlannedQueue {
  const failing = db.selectFrom("purges").where(isFailing());
  return planQueue(db, {
    key: "purges",
    title: "Changes that have not reached the caches",
    isUrgent: true,
    to: insightList.path,
    count: failing.select(({ fn }) => fn.countAll<number>().as("count")),
    items: failing.select(["id", "tags", "failed_at", "last_error"]).orderBy("failed_at").limit(shownItems),
    columns: ["id", "tags", "failed_at", "last_error"],
    show: (row) => ({
      id: row.id,
      title: (JSON.parse(row.tags) as string[]).join(", "),
      to: insightList.path,
      who: row.last_error,
      time: tellAge(row.failed_at ?? reader.at, reader),
      actions: [],
    }),
  });
}
