import { sql } from "kysely";
import { usualStages } from "#shared/hiring/hiring-stages.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { listReaders, readReaders } from "./assign-application.ts";
import { type ApplicationFilter, filterApplications, selectListed } from "./filter-applications.ts";
import { askStale, offeredOpenings, offeredSources, offeredTags } from "./list-applications.ts";
import { refreshForSearch } from "./text/search-index.ts";

/** Most cards of one column; those longest in the stage come first. */
const cardsPerStage = 50;

interface AskedBoard {
  /** Its `stage` is not read: the columns are the stages of its job, or the usual ones. */
  filter: ApplicationFilter;
  /** Cards that have been in their stage since before this instant are late. */
  lateBefore: number;
  /** Who reads, and the board as their saved views are about it. */
  reader: AccountId;
  list: string;
}

/**
 * The cards of a board, and of each column how many there are, how many are late and unopened, and since when the one in
 * the middle has been there. Three queries in one trip; with words, what is not in the index of the search yet is put there
 * first.
 */
export async function readBoard(db: Db, asked: AskedBoard, hasRefreshed = false) {
  const cards = selectCards(db, asked);
  const columns = countColumns(db, asked);
  const around = countBeside(db, asked);
  const results = await runBatch(db, [cards, columns, around]);
  const { readers, density, views, is_stale, ...beside } = readRow(around, results[2]);
  if (is_stale === 1 && !hasRefreshed) {
    await refreshForSearch(db);
    return readBoard(db, asked, true);
  }
  return {
    cards: readRows(cards, results[0]),
    columns: readRows(columns, results[1]),
    beside,
    readers: readReaders(readers),
    settings: readSettings({ density, views }),
  };
}

/** At most `cardsPerStage` of each stage, found in an index one stage after the other. */
function selectCards(db: Db, { filter }: Pick<AskedBoard, "filter">) {
  const wanted = filterApplications(db, { ...filter, stage: null })
    .select("applications.id")
    .where("applications.stage", "=", sql<string>`wanted.value ->> 'key'`)
    .orderBy("applications.stage_since")
    .limit(cardsPerStage);
  return selectListed(
    db.selectFrom("applications").where(
      "applications.id",
      "in",
      sql<never>`(select found.value from ${listStages(filter)} as wanted,
          json_each((select json_group_array(id) from ${wanted})) as found)`,
    ),
  )
    .orderBy("applications.stage_since")
    .orderBy("applications.id");
}

/** How every column stands, by its key: those without an application are left out. */
function countColumns(db: Db, { filter, lateBefore }: Pick<AskedBoard, "filter" | "lateBefore">) {
  const ranked = filterApplications(db, { ...filter, stage: null })
    .where("applications.stage", "in", keysOf(filter))
    .select([
      "applications.stage",
      "applications.stage_since",
      sql<number>`applications.opened_at is null`.as("is_unopened"),
      sql<number>`row_number() over (partition by applications.stage order by applications.stage_since)`.as("place"),
      sql<number>`count(*) over (partition by applications.stage)`.as("size"),
    ]);
  return db
    .selectFrom(ranked.as("ranked"))
    .select([
      "stage",
      sql<number>`count(*)`.as("total"),
      sql<number>`sum(stage_since < ${lateBefore})`.as("late"),
      sql<number>`sum(is_unopened)`.as("unopened"),
      sql<number>`max(case when place = (size + 1) / 2 then stage_since end)`.as("middle"),
    ])
    .groupBy("stage");
}

/** How many of `filter` have ended without being hired, and how many are in a stage that has no column. */
function countBeside(db: Db, { filter, reader, list }: Omit<AskedBoard, "lateBefore">) {
  const rest = filterApplications(db, { ...filter, stage: null });
  return db.selectFrom(selectSettings(db, { user: reader, list }).as("settings")).select([
    "settings.density",
    "settings.views",
    listReaders(db).as("readers"),
    askStale(db, filter).as("is_stale"),
    rest
      .where("applications.stage", "in", ["rejected", "withdrawn"])
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .as("ended"),
    rest
      .where("applications.ended_at", "is", null)
      .where("applications.stage", "not in", keysOf(filter))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .as("elsewhere"),
    describeOpening(filter).as("job"),
    offeredOpenings.as("jobs"),
    offeredSources.as("sources"),
    offeredTags.as("tags"),
  ]);
}

/** The stages of the job in `filter` as rows of JSON; the usual ones without a job. */
function listStages({ job }: ApplicationFilter) {
  const usual = JSON.stringify(usualStages);
  if (job === null || job === "none") return sql`json_each(${usual})`;
  return sql`json_each(coalesce((select stages from openings where id = ${job}), ${usual}))`;
}

function keysOf(filter: ApplicationFilter) {
  return sql<never>`(select value ->> 'key' from ${listStages(filter)})`;
}

/** The job of a board as JSON; null without one. */
function describeOpening({ job }: ApplicationFilter) {
  if (job === null || job === "none") return sql<string | null>`null`;
  return sql<
    string | null
  >`(select json_object('title', title, 'stages', stages, 'status', status, 'openings', openings,
    'publishAt', publish_at, 'closesAt', closes_at,
    'hired', (select count(*) from applications where opening_id = openings.id and stage = 'hired')) from openings where id = ${job})`;
}

export interface BoardOpening {
  title: string;
  stages: string | null;
  status: string;
  openings: number;
  publishAt: number | null;
  closesAt: number | null;
  hired: number;
}
