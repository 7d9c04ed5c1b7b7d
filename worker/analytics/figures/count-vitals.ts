/** What visitors' browsers measured, counted in steps: of days that are rolled for good, of others when they are asked for. */
import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { isWithin, parts, withSpans } from "./spans.ts";
import { findCode, findPlace, findStep } from "./vital-steps.ts";
import { writeStep } from "./vital-text.ts";
import type { Period } from "./types.ts";

interface Measured {
  /** About the row of `visits`; null for all visits. */
  filter: Sql | null;
  /** The id of one page; null for each. */
  path: Sql | null;
  /** Counts by device; otherwise `device` is null. */
  isByDevice: boolean;
}

/** About the row of `visits`: it says how the last page was left, unless the next view has reported it since. */
export const isLeftLast = sql`visits.left_seq = (select viewed.seq from visit_events as viewed where viewed.kind = 1
  and viewed.started_at = visits.started_at and viewed.visit_no = visits.visit_no order by viewed.seq desc limit 1)`;

/**
 * For a `with` after `open`: `stepped(path, device, code, step, times)`. How a page was left comes with the next view; of
 * the last page of a visit it is in the row of the visit, which may also still have what the next view has reported since.
 * Page, vital and step are packed into one number (36, 3 and 24 bits), because sorting takes most of the time.
 */
export function withStepped({ filter, path, isByDevice }: Measured): Sql {
  const isAsked = (column: Sql) => (path === null ? sql`+${column} > 0` : sql`+${column} = ${path}`);
  const passes = filter ?? sql`true`;
  // With a filter few visits are left, and their events are looked up; without one all events are gone through.
  const events = filter
    ? sql`open cross join visits on ${isWithin("visits", "open")} and ${passes} cross join visit_events
        on visit_events.started_at = visits.started_at and visit_events.visit_no = visits.visit_no`
    : sql`open cross join visit_events on ${isWithin("visit_events", "open")} cross join visits
        on visits.started_at = visit_events.started_at and visits.visit_no = visit_events.visit_no and visits.views > 0`;
  return sql`measured(path, device, vitals) as materialized (
      select visit_events.from_path, visits.device, visit_events.vitals from ${events}
      where visit_events.vitals is not null and ${isAsked(sql`visit_events.from_path`)}
      union all
      select visits.exit, visits.device, visits.left_vitals from open cross join visits on ${isWithin("visits", "open")}
      where visits.left_vitals is not null and ${isAsked(sql`visits.exit`)} and ${passes} and ${isLeftLast}),
    packed(packed, device, times) as materialized (
      select (measured.path << 27) | (${findCode(sql`vital.key`)} << 24)
        | min(${findStep(sql`vital.key`, sql`vital.value`)}, 16777215),
        ${isByDevice ? sql`device` : sql`null`}, count(*)
      from measured cross join json_each(measured.vitals) as vital where ${findCode(sql`vital.key`)} >= 0
      group by 1 ${isByDevice ? sql`, 2` : sql``}),
    stepped(path, device, code, step, times) as materialized (
      select packed >> 27, device, (packed >> 24) & 7, packed & 16777215, times from packed)`;
}

/** For a `with`: `name(path, device, times, counts)`, with the JSON of `daily_vitals`, from a table like `stepped`. */
export function withWritten(name: string, from: string): Sql {
  const before = sql`lag(place, 1, -1) over (partition by path, device, code order by place)`;
  return sql`${sql.table(name)}(path, device, times, counts) as materialized (
      select path, device, sum(times), json_group_object(code, text) from (
        select path, device, code, sum(times) as times,
          group_concat(${writeStep(sql`skipped`, sql`times`)}, '' order by place) as text
        from (select *, place - ${before} - 1 as skipped
          from (select *, ${findPlace(sql`code`, sql`step`)} as place from ${sql.table(from)}))
        group by 1, 2, 3)
      group by 1, 2)`;
}

/** The statements that count the vitals of one day. A day without any has a row, too. */
export function rollVitals(db: Db, { from, to }: Period): Compilable[] {
  const insert = sql`insert into daily_vitals (day, path, measured, counts, devices)
    with ${withSpans("open", [{ part: parts.current, from, to }])},
      ${withStepped({ filter: null, path: null, isByDevice: true })},
      each_device(path, device, code, step, times) as materialized (
        select * from stepped union all select 0, device, code, step, sum(times) from stepped group by 2, 3, 4),
      all_devices(path, device, code, step, times) as materialized (
        select path, null, code, step, sum(times) from each_device group by 1, 3, 4),
      ${withWritten("parted", "each_device")}, ${withWritten("whole", "all_devices")}
    select ${from}, whole.path, whole.times, whole.counts,
      (select json_group_object(device, json_object('times', times, 'counts', json(counts))) from parted
        where parted.path = whole.path)
    from whole`;
  const statements = [sql`delete from daily_vitals where day >= ${from} and day < ${to}`, insert];
  return statements.map((statement) => ({ compile: () => statement.compile(db) }));
}
