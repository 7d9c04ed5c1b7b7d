import { type Compilable, sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { listBuckets, listDays } from "#shared/dates/zoned-buckets.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { rollChoices } from "./coverage.ts";
import { rollVitals } from "./count-vitals.ts";
import { countRaw, cutSection } from "./dimensions.ts";
import { cutDays } from "./cut-days.ts";
import { nameOfKey, wordOfKey } from "./properties.ts";
import { rollVisitors } from "./roll-visitors.ts";
import { sumVisits } from "./series.ts";
import { isWithin, parts, type Span, withSpans } from "./spans.ts";
import { type Dimension, eventDimensions, type Period, visitDimensions } from "./types.ts";
import { selectAnalyticsZone } from "./zone.ts";

/** A visit that began in the last minute of a day ends half an hour later at the earliest; its last message needs a while. */
const settling = 35 * minute;

/** Most days that one run computes; the rest waits five minutes. */
const daysAtOnce = 20;

/**
 * Computes the figures of days of the site's zone that are over and are not rolled, the oldest first. A day is deleted and
 * computed as a whole in one transaction, so that runs may be repeated, and may meet. It may open later days, which are
 * computed in the same run. A day whose visits are past their term, or in the archive alone, keeps its figures as they are;
 * the rest of a day of another zone is a day of its own.
 */
export function rollDays(db: Db): Promise<{ days: number }> {
  return rollBefore(db, Infinity);
}

async function rollBefore(db: Db, end: number): Promise<{ days: number }> {
  const at = now();
  const oldest = at - readLength(terms.visits) + day;
  await markPast(db, oldest);
  await forgetWords(db, oldest);
  const { zone, rolled, moved, ...state } = await readState(db, oldest);
  // A day all of whose visits were erased is computed again, too.
  const first = Math.min(state.firstVisit ?? at, state.firstFigures ?? at);
  const isDue = (span: Period) => span.to + settling <= at && span.from >= oldest && span.from < end;
  const over = cutDays(listDays({ from: first, to: at }, zone), moved).filter(isDue);
  const firstDay = Math.min(state.firstDay ?? first, first);
  let known = new Set(rolled);
  let count = 0;
  for (const { from, to } of over) {
    if (known.has(from)) continue;
    if (count === daysAtOnce) break;
    count += 1;
    const listRolled = selectRolled(db);
    const results = await runBatch(db, [
      ...rollDay(db, { from, to, zone, oldest, first: firstDay, moved }),
      listRolled,
    ]);
    known = new Set(readRows(listRolled, results.at(-1)).map((row) => row.day));
  }
  return { days: count };
}

/**
 * Computes days at once that an erasure has opened among days whose visits the archive alone has: visitors of a period are read
 * from the visits from its first open day on, so until then those of the moved days after it would be missing.
 */
export async function rollBeforeMoved(db: Db): Promise<void> {
  const moved = db.selectFrom("archived_days").where("moved_at", "is not", null);
  const { until } = await moved
    .select(({ fn, ref }) => fn.max<number | null>(ref("ends")).as("until"))
    .executeTakeFirstOrThrow();
  if (until !== null) await rollBefore(db, until);
}

async function readState(db: Db, oldest: number) {
  const zone = selectAnalyticsZone(db);
  const first = db.selectFrom("visits").select(({ fn, ref }) => fn.min<number | null>(ref("started_at")).as("first"));
  const figures = db.selectFrom("daily_figures").select(({ fn, ref }) => fn.min<number | null>(ref("day")).as("first"));
  const computable = figures.where("day", ">=", oldest);
  const rolled = selectRolled(db);
  const moved = db
    .selectFrom("archived_days")
    .select(["day as from", "ends as to"])
    .where("moved_at", "is not", null)
    .orderBy("ends");
  const results = await runBatch(db, [zone, first, figures, computable, rolled, moved]);
  return {
    zone: readRow(zone, results[0]).zone,
    firstVisit: readRow(first, results[1]).first,
    /** With figures, whether or not its visits are kept. */
    firstDay: readRow(figures, results[2]).first,
    firstFigures: readRow(computable, results[3]).first,
    rolled: readRows(rolled, results[4]).map((row) => row.day),
    moved: readRows(moved, results[5]),
  };
}

function selectRolled(db: Db) {
  return db.selectFrom("rolled_days").select("day");
}

/** For a `with`: `past(day)`, the days before `oldest` that have figures, each by one step in the index. */
function withPast(oldest: number) {
  return sql`recursive past(day) as (
    select min(day) from daily_figures where day < ${oldest}
    union all
    select (select min(day) from daily_figures where daily_figures.day > past.day and daily_figures.day < ${oldest})
    from past where past.day is not null)`;
}

/** Days before `oldest` that an erasure has changed: some of their visits are gone already. */
async function markPast(db: Db, oldest: number): Promise<void> {
  await sql`with ${withPast(oldest)} insert into rolled_days (day, ends)
    select figures.day, figures.value from past cross join daily_figures as figures
      on figures.day = past.day and figures.dimension = 'total'
    where not exists (select 1 from rolled_days where rolled_days.day = past.day)`.execute(db);
}

/** What single visitors sought or asked for goes from the figures of a day when its visits do. */
async function forgetWords(db: Db, oldest: number): Promise<void> {
  await sql`with ${withPast(oldest)} delete from daily_figures
    where day in (select day from past) and dimension in ('search', 'missing')`.execute(db);
}

/** The statements that compute one day. Where its visits are behind, or change later, it is not rolled. */
export function rollDay(db: Db, span: Parameters<typeof rollVisitors>[0]): Compilable[] {
  const { from, to, zone } = span;
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
    const isProperty = dimension === "property";
    const value = isSection
      ? sql`(select id from dimension_values where dimension = 'section' and value = counted.key)`
      : isProperty
        ? nameOfKey(sql`counted.key`)
        : sql`counted.key`;
    const detail = isProperty ? wordOfKey(sql`counted.key`) : sql`0`;
    return sql`insert into daily_figures (day, dimension, value, detail, visits, hits)
      with ${open}, counted(part, key, visits, hits) as (${countRaw(dimension)})
      select ${from}, ${sql.lit(dimension)}, ${value}, ${detail}, visits, hits from counted where true`;
  };
  const section = cutSection(sql`word.value`);
  const statements = [
    sql`delete from rolled_days where day >= ${from} and day < ${to}`,
    sql`delete from daily_figures where day >= ${from} and day < ${to}`,
    sql`insert into dimension_values (dimension, value)
      select distinct 'section', ${section} from visit_events cross join dimension_values as word on word.id = visit_events.path
      where visit_events.started_at >= ${from} and visit_events.started_at < ${to} and visit_events.kind = 1
        and not exists (select 1 from dimension_values as known where known.dimension = 'section' and known.value = ${section})
      on conflict do nothing`,
    insertSums("total", [{ part: parts.current, from, to }], "ends"),
    insertSums("hour", hours, "starts"),
    ...[...visitDimensions, ...eventDimensions].map(insertCounts),
    ...rollVisitors(span),
    rollChoices(span),
    sql`insert into rolled_days (day, ends) select ${from}, ${to} where not exists (
      select 1 from stale_hours where hour < ${to} and hour > ${from - hour}) and ${isStill(zone)}`,
  ];
  return [
    ...statements.map((statement) => ({ compile: () => statement.compile(db) })),
    ...rollVitals(db, { from, to }),
  ];
}

/** False once somebody has given the figures another zone while the job ran. */
function isStill(zone: string) {
  return sql`(select zone from analytics_settings where id = 'site') = ${zone}`;
}
