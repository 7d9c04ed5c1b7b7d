import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { countPage, type PageOrder, readPage, selectPage } from "#worker/db/list-page.ts";
import { listReaders, readReaders } from "./assign-application.ts";
import { type ApplicationFilter, applicationSorts, filterApplications, selectListed } from "./filter-applications.ts";
import { findTexts } from "./text/highlight.ts";
import { parseSearch } from "./text/parse-search.ts";
import { hasStale, refreshForSearch } from "./text/search-index.ts";

const applicationsPerPage = 25;

export interface ApplicationOrder {
  by: string;
  direction: "asc" | "desc";
}

interface AskedPage {
  filter: ApplicationFilter;
  sort: ApplicationOrder;
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
}

export type ListedApplication = Awaited<ReturnType<typeof listApplications>>["rows"][number];

/**
 * One page of the applications, the figures around it, the colleagues and the reader's settings: two queries in one trip.
 * With words also where each of the rows has them: two more. What has changed and is not in the index of the search yet is
 * put there first.
 */
export async function listApplications(db: Db, asked: AskedPage, hasRefreshed = false) {
  const { filter, sort, cursor } = asked;
  const order = orderApplications(sort, cursor);
  const listed = selectPage(selectListed(filterApplications(db, filter)), order, applicationsPerPage);
  const figures = countApplications(db, { ...asked, order });
  const results = await runBatch(db, [listed, figures]);
  const { total, beyond, readers, density, views, is_stale, ...counts } = readRow(figures, results[1]);
  if (is_stale === 1 && !hasRefreshed) {
    await refreshForSearch(db);
    return listApplications(db, asked, true);
  }
  const page = readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: applicationsPerPage });
  const texts = await findTexts(
    db,
    page.rows.map(({ id }) => id),
    parseSearch(filter.words),
  );
  return {
    ...page,
    /** Where the words were found, by id. */
    texts,
    figures: counts,
    readers: readReaders(readers),
    settings: readSettings({ density, views }),
  };
}

/** The order of a list, from `cursor` on. Days in a stage grow as its beginning lies further back. */
export function orderApplications({ by, direction }: ApplicationOrder, cursor: ListCursor | null): PageOrder {
  const key = (Object.hasOwn(applicationSorts, by) ? by : "received") as keyof typeof applicationSorts;
  const turned = direction === "asc" ? "desc" : "asc";
  return {
    column: applicationSorts[key],
    direction: key === "days" ? turned : direction,
    id: "applications.id",
    cursor,
  };
}

/** Every number around the list, and what its filters offer, as JSON. */
function countApplications(
  db: Db,
  { filter, order, reader, list }: Pick<AskedPage, "filter" | "reader" | "list"> & { order: PageOrder },
) {
  const counted = countPage(filterApplications(db, filter), order).as("counted");
  const running = db
    .selectFrom("applications")
    .where("ended_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"));
  return db
    .selectFrom([counted, selectSettings(db, { user: reader, list }).as("settings")])
    .select([
      "settings.density",
      "settings.views",
      listReaders(db).as("readers"),
      askStale(db, filter).as("is_stale"),
      "counted.total",
      "counted.beyond",
      running.as("running"),
      running.where("opened_at", "is", null).as("unopened"),
      running.where("assignee_id", "=", reader).as("mine"),
      db
        .selectFrom("application_mentions")
        .where("account_id", "=", reader)
        .where("seen_at", "is", null)
        .select(({ fn }) => fn.count<number>("application_id").distinct().as("count"))
        .as("mentioned"),
      offeredOpenings.as("jobs"),
      offeredSources.as("sources"),
      offeredTags.as("tags"),
    ])
    .$narrowType<Record<"running" | "unopened" | "mine" | "mentioned", number>>();
}

/** 1 where the words of `filter` may miss what has changed since the index of the search was written. */
export function askStale(db: Db, { words }: ApplicationFilter) {
  return words === "" ? sql<0 | 1>`0` : hasStale(db);
}

/** Jobs that have applications, or take some now: [id, title]. */
export const offeredOpenings = sql<string>`(select json_group_array(json_array(id, title, stages) order by title) from
  (select id, title, stages from openings where status = 'published'
    or exists (select 1 from applications where opening_id = openings.id) order by id desc limit 100))`;
/** Values by which applications came, found by leaps in their index. */
export const offeredSources = sql<string>`(with recursive found(source) as (
    select min(source) from applications where source > ''
    union all
    select (select min(source) from applications where source > found.source) from found where found.source is not null)
  select json_group_array(source) from (select source from found where source is not null limit 50))`;
export const offeredTags = sql<string>`(with recursive found(tag) as (
    select min(tag) from application_tags
    union all
    select (select min(tag) from application_tags where tag > found.tag) from found where found.tag is not null)
  select json_group_array(tag) from (select tag from found where tag is not null limit 200))`;
