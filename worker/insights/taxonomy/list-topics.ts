import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { countPage, type PageOrder, readPage, selectPage, type SortColumn } from "#worker/db/list-page.ts";
import type { AuthorLink, TopicKind } from "#shared/insights/topic.ts";
import { tableOf } from "./topic-table.ts";

const topicsPerPage = 25;

/** What authors, categories and tags can be sorted by; each table has an index of the names. */
const nameSort = { value: sql<string>`name collate nocase`, kind: "text" } as const satisfies SortColumn;

interface AskedTopics {
  kind: TopicKind;
  /** What the name must contain; "" for anything. */
  words: string;
  direction: "asc" | "desc";
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
}

interface TopicRow {
  id: string;
  slug: string;
  name: string;
  version: number;
  text: string;
  role: string;
  links: string;
  photo: string | null;
  published: number;
  in_use: 0 | 1;
  sort_value: string;
}

/**
 * One page of authors, categories or tags with how many published articles each has, all that there are by name (for
 * joining two), and what the reader keeps about the list: four queries in one round trip.
 */
export async function listTopics(db: Db, { kind, words, direction, cursor, reader, list }: AskedTopics) {
  const order: PageOrder = { column: nameSort, direction, id: `${tableOf(kind)}.id`, cursor };
  const listed = selectTopicPage(db, { kind, words, order });
  const counted = countPage(filterTopics(db, kind, words), order);
  const others = selectTopicNames(db, kind);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, counted, others, settings]);
  const rows = (results[0]?.results ?? []) as unknown as TopicRow[];
  const page = readPage(rows, readRow(counted, results[1]), { cursor, size: topicsPerPage });
  return {
    ...page,
    rows: page.rows.map(parseTopic),
    others: readRows(others, results[2]).map(({ id, name }) => ({ id: id as string, name })),
    settings: readSettings(readRow(settings, results[3])),
  };
}

function parseTopic({ in_use, links, ...row }: TopicRow) {
  // In use: it stands in an article, published or not.
  return { ...row, links: JSON.parse(links) as AuthorLink[], isInUse: in_use === 1 };
}

export type ListedTopic = Awaited<ReturnType<typeof listTopics>>["rows"][number];

/** The query of one page of them. */
export function selectTopicPage(db: Db, { kind, words, order }: { kind: TopicKind; words: string; order: PageOrder }) {
  const table = sql.table(tableOf(kind));
  const uses = {
    author: sql`SELECT 1 FROM insight_authors WHERE author_id = ${table}.id`,
    category: sql`SELECT 1 FROM insights WHERE category_id = ${table}.id`,
    tag: sql`SELECT 1 FROM insight_tags WHERE tag_id = ${table}.id`,
  }[kind];
  const text = { author: sql`bio`, category: sql`description`, tag: sql`''` }[kind];
  const ofAuthor = (column: string, otherwise: string) =>
    kind === "author" ? sql.ref(column) : sql`${sql.lit(otherwise)}`;
  const found = filterTopics(db, kind, words).select([
    "id",
    "slug",
    "name",
    "version",
    sql<string>`${text}`.as("text"),
    sql<string>`${ofAuthor("role", "")}`.as("role"),
    sql<string>`${ofAuthor("links", "[]")}`.as("links"),
    kind === "author" ? sql<string | null>`photo`.as("photo") : sql<null>`null`.as("photo"),
    sql<number>`coalesce((SELECT insights FROM insight_counts WHERE list = ${table}.id), 0)`.as("published"),
    sql<0 | 1>`EXISTS (${uses})`.as("in_use"),
  ]);
  return selectPage(found, order, topicsPerPage);
}

function filterTopics(db: Db, kind: TopicKind, words: string) {
  return db
    .selectFrom(tableOf(kind))
    .$if(words !== "", (query) => query.where(sql<boolean>`instr(lower(name), lower(${words})) > 0`));
}

/** More than anybody looks through in a menu. */
const mostNames = 500;

function selectTopicNames(db: Db, kind: TopicKind) {
  return db
    .selectFrom(tableOf(kind))
    .select(["id", "name"])
    .orderBy(sql`name collate nocase`)
    .limit(mostNames);
}
