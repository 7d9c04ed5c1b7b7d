import { type Compilable, sql } from "kysely";
import { day, hour, minute } from "#app/shared/durations.ts";
import { listBuckets, listDays, listMonths } from "#app/shared/zoned-buckets.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { countRaw, cutSection } from "./dimensions.ts";
import { sumVisits } from "./series.ts";
import { isWithin, parts, type Span, withSpans } from "./spans.ts";
import { type Dimension, eventDimensions, type Period, visitDimensions } from "./types.ts";
import { selectAnalyticsZone } from "./zone.ts";

/** A visit that began in the last minute of a day ends half an hour later at the earliest; its last message needs a while. */
const settling = 35 * minute;

/** Most days that one run computes; the rest waits five minutes. */
const daysAtOnce = 20;

/**
 * Computes the figures of days of the site's zone that are over and are not rolled, the oldest first; then the visitors of
 * months that are over and whose days are all rolled. A day is deleted and computed as a whole in one transaction, so that
 * runs may be repeated, and may meet. A day whose visits are past their term, or in the archive alone, keeps its figures as they are.
 */
export async function rollDays(db: Db): Promise<{ days: number; months: number }> {
  const at = now();
  const kept = at - readLength(terms.visits) + day;
  await markKept(db, kept);
  await forgetWords(db, kept);
  const { zone, first, rolled, moved } = await readState(db);
  if (first === null || first >= at) return { days: 0, months: 0 };
  const known = new Set(rolled);
  const hasMoved = ({ from, to }: Period) => moved.some((gone) => gone.day < to && gone.ends > from);
  const isOver = ({ from, to }: Period) => to + settling <= at && from >= kept;
  const months = listMonths({ from: first, to: at }, zone);
  // The first month as a whole: it is frozen once all of its days are rolled.
  const days = listDays({ from: months[0]?.from ?? first, to: at }, zone);
  const due = days.filter((each) => isOver(each) && !known.has(each.from) && !hasMoved(each)).slice(0, daysAtOnce);
  for (const span of due) await runBatch(db, rollDay(db, span, zone));
  const touched = months.filter(
    (month) => isOver(month) && due.some(({ from }) => from >= month.from && from < month.to),
  );
  const freezes = touched.map((month) => freezeMonth(db, month, { days: listDays(month, zone).length, zone }));
  const frozen = freezes.length > 0 ? await runBatch(db, freezes) : [];
  return { days: due.length, months: frozen.reduce((sum, { meta }) => sum + meta.changes, 0) };
}

async function readState(db: Db) {
  const zone = selectAnalyticsZone(db);
  const first = db.selectFrom("visits").select(({ fn, ref }) => fn.min<number | null>(ref("started_at")).as("first"));
  const rolled = db.selectFrom("rolled_days").select("day");
  const moved = db.selectFrom("archived_days").select(["day", "ends"]).where("moved_at", "is not", null);
  const results = await runBatch(db, [zone, first, rolled, moved]);
  return {
    zone: readRow(zone, results[0]).zone,
    first: readRow(first, results[1]).first,
    rolled: readRows(rolled, results[2]).map((row) => row.day),
    moved: readRows(moved, results[3]),
  };
}

/** The last days before `kept` that an erasure has changed: some of their visits are gone already. */
async function markKept(db: Db, kept: number): Promise<void> {
  await sql`insert into rolled_days (day, ends) select day, value from daily_figures
    where day >= ${kept - 3 * day} and day < ${kept} and dimension = 'total' on conflict do nothing`.execute(db);
}

/** What single visitors sought or asked for goes from the figures of a day when its visits do. */
async function forgetWords(db: Db, kept: number): Promise<void> {
  await sql`delete from daily_figures where day >= ${kept - 3 * day} and day < ${kept}
    and dimension in ('search', 'missing')`.execute(db);
}

/** The statements that compute one day. Where its visits are behind, or change later, it is not rolled. */
function rollDay(db: Db, { from, to }: Period, zone: string): Compilable[] {
  const open = withSpans("open", [{ part: parts.current, from, to }]);
  const hours = listBuckets({ from, to }, "hour", zone).map((each): Span => ({
    part: parts.current,
    from: each.from,
    to: each.to,
  }));
  const insertSums = (dimension: string, spans: readonly Span[], value: string) => sql`
    insert into daily_figures (day, dimension, value, visitors, visits, views, bounces, engaged_ms)
    with ${withSpans("spans", spans)},
      summed(value, figures) as (
        select ${sql.ref(value)}, (select ${sumVisits(true)} from visits where ${isWithin("visits", "spans")}) from spans)
    select ${from}, ${sql.lit(dimension)}, value, figures ->> 0, figures ->> 1, figures ->> 2, figures ->> 3, figures ->> 4
    from summed where ${sql.lit(dimension)} = 'total' or figures ->> 1 > 0`;
  const insertCounts = (dimension: Dimension) => {
    const isSection = dimension === "section";
    const value = isSection
      ? sql`(select id from dimension_values where dimension = 'section' and value = counted.key)`
      : sql`counted.key`;
    return sql`insert into daily_figures (day, dimension, value, visits, hits)
      with ${open}, counted(part, key, visits, hits) as (${countRaw(dimension, null)})
      select ${from}, ${sql.lit(dimension)}, ${value}, visits, hits from counted where true`;
  };
  const section = cutSection(sql`word.value`);
  const statements = [
    sql`delete from rolled_days where day >= ${from} and day < ${to}`,
    sql`delete from daily_figures where day >= ${from} and day < ${to}`,
    sql`delete from monthly_visitors where month <= ${from} and ends > ${from}`,
    sql`insert into dimension_values (dimension, value)
      select distinct 'section', ${section} from visit_events cross join dimension_values as word on word.id = visit_events.path
      where visit_events.started_at >= ${from} and visit_events.started_at < ${to} and visit_events.kind = 1
        and not exists (select 1 from dimension_values as known where known.dimension = 'section' and known.value = ${section})
      on conflict do nothing`,
    insertSums("total", [{ part: parts.current, from, to }], "ends"),
    insertSums("hour", hours, "starts"),
    ...[...visitDimensions, ...eventDimensions].map(insertCounts),
    sql`insert into rolled_days (day, ends) select ${from}, ${to} where not exists (
      select 1 from stale_hours where hour < ${to} and hour > ${from - hour}) and ${isStill(zone)}`,
  ];
  return statements.map((statement) => ({ compile: () => statement.compile(db) }));
}

/** False once somebody has given the figures another zone while the job ran. */
function isStill(zone: string) {
  return sql`(select zone from analytics_settings where id = 'site') = ${zone}`;
}

/** Counts the visitors of a month, if all its days are still rolled. */
function freezeMonth(db: Db, { from, to }: Period, { days, zone }: { days: number; zone: string }): Compilable {
  const insert = sql`insert into monthly_visitors (month, ends, visitors)
    select ${from}, ${to}, count(distinct visits.visitor) from visits
    where visits.started_at >= ${from} and visits.started_at < ${to} and visits.views > 0
    having (select count(*) from rolled_days where day >= ${from} and day < ${to}) = ${days} and ${isStill(zone)}
    on conflict (month) do update set ends = excluded.ends, visitors = excluded.visitors`;
  return { compile: () => insert.compile(db) };
}
