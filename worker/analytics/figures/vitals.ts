import { type Compilable, sql } from "kysely";
import { type Db, readRows } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { withStepped, withWritten } from "./count-vitals.ts";
import { selectWords, writeFilter } from "./dimensions.ts";
import { listPeriods, withOpen, withRolled } from "./spans.ts";
import { type Filter, listedRows, type PageQuery, type Vital, vitalLimits, vitals } from "./types.ts";
import { readPlace } from "./vital-steps.ts";
import { addText } from "./vital-text.ts";

/** Measurements of one vital on one page; values in milliseconds, of CLS without unit. */
export interface VitalFigures {
  /** Null for all pages together, and for the one that is asked for. */
  path: string | null;
  label: string | null;
  vital: Vital;
  /** How many measurements there are. */
  count: number;
  /** The upper end of the step in which the value is that three in four of them do not exceed. */
  p75: number;
  good: number;
  poor: number;
}

interface PageRow {
  /** Null for all pages together, and for the one that is asked for. */
  path: string | null;
  label: string | null;
  /** JSON objects of `daily_vitals`, with commas between them. */
  counts: string;
}

/**
 * The steps of all pages together, and of the pages with the most measurements; of the one page that is asked for alone. Days
 * that are rolled come from their sums unless filters ask for more than devices.
 */
export function selectVitals(db: Db, query: PageQuery): Compilable<PageRow> {
  const { period, filters, page } = query;
  const periods = listPeriods({ period, previous: null });
  const devices = filters.length === 0 ? null : findDevices(filters);
  const isRolled = filters.length === 0 || devices !== null;
  const path = page === null ? null : findPath(page);
  const asked = path === null ? sql`` : sql`and daily_vitals.path = ${path}`;
  const sums = devices
    ? sql`select daily_vitals.path, each.value ->> 'times', each.value ->> 'counts'
        from rolled cross join daily_vitals on daily_vitals.day = rolled.day ${asked}
        cross join json_each(daily_vitals.devices) as each where cast(each.key as integer) ${devices} union all`
    : sql`select daily_vitals.path, daily_vitals.measured, daily_vitals.counts
        from rolled cross join daily_vitals on daily_vitals.day = rolled.day ${asked} union all`;
  const select = sql<PageRow>`with ${isRolled ? withRolled(periods) : withOpen(periods)},
    ${withStepped({ filter: writeFilter(filters, period), path, isByDevice: false })},
    each_page(path, device, code, step, times) as materialized (
      select path, null, code, step, sum(times) from stepped group by 1, 3, 4
      ${path === null ? sql`union all select 0, null, code, step, sum(times) from stepped group by 3, 4` : sql``}),
    ${withWritten("written", "each_page")},
    counted(path, times, counts) as materialized (${isRolled ? sums : sql``} select path, times, counts from written),
    listed as materialized (
      select path, sum(times) as times from counted group by 1
      order by path > 0, 2 desc, 1 limit ${(query.listed ?? listedRows) + 1})
    select ${path === null ? sql`word.value` : sql`null`} as path, ${path === null ? sql`word.label` : sql`null`} as label,
      group_concat(counted.counts) as counts
    from listed cross join counted on counted.path = listed.path
    left join dimension_values as word on word.id = listed.path
    group by listed.path order by listed.path > 0, listed.times desc, listed.path`;
  return { compile: () => select.compile(db) };
}

/** SQL that is true of the ids of devices that pass, where all filters are about devices; null where one is not. */
function findDevices(filters: readonly Filter[]): Sql | null {
  const [first, ...others] = filters;
  if (first?.dimension !== "device" || others.length > 0) return null;
  return sql`${first.is ? sql`` : sql`not`} in (${selectWords("device", first.values)})`;
}

/** What the steps come to, the pages with the most measurements of a vital first. */
export function toVitalFigures(select: Compilable<PageRow>, result: D1Result | undefined): VitalFigures[] {
  const pages = readRows(select, result).map(({ path, label, counts }) =>
    addSteps(counts).flatMap((steps, code): VitalFigures[] => {
      const vital = vitals[code];
      return vital && steps.length > 0 ? [{ path, label, vital, ...rankSteps(vital, steps) }] : [];
    }),
  );
  const most = (rows: readonly VitalFigures[]) => Math.max(...rows.map(({ count }) => count));
  const [all = [], ...each] = pages.toSorted((one, other) => comparePages(one, other) || most(other) - most(one));
  return [...all, ...each.flat()];
}

/** All pages together come first. */
function comparePages([one]: readonly VitalFigures[], [other]: readonly VitalFigures[]): number {
  return Number(one?.path !== null) - Number(other?.path !== null);
}

/** How many measurements there are in each step by its place, of each vital by its number. */
function addSteps(counts: string): number[][] {
  const steps = vitals.map((): number[] => []);
  for (const each of JSON.parse(`[${counts}]`) as Record<number, string>[])
    for (const [code, own] of steps.entries()) addText(own, each[code] ?? "");
  return steps;
}

function rankSteps(vital: Vital, counts: readonly number[]): Pick<VitalFigures, "count" | "p75" | "good" | "poor"> {
  // Steps without measurements are holes.
  const steps = counts.flatMap((times, place) => [{ value: readPlace(vital, place), times }]);
  const sum = (rows: typeof steps) => rows.reduce((total, { times }) => total + times, 0);
  const [good, poor] = vitalLimits[vital];
  const count = sum(steps);
  let upTo = 0;
  const reached = steps.find(({ times }) => (upTo += times) * 4 >= count * 3);
  return {
    count,
    p75: reached?.value ?? 0,
    good: sum(steps.filter(({ value }) => value <= good)),
    poor: sum(steps.filter(({ value }) => value > poor)),
  };
}

/** The id of a path; null for one that nobody has seen. */
export function findPath(path: string): Sql {
  return sql`(select id from dimension_values where dimension = 'path' and value = ${path})`;
}
