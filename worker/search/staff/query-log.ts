import { type Compilable, type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";

/** What visitors who accepted searched for, each text once: no row is about one of them. */
export interface LoggedQuery {
  text: string;
  times: number;
  /** How many of these times nothing was found. */
  empty: number;
  /** How many times something was found and none of it was opened in that visit before the next search. */
  unopened: number;
  /** How much was found the last time; null where that is unknown. */
  found: number | null;
  /** Epoch milliseconds. */
  lastAt: number;
  /** Of all texts, also those that are not listed. */
  all: number;
}

export type LogShown = "all" | "nothing" | "unopened";
export type LogSort = "times" | "last";

interface LogQuery {
  from: number;
  to: number;
  shown: LogShown;
  /** Part of the text; "" for all. */
  words: string;
  sort: LogSort;
  skip: number;
  most: number;
}

/** The searches of some days, as visitor analytics has them. All events of these days are read: 90 days at most. */
export async function readQueryLog(db: Db, query: LogQuery): Promise<LoggedQuery[]> {
  const { from, to, shown, words, sort, skip, most } = query;
  const where: Record<LogShown, RawBuilder<unknown>> = {
    all: sql`true`,
    nothing: sql`empty > 0`,
    unopened: sql`unopened > 0`,
  };
  const order = sort === "times" ? sql`times desc, last_at desc` : sql`last_at desc`;
  const { rows } = await sql<Omit<LoggedQuery, "lastAt"> & { last_at: number }>`
    with sought as (${selectSought({ from, to })}),
    counted as (
      select value, count(*) as times, sum(amount = 0) as empty, sum(amount > 0 and opened is null) as unopened,
        max(at) as last_at, amount as found
      from sought group by value)
    select word.value as text, times, coalesce(empty, 0) as empty, coalesce(unopened, 0) as unopened, found, last_at,
      count(*) over () as "all"
    from counted join dimension_values as word on word.id = counted.value
    where ${where[shown]} and instr(word.value, ${words.toLowerCase()}) > 0
    order by ${order}, text limit ${most} offset ${skip}`.execute(db);
  return Array.from(rows, ({ last_at, ...row }) => ({ ...row, lastAt: last_at }));
}

/**
 * How often each text was sought from about `from` to now, the most frequent first: days that are rolled by their sums, what
 * came after them from the visits.
 */
export function selectLogged(db: Db, { from, most }: { from: number; most: number }): Compilable<LoggedTimes> {
  const select = sql<LoggedTimes>`
    with counted as (
      select value, hits as times from daily_figures where day >= ${from} and dimension = 'search'
        and day in (select day from rolled_days where day >= ${from})
      union all
      select value, 1 from visit_events where +kind = 2 and +name = ${idOf("search")}
        and started_at >= max(${from}, coalesce((select max(ends) from rolled_days), 0)))
    select word.value as text, sum(times) as times from counted
    join dimension_values as word on word.id = counted.value
    group by counted.value order by times desc, text limit ${most}`;
  return { compile: () => select.compile(db) };
}

export interface LoggedTimes {
  text: string;
  times: number;
}

/** Each search with whether one of its results was opened after it, and before the next one. */
function selectSought({ from, to }: Pick<LogQuery, "from" | "to">) {
  return sql`select value, amount, at, iif(next_name = ${idOf("search-result")}, 1, null) as opened from (
      select name, value, amount, started_at + at_ms as at,
        lead(name) over (partition by started_at, visit_no order by seq) as next_name
      from visit_events where started_at >= ${from} and started_at < ${to} and +kind = 2
        and +name in (${idOf("search")}, ${idOf("search-result")}))
    where name = ${idOf("search")}`;
}

function idOf(name: string) {
  return sql`(select id from dimension_values where dimension = 'event' and value = ${sql.lit(name)})`;
}

/** How often visitors who accepted sought each text in 30 days, the most frequent first. Asks once. */
export async function readFrequent(db: Db, now: number, most = 200): Promise<LoggedTimes[]> {
  const query = selectLogged(db, { from: now - 30 * day, most });
  const [result] = await runBatch(db, [query]);
  return readRows(query, result);
}
