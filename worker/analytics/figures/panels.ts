import { type Compilable, sql } from "kysely";
import { type Db, readRows } from "#worker/db/client.ts";
import { countRaw } from "./dimensions.ts";
import { type ListedValue, selectFilteredPanels, sumOf } from "./filtered-panels.ts";
import { nameOfKey, packKey, selectName, writeProperty } from "./properties.ts";
import { listPeriods, parts, withRolled } from "./spans.ts";
import { type Dimension, type FiguresQuery, listedRows, type Panel } from "./types.ts";

/** One query, and the panels that it is about. */
export interface PanelsQuery {
  dimensions: readonly Dimension[];
  select: Compilable<ListedValue>;
}

/**
 * The values of each dimension with the most visits: a query for each one, as sums of days have it; where filters apply, one
 * for all of them.
 */
export function selectPanels(db: Db, query: FiguresQuery): PanelsQuery[] {
  const { panels: dimensions, filters } = query;
  if (filters.length > 0 && dimensions.length > 0)
    return [{ dimensions, select: selectFilteredPanels(db, dimensions, query) }];
  return dimensions.map((dimension) => ({ dimensions: [dimension], select: selectPanel(db, dimension, query) }));
}

function selectPanel(db: Db, dimension: Dimension, query: FiguresQuery): Compilable<ListedValue> {
  const periods = listPeriods(query);
  const isSection = dimension === "section";
  const isProperty = dimension === "property";
  const rolledKey = isSection
    ? sql`(select value from dimension_values where id = figures.value)`
    : isProperty
      ? packKey(sql`figures.value`, sql`figures.detail`)
      : sql`figures.value`;
  const value = isSection ? sql`key` : isProperty ? writeProperty(sql`key`) : sql`coalesce(word.value, '')`;
  const isPlain = !isSection && !isProperty;
  const isAsked =
    isProperty && query.propertiesOf ? sql`where ${nameOfKey(sql`key`)} = ${selectName(query.propertiesOf)}` : sql``;
  const select = sql<ListedValue>`with ${withRolled(periods)},
    counted(part, key, visits, hits) as (
      select part, ${rolledKey}, figures.visits, figures.hits
      from rolled cross join daily_figures as figures
        on figures.day = rolled.day and figures.dimension = ${sql.lit(dimension)}
      union all ${countRaw(dimension)}),
    summed(key, visits, hits, before) as (
      select key, ${sumOf("visits", parts.current)}, ${sumOf("hits", parts.current)},
        ${sumOf("visits", parts.previous)}
      from counted ${isAsked} group by key having ${sumOf("visits", parts.current)} > 0)
    select 0 as panel, ${value} as value,
      ${isPlain ? sql`word.label` : sql`null`} as label, visits, hits, before, count(*) over () as found
    from summed ${isPlain ? sql`left join dimension_values as word on word.id = key` : sql``}
    order by visits desc, 2 limit ${query.listed ?? listedRows}`;
  return { compile: () => select.compile(db) };
}

/** The panels that the answers to `selectPanels` are. */
export function toPanels(
  queries: readonly PanelsQuery[],
  results: readonly (D1Result | undefined)[],
  { previous }: Pick<FiguresQuery, "previous">,
): Partial<Record<Dimension, Panel>> {
  const panels = queries.flatMap(({ dimensions, select }, index) => {
    const found = Map.groupBy(readRows(select, results[index]), ({ panel }) => panel);
    return dimensions.map((dimension, place) => {
      const own = found.get(place) ?? [];
      const rows = own.map(({ value, label, visits, hits, before }) => ({
        value,
        label,
        visits,
        hits,
        before: previous ? before : null,
      }));
      return [dimension, { rows, more: (own[0]?.found ?? 0) - rows.length }] as const;
    });
  });
  return Object.fromEntries(panels);
}
