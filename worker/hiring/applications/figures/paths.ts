import { type RawBuilder, sql } from "kysely";
import { endings, firstStage, hiredStage, usualStages } from "#shared/hiring/hiring-stages.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { isNotSealed } from "#worker/db/sealed-applications.ts";

/** The applications that figures are of. */
export interface Cohort {
  /** Null for any; "none" for those without a role. */
  job: OpeningId | "none" | null;
  /** Received at or after this instant (epoch milliseconds); null for any time. */
  since: number | null;
  /** Received before this instant; null for any time. */
  before: number | null;
  /** A tag, "direct" for those without one; null for any. */
  source?: string | null;
}

/**
 * What an application has to do with a stage: it has come as far, or further; it was there and is there no longer; it is
 * there now, and has not ended.
 */
export interface StagePath {
  how: "reached" | "left" | "in";
  /** Of the job that is asked for, or one of the usual stages. */
  stage: string;
}

// D1 takes 100 values in a query, and a page may ask for one path four times: what never changes is part of the text.
const usual = sql.lit(JSON.stringify(usualStages));
const [first, hired] = [sql.lit(firstStage), sql.lit(hiredStage)];
const ends = sql.join([hiredStage, ...endings].map((stage) => sql.lit(stage)));

/** The stages that figures are counted by, as rows of JSON: those of the one job, or the usual ones. */
function listScale({ job }: Pick<Cohort, "job">) {
  if (job === null || job === "none") return sql`json_each(${usual})`;
  return sql`json_each(coalesce((select stages from openings where id = ${job}), ${usual}))`;
}

function isInCohort({ job, since, before, source = null }: Cohort): RawBuilder<boolean> {
  const conditions = [
    ...(job === null ? [] : [job === "none" ? sql`opening_id is null` : sql`opening_id = ${job}`]),
    ...(source === null ? [] : [source === "direct" ? sql`source in ('', 'direct')` : sql`source = ${source}`]),
    ...(before === null ? [] : [sql`received_at < ${before}`]),
    // Each application has such a time: the index that begins with it has all that is counted.
    sql`received_at >= ${since ?? 0}`,
    isNotSealed,
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The paths of a cohort through its stages, as tables for a `with` of SQL, exactly as in the history. Moves that were taken
 * back, and what took them back, count as if they had never been.
 *
 * - `scale (rank, key)`: the stages that are counted by, from 0 on.
 * - `cohort (id, job, stage, stage_since, source, referrer, received_at, is_hired, has_ended)`.
 * - `furthest (id, rank)`: how far each has come. The last stage counts only for those who are in it.
 * - `spent (id, rank, total, is_in)`: how many milliseconds in a stage, all its visits together, up to `at`; `is_in` for those
 *   who are there now and have not ended.
 *
 * A job with stages of its own is counted by the usual ones where it stands beside others: a stage with a usual key as that,
 * any other as the usual one before it. A stage that its job no longer has counts as none.
 */
export function withPaths(cohort: Cohort, at: number): RawBuilder<unknown> {
  return sql`
    scale(rank, key) as materialized (select key, value ->> 'key' from ${listScale(cohort)}),
    cohort as materialized (
      select id, coalesce(opening_id, '') as job, stage, stage_since, iif(source = 'direct', '', source) as source, referrer,
        received_at, stage = ${hired} as is_hired,
        stage in (${ends}) as has_ended
      from applications where ${isInCohort(cohort)}),
    stage_ranks(job, key, rank) as materialized (
      select job, key, coalesce(own, max(own) over (partition by job order by place)) from (
        select wanted.job, listed.value ->> 'key' as key, listed.key as place, scale.rank as own
        from (select distinct job from cohort) as wanted
        left join openings on openings.id = wanted.job
        join json_each(coalesce(openings.stages, ${usual})) as listed
        left join scale on scale.key = listed.value ->> 'key')),
    moves(id, job, is_hired, has_ended, stage, at, line) as materialized (
      select id, job, is_hired, has_ended, stage, at, line from (
        select cohort.id, job, is_hired, has_ended, entry.detail ->> 'to' as stage, entry.at, entry.id as line,
          entry.detail ->> 'undone' as undone,
          lead(entry.detail ->> 'undone') over (partition by cohort.id order by entry.at, entry.id) as is_taken_back
        from cohort cross join application_history as entry on entry.application_id = cohort.id and +entry.kind = 'moved')
      where undone is null and is_taken_back is null),
    times(id, job, is_hired, has_ended, stage, since, until) as materialized (
      select id, job, is_hired, has_ended, stage, at, lead(at) over (partition by id order by at, place, line) from (
        select id, job, is_hired, has_ended, ${first} as stage, received_at as at, 0 as place, '' as line from cohort
        union all select id, job, is_hired, has_ended, stage, at, 1, line from moves
        union all select id, job, is_hired, has_ended, stage, stage_since, 2, '' from cohort)),
    stays(id, rank, since, until, is_hired, has_ended) as materialized (
      select id, rank, since, until, is_hired, has_ended from times
      cross join stage_ranks on stage_ranks.job = times.job and stage_ranks.key = times.stage),
    last_stage(rank) as materialized (select max(rank) from scale),
    furthest(id, rank) as materialized (
      select id, iif(is_hired, (select rank from last_stage), max(min(rank, (select rank from last_stage) - 1)))
      from stays group by id),
    spent(id, rank, total, is_in) as materialized (
      select id, rank, sum(max(0, coalesce(until, ${at}) - since)), max(until is null) and not has_ended
      from stays where rank < (select rank from last_stage) group by id, rank)`;
}

/** The ids of the applications of `cohort` that have taken this path: a query to stand behind `in`. */
export function selectByPath({ how, stage }: StagePath, cohort: Cohort): RawBuilder<unknown> {
  const wanted = sql`(select rank from scale where key = ${stage})`;
  const ids = {
    reached: sql`select id from furthest where rank >= ${wanted}`,
    left: sql`select id from spent where rank = ${wanted} and not is_in`,
    in: sql`select id from spent where rank = ${wanted} and is_in`,
  };
  return sql`(with ${withPaths(cohort, 0)} ${ids[how]})`;
}
