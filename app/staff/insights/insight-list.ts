import { z } from "zod";
import { day } from "#shared/dates/durations.ts";
import { defineList, type ListState } from "#shared/pages/list.ts";
import { type Standing, standings } from "#shared/insights/insight-standing.ts";
import { readDayAround } from "#shared/dates/zoned-days.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { AuthorId, CategoryId, TagId } from "#worker/db/insights-tables.ts";
import type { StaffInsightFilter } from "#worker/insights/filter-for-staff.ts";
import { page } from "./page.ts";

/** How an article stands, in words. */
export const standingNames: Readonly<Record<Standing, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  changes: "Changes not published",
  ending: "Ends by itself",
  archived: "Archived",
  trash: "In the trash",
};

/** The articles: columns, filters and what the address may say. */
export const insightList = defineList({
  id: "posts",
  path: page.path,
  nouns: { one: "article", many: "articles" },
  columns: {
    title: { name: "Title", sort: "asc" },
    status: { name: "Status" },
    author: { name: "Author", hides: 2 },
    category: { name: "Category", hides: 2 },
    tags: { name: "Tags", hides: 3 },
    updated: { name: "Updated", sort: "desc" },
    publication: { name: "Scheduled for", sort: "desc", hides: 1 },
    views: { name: "Views, 30 days", align: "end", hides: 1 },
  },
  sort: { by: "updated", direction: "desc" },
  filters: {
    status: { name: "Status", values: z.enum(standings) },
    author: { name: "Author", values: z.uuid() },
    category: { name: "Category", values: z.uuid() },
    tag: { name: "Tag", values: z.uuid() },
    mine: { name: "Last edited by", values: z.enum(["me"]) },
    appears: { name: "Appears", values: z.enum(["today", "7"]) },
    ended: { name: "Ended", values: z.enum(["30"]) },
    cover: { name: "Cover", values: z.enum(["missing"]) },
  },
});

export type InsightListState = ListState<typeof insightList>;

interface Reader {
  reader: AccountId;
  /** Now, in epoch milliseconds. */
  at: number;
  /** The IANA name of the reader's time zone, whose days are meant. */
  zone: string;
}

/** What the database is asked for. */
export function toInsightFilter(
  { filters, words }: Pick<InsightListState, "filters" | "words">,
  { reader, at, zone }: Reader,
): StaffInsightFilter {
  const { status, author, category, tag, mine, appears, ended, cover } = filters;
  return {
    standing: status || null,
    author: (author || null) as AuthorId | null,
    category: (category || null) as CategoryId | null,
    tag: (tag || null) as TagId | null,
    editor: mine === "me" ? reader : null,
    appearsUntil:
      appears === "" ? null : appears === "today" ? readDayAround(at, zone).to - 1 : at + Number(appears) * day,
    endedSince: ended === "" ? null : at - Number(ended) * day,
    isUndrawn: cover === "missing",
    words,
  };
}

interface Known {
  id: string;
  name: string;
}

export interface KnownTopics {
  authors: readonly Known[];
  categories: readonly Known[];
  tags: readonly Known[];
}

function offer(topics: readonly Known[]) {
  return topics.map(({ id, name }) => ({ value: id, name }));
}

/** What each filter can be set to; authors, categories and tags come from the database. */
export function listInsightOptions({ authors, categories, tags }: KnownTopics) {
  return {
    status: standings.map((value) => ({ value, name: standingNames[value] })),
    author: offer(authors),
    category: offer(categories),
    tag: offer(tags),
    mine: [{ value: "me", name: "Me" }],
    appears: [
      { value: "today", name: "today" },
      { value: "7", name: "within 7 days" },
    ],
    ended: [{ value: "30", name: "by itself, last 30 days" }],
    cover: [{ value: "missing", name: "not drawn yet" }],
  };
}
