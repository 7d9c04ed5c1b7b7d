import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { joinEvents, writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, withOpen } from "./spans.ts";
import { listedRows, type PageQuery, type Vital, vitalLimits } from "./types.ts";

/** Shares of measurements; `p75` is in milliseconds, of CLS without unit. */
export interface VitalRow {
  vital: Vital;
  /** How many measurements there are. */
  count: number;
  /** The least value that three in four measurements do not exceed. */
  p75: number;
  good: number;
  poor: number;
}

export interface PageVitalRow extends Pick<VitalRow, "vital" | "count" | "p75"> {
  path: string;
  label: string | null;
}

/** Each vital in all, or on the one page that is asked for. */
export function selectVitals(db: Db, query: PageQuery): Compilable<VitalRow> {
  const limit = (place: 0 | 1) =>
    sql`case vital ${sql.join(
      Object.entries(vitalLimits).map(([vital, limits]) => sql`when ${sql.lit(vital)} then ${sql.lit(limits[place])}`),
      sql` `,
    )} end`;
  const select = sql<VitalRow>`with ${withMeasurements(query)},
    ranked(vital, value, place, found) as (
      select vital, value, row_number() over (partition by vital order by value), count(*) over (partition by vital)
      from measurements)
    select vital, count(*) as count, min(value) filter (where place * 4 >= found * 3) as p75,
      sum(value <= ${limit(0)}) as good, sum(value > ${limit(1)}) as poor
    from ranked group by vital`;
  return { compile: () => select.compile(db) };
}

/** Each vital of the pages with the most measurements. */
export function selectPageVitals(db: Db, query: PageQuery): Compilable<PageVitalRow> {
  const select = sql<PageVitalRow>`with ${withMeasurements(query)},
    ranked(path, vital, value, place, found) as (
      select path, vital, value, row_number() over (partition by path, vital order by value),
        count(*) over (partition by path, vital) from measurements),
    counted(path, vital, count, p75) as (
      select path, vital, count(*), min(value) filter (where place * 4 >= found * 3) from ranked group by 1, 2),
    listed(path, vital, count, p75, most) as (select *, max(count) over (partition by path) from counted),
    placed as (select *, dense_rank() over (order by most desc, path) as place from listed)
    select word.value as path, word.label, vital, count, p75
    from placed join dimension_values as word on word.id = placed.path
    where place <= ${query.listed ?? listedRows} order by place, vital`;
  return { compile: () => select.compile(db) };
}

/**
 * `measurements(path, vital, value)`, for a `with`. How a page was left comes with the next view; of the last page of a
 * visit it is in the row of the visit, which may also still have what the next view has told since.
 */
function withMeasurements({ period, filters, page }: PageQuery): Sql {
  const filter = writeFilter(filters);
  const isOf = (column: Sql) => (page === null ? sql`true` : sql`+${column} = ${findPath(page)}`);
  return sql`${withOpen(listPeriods({ period, previous: null }))},
    measured(path, vitals) as (
      select visit_events.from_path, visit_events.vitals from ${joinEvents(filter)}
      where visit_events.vitals is not null and ${isOf(sql`visit_events.from_path`)}
      union all
      select visits.exit, visits.left_vitals from open cross join visits on ${isWithin("visits", "open")}
      where visits.left_vitals is not null and ${filter ?? sql`true`} and ${isOf(sql`visits.exit`)}
        and visits.left_seq = (select max(seq) from visit_events as viewed where viewed.kind = 1
          and viewed.started_at = visits.started_at and viewed.visit_no = visits.visit_no)),
    measurements(path, vital, value) as materialized (
      select measured.path, vital.key, vital.value from measured cross join json_each(measured.vitals) as vital)`;
}

/** The id of a path; null for one that nobody has seen. */
export function findPath(path: string): Sql {
  return sql`(select id from dimension_values where dimension = 'path' and value = ${path})`;
}
