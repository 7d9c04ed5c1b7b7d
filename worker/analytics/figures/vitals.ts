import { type Compilable, sql } from "kysely";
import { type Db, readRows } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { joinEvents, writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, withOpen } from "./spans.ts";
import { listedRows, type PageQuery, type Vital, vitalLimits, vitals } from "./types.ts";

/** Measurements of one vital on one page; values in milliseconds, of CLS without unit. */
export interface VitalFigures {
  /** Null for all pages together, and for the one that is asked for. */
  path: string | null;
  label: string | null;
  vital: Vital;
  /** How many measurements there are. */
  count: number;
  /** The least value that three in four of them do not exceed. */
  p75: number;
  good: number;
  poor: number;
}

/** The vital by its place in `vitals`, values as whole numbers: see `parts`. */
interface VitalRow extends Omit<VitalFigures, "vital"> {
  code: number;
}

/** How many parts of a unit a stored value is rounded to, so that all values are whole numbers. */
const parts = (vital: Vital) => (vital === "cls" ? 1000 : 1);

/**
 * Each vital in all, and of the pages with the most measurements; of the one page that is asked for alone. Page, vital and
 * value are one number (36, 3 and 24 bits), and vitals are sorted apart, because
 * sorting takes most of the time.
 */
export function selectVitals(db: Db, query: PageQuery): Compilable<VitalRow> {
  const measurements = vitals.map((vital, code) => {
    const value = sql`measured.vitals ->> ${sql.lit(`$.${vital}`)}`;
    const whole = parts(vital) === 1 ? value : sql`cast(${value} * ${sql.lit(parts(vital))} + 0.5 as integer)`;
    return sql`select (measured.path << 27) | ${sql.lit(code << 24)} | min(${whole}, 16777215), count(*)
      from measured where ${value} is not null group by 1`;
  });
  const select = sql<VitalRow>`with ${withMeasured(query)},
    packed(packed, times) as materialized (
      ${sql.join(measurements, sql` union all `)}),
    counted(path, code, value, times) as (
      select packed >> 27, (packed >> 24) & 7, packed & 16777215, times from packed where ${query.page === null}
      union all
      select 0, (packed >> 24) & 7, packed & 16777215, sum(times) from packed group by 2, 3),
    summed(path, code, count, good, poor) as materialized (
      select path, code, sum(times), sum(iif(value <= ${limitOf(0)}, times, 0)), sum(iif(value > ${limitOf(1)}, times, 0))
      from counted group by 1, 2),
    ranked(path, code, value, upto) as (
      select path, code, value, sum(times) over (partition by path, code order by value) from counted),
    found(path, code, count, good, poor, p75) as (
      select path, code, count, good, poor, min(value) from summed join ranked using (path, code)
      where upto * 4 >= count * 3 group by 1, 2),
    measures as (select *, max(count) over (partition by path) as most from found),
    placed as (select *, dense_rank() over (order by path > 0, most desc, path) as place from measures)
    select word.value as path, word.label, code, count, good, poor, p75
    from placed left join dimension_values as word on word.id = placed.path
    where place <= ${(query.listed ?? listedRows) + 1} order by place, code`;
  return { compile: () => select.compile(db) };
}

/** Of the vital with the number `code`, in its whole numbers. */
function limitOf(place: 0 | 1): Sql {
  const limits = vitals.map((vital, code) => {
    const whole = vitalLimits[vital][place] * parts(vital);
    return sql`when ${sql.lit(code)} then ${sql.lit(whole)}`;
  });
  return sql`case code ${sql.join(limits, sql` `)} end`;
}

export function toVitalFigures(select: Compilable<VitalRow>, result: D1Result | undefined): VitalFigures[] {
  return readRows(select, result).flatMap(({ code, p75, ...row }) => {
    const vital = vitals[code];
    return vital ? [{ ...row, vital, p75: p75 / parts(vital) }] : [];
  });
}

/**
 * `measured(path, vitals)`, for a `with`. How a page was left comes with the next view; of the last page of a visit it is
 * in the row of the visit, which may also still have what the next view has told since.
 */
function withMeasured({ period, filters, page }: PageQuery): Sql {
  const filter = writeFilter(filters);
  const isAsked = (column: Sql) => (page === null ? sql`+${column} > 0` : sql`+${column} = ${findPath(page)}`);
  return sql`${withOpen(listPeriods({ period, previous: null }))},
    measured(path, vitals) as materialized (
      select visit_events.from_path, visit_events.vitals from ${joinEvents(filter)}
      where visit_events.vitals is not null and ${isAsked(sql`visit_events.from_path`)}
      union all
      select visits.exit, visits.left_vitals from open cross join visits on ${isWithin("visits", "open")}
      where visits.left_vitals is not null and ${filter ?? sql`true`} and ${isAsked(sql`visits.exit`)}
        and visits.left_seq = (select max(seq) from visit_events as viewed where viewed.kind = 1
          and viewed.started_at = visits.started_at and viewed.visit_no = visits.visit_no))`;
}

/** The id of a path; null for one that nobody has seen. */
export function findPath(path: string): Sql {
  return sql`(select id from dimension_values where dimension = 'path' and value = ${path})`;
}
