import { type Compilable, type RawBuilder, sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { offeredOpenings } from "../list-applications.ts";
import { type Cohort, withPaths } from "./paths.ts";

/** How many tags and hosts are shown each; the rest are counted together. */
const sourcesAtMost = 12;
const waitingAtMost = 5;

/** Times that are over, in milliseconds. */
interface Times {
  /** A stage of the scale; the last stands for the time from receipt to being hired. */
  rank: number;
  count: number;
  median: number;
  /** Nine of ten took no longer. */
  most: number;
  shortest: number;
  longest: number;
}

/** Who is in a stage now, and since when the longest of them. */
interface Standing {
  rank: number;
  count: number;
  /** Milliseconds in this stage, all visits together. */
  longest: number;
}

export type HiringFigures = ReturnType<typeof toFigures>;

interface Wanted {
  cohort: Cohort;
  /** Now, in epoch milliseconds. */
  at: number;
}

/** The figures of `cohort` at the instant `at`: three queries in one trip. */
export async function readFigures(db: Db, wanted: Wanted) {
  const queries = selectFigures(db, wanted);
  return toFigures(queries, await runBatch(db, queries));
}

/**
 * The same for a file, after an entry in the audit log.
 * @throws whatever D1 throws; nothing is recorded then
 */
export async function exportFigures(
  db: Db,
  { actor, ...wanted }: Wanted & { actor: AccountId },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<HiringFigures> {
  const queries = selectFigures(db, wanted);
  const { job, since, before } = wanted.cohort;
  const audit = { action: "application.figures_exported", detail: { job, since, before } } as const;
  return toFigures(queries, await runRecorded(db, { actor, requestId, subject: null, audit, queries }));
}

function toFigures([counted, waiting, beside]: ReturnType<typeof selectFigures>, results: D1Result[]) {
  const { going, ended, ...json } = readRow(counted, results[0]);
  return {
    /** How many came by each source and came just so far; null for all sources that are not among the most used. */
    progress: JSON.parse(json.progress) as Progress[],
    times: JSON.parse(json.times) as Times[],
    standing: JSON.parse(json.standing) as Standing[],
    referrers: JSON.parse(json.referrers) as { host: string; count: number; hired: number }[],
    /** How many have not ended, and how many have without being hired. */
    going,
    ended,
    waiting: readRows(waiting, results[1]),
    beside: readRow(beside, results[2]),
  };
}

interface Progress {
  source: string | null;
  rank: number;
  count: number;
}

interface Counted {
  /** JSON. */
  progress: string;
  times: string;
  standing: string;
  referrers: string;
  going: number;
  ended: number;
}

/** The queries of `readFigures`, in its order. */
export function selectFigures(db: Db, { cohort, at }: Wanted) {
  const paths = withPaths(cohort, at);
  return [
    toQuery(
      db,
      sql<Counted>`with ${paths},
        used(source) as materialized (
          select source from cohort group by source order by count(*) desc, source limit ${sourcesAtMost}),
        timed(rank, total, place, size) as (
          select rank, total, row_number() over (partition by rank order by total), count(*) over (partition by rank) from (
            select rank, total from spent where not is_in
            union all select (select rank from last_stage), max(0, stage_since - received_at)
              from cohort where is_hired))
        select
          (select json_group_array(json_object('source', source, 'rank', rank, 'count', count)) from (
            select iif(source in (select source from used), source, null) as source, rank, count(*) as count
            from cohort join furthest on furthest.id = cohort.id group by 1, 2)) as progress,
          (select json_group_array(json_object('rank', rank, 'count', count, 'median', median, 'most', most,
              'shortest', shortest, 'longest', longest)) from (
            select rank, count(*) as count, avg(iif(place in ((size + 1) / 2, (size + 2) / 2), total, null)) as median,
              max(iif(place = (9 * size + 9) / 10, total, null)) as most, min(total) as shortest, max(total) as longest
            from timed group by rank)) as times,
          (select json_group_array(json_object('rank', rank, 'count', count, 'longest', longest)) from (
            select rank, count(*) as count, max(total) as longest from spent where is_in group by rank)) as standing,
          (select json_group_array(json_object('host', referrer, 'count', count, 'hired', hired)) from (
            select referrer, count(*) as count, sum(is_hired) as hired from cohort where referrer <> ''
            group by referrer order by count(*) desc, referrer limit ${sourcesAtMost})) as referrers,
          (select count(*) from cohort where not has_ended) as going,
          (select count(*) from cohort where has_ended and not is_hired) as ended`,
    ),
    selectWaiting(db, cohort),
    db.selectNoFrom([
      offeredOpenings.as("jobs"),
      describeOpening(cohort).as("job"),
      selectRunning(db, cohort)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("running"),
    ]),
  ] as const;
}

function toQuery<Row>(db: Db, query: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => query.compile(db) };
}

/** Applications that have not ended, whenever they arrived. */
function selectRunning(db: Db, { job }: Cohort) {
  return db
    .selectFrom("applications")
    .where("applications.ended_at", "is", null)
    .$if(job === "none", (query) => query.where("applications.opening_id", "is", null))
    .$if(job !== null && job !== "none", (query) => query.where("applications.opening_id", "=", job as OpeningId));
}

/** Those that have been in their stage longest. */
function selectWaiting(db: Db, cohort: Cohort) {
  return selectRunning(db, cohort)
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select([
      "applications.id",
      "applications.name",
      "applications.stage",
      "applications.stage_since",
      "openings.title as job",
      "openings.stages",
    ])
    .orderBy("applications.stage_since")
    .orderBy("applications.id", "desc")
    .limit(waitingAtMost);
}

/** The job that the figures are of, as JSON: its title and stages; null for several. */
function describeOpening({ job }: Cohort) {
  if (job === null || job === "none") return sql<string | null>`null`;
  return sql<string | null>`(select json_object('title', title, 'stages', stages) from openings where id = ${job})`;
}
