import { type Compilable, sql } from "kysely";
import { type Db, readRows } from "#worker/db/client.ts";
import { countRaw, writeFilter } from "./dimensions.ts";
import { listPeriods, type Part, parts, withOpen, withRolled } from "./spans.ts";
import { type Dimension, type FiguresQuery, listedRows, type Panel } from "./types.ts";

interface ListedValue {
  value: string;
  label: string | null;
  visits: number;
  hits: number;
  before: number;
  found: number;
}

/** The values of one dimension with the most visits. */
export function selectPanel(db: Db, dimension: Dimension, query: FiguresQuery): Compilable<ListedValue> {
  const filter = writeFilter(query.filters);
  const periods = listPeriods(query);
  const raw = countRaw(dimension, filter);
  const isSection = dimension === "section";
  const rolledKey = isSection ? sql`(select value from dimension_values where id = figures.value)` : sql`figures.value`;
  const rolled = sql`select part, ${rolledKey}, figures.visits, figures.hits
    from rolled cross join daily_figures as figures on figures.day = rolled.day and figures.dimension = ${sql.lit(dimension)}
    union all`;
  const select = sql<ListedValue>`with ${filter ? withOpen(periods) : withRolled(periods)},
    counted(part, key, visits, hits) as (${filter ? sql`` : rolled} ${raw}),
    summed(key, visits, hits, before) as (
      select key, ${sumOf("visits", parts.current)}, ${sumOf("hits", parts.current)},
        ${sumOf("visits", parts.previous)}
      from counted group by key having ${sumOf("visits", parts.current)} > 0)
    select ${isSection ? sql`key` : sql`coalesce(word.value, '')`} as value,
      ${isSection ? sql`null` : sql`word.label`} as label, visits, hits, before, count(*) over () as found
    from summed ${isSection ? sql`` : sql`left join dimension_values as word on word.id = key`}
    order by visits desc, 1 limit ${query.listed ?? listedRows}`;
  return { compile: () => select.compile(db) };
}

function sumOf(column: "visits" | "hits", part: Part) {
  return sql`sum(iif(part = ${sql.lit(part)}, ${sql.ref(column)}, 0))`;
}

export function toPanel(
  select: Compilable<ListedValue>,
  result: D1Result | undefined,
  { previous }: Pick<FiguresQuery, "previous">,
): Panel {
  const found = readRows(select, result);
  const rows = found.map(({ value, label, visits, hits, before }) => ({
    value,
    label,
    visits,
    hits,
    before: previous ? before : null,
  }));
  return { rows, more: (found[0]?.found ?? 0) - rows.length };
}
