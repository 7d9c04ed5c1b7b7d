import { sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { DropReason } from "#worker/db/analytics-tables.ts";

/** How many paths the overview lists. */
const listedPaths = 50;

/** Figures of whole UTC days, today included as far as it has come. */
export interface Overview {
  /** Start of the first day, epoch milliseconds. */
  since: number;
  /** When the figures were read. */
  readAt: number;
  accepted: number;
  rejected: number;
  /** Visitors with a view in the range. They all accepted. */
  visitors: number;
  views: number;
  /** One for each day of the range, in order; `start` is its midnight. */
  byDay: { start: number; views: number; visitors: number }[];
  /** The most viewed first, at most 50 of `paths`. */
  byPath: { path: string; title: string; views: number; visitors: number }[];
  paths: number;
  dropped: { reason: DropReason; count: number }[];
}

/** Counts choices and views of the last `days` UTC days, in one round trip. */
export async function readOverview(db: Db, { days, now }: { days: number; now: number }): Promise<Overview> {
  const today = Math.floor(now / day);
  const first = today - days + 1;
  const since = first * day;
  // A visit belongs to the day on which it began.
  const startDay = sql<number>`visits.started_at / ${sql.lit(day)}`;
  // A visitor's clock may be a day ahead: such a visit is shown once its day has come.
  const until = (today + 1) * day;

  const totals = db
    .selectFrom("consent_records")
    .select(({ fn, ref }) => [ref("status").$castTo<string>().as("name"), fn.countAll<number>().as("count")])
    .where("chosen_at", ">=", since)
    .where("chosen_at", "<", until)
    .groupBy("status")
    .unionAll(
      db
        .selectFrom("dropped_records")
        .select(({ fn, ref }) => [ref("reason").$castTo<string>().as("name"), fn.countAll<number>().as("count")])
        .where("dropped_at", ">=", since)
        .groupBy("reason"),
    )
    .unionAll(
      db
        .selectFrom("visits")
        .select(({ fn }) => [sql<string>`'visitors'`.as("name"), fn.count<number>("visitor").distinct().as("count")])
        .where("started_at", ">=", since)
        .where("started_at", "<", until),
    );
  const byDay = db
    .selectFrom("visits")
    .select(({ fn }) => [
      startDay.as("day"),
      fn.sum<number>("views").as("views"),
      fn.count<number>("visitor").distinct().as("visitors"),
    ])
    .where("started_at", ">=", since)
    .where("started_at", "<", until)
    .groupBy(startDay);
  const byPath = db
    .selectFrom("visit_events")
    .innerJoin("visits", (join) =>
      join
        .onRef("visits.started_at", "=", "visit_events.started_at")
        .onRef("visits.visit_no", "=", "visit_events.visit_no"),
    )
    .innerJoin("dimension_values", "dimension_values.id", "visit_events.path")
    .select(({ fn }) => [
      "dimension_values.value as path",
      sql<string>`coalesce(dimension_values.label, '')`.as("title"),
      fn.countAll<number>().as("views"),
      fn.count<number>("visits.visitor").distinct().as("visitors"),
      sql<number>`count(*) over ()`.as("paths"),
    ])
    .where("visit_events.started_at", ">=", since)
    .where("visit_events.started_at", "<", until)
    .where("visit_events.kind", "=", 1)
    .groupBy("visit_events.path")
    .orderBy("views", "desc")
    .orderBy("path")
    .limit(listedPaths);

  const [totalRows, dayRows, pathRows] = await runBatch(db, [totals, byDay, byPath]);
  const counts = new Map(readRows<{ name: string; count: number }>(totalRows).map((row) => [row.name, row.count]));
  const count = (name: string) => counts.get(name) ?? 0;
  const viewed = new Map(
    readRows<{ day: number; views: number; visitors: number }>(dayRows).map((row) => [row.day, row]),
  );
  const paths = readRows<Overview["byPath"][number] & { paths: number }>(pathRows);
  return {
    since,
    readAt: now,
    accepted: count("accepted"),
    rejected: count("rejected"),
    visitors: count("visitors"),
    views: [...viewed.values()].reduce((sum, row) => sum + row.views, 0),
    byDay: Array.from({ length: days }, (_, index) => ({
      start: (first + index) * day,
      views: viewed.get(first + index)?.views ?? 0,
      visitors: viewed.get(first + index)?.visitors ?? 0,
    })),
    byPath: paths.map(({ path, title, views, visitors }) => ({ path, title, views, visitors })),
    paths: paths[0]?.paths ?? 0,
    dropped: (["bot", "clock", "invalid", "excess", "automated"] as const)
      .map((reason) => ({ reason, count: count(reason) }))
      .filter((row) => row.count > 0),
  };
}

function readRows<Row>(result: D1Result | undefined): Row[] {
  return (result?.results ?? []) as Row[];
}
