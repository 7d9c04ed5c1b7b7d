/**
 * Panels of visits that pass filters, all in one query: the visits are read once, with the columns that are asked for, and
 * each panel is counted of that.
 */
import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { cutSection, findName, isCounted, isVisitDimension, keyColumn, writeFilter } from "./dimensions.ts";
import { countProperties, nameOfKey, selectName, writeProperty } from "./properties.ts";
import { isWithin, listPeriods, parts, type Part, withOpen } from "./spans.ts";
import { type Dimension, type EventDimension, type FiguresQuery, listedRows, type VisitDimension } from "./types.ts";

export interface ListedValue {
  /** Its place among the dimensions that were asked for. */
  panel: number;
  value: string;
  label: string | null;
  visits: number;
  hits: number;
  before: number;
  found: number;
}

/** D1 takes no more queries than these in one union. */
const mostInUnion = 5;

/** The values of each of these dimensions with the most visits. */
export function selectFilteredPanels(
  db: Db,
  dimensions: readonly Dimension[],
  query: FiguresQuery,
): Compilable<ListedValue> {
  const periods = listPeriods(query);
  const range = { from: Math.min(...periods.map(({ from }) => from)), to: Math.max(...periods.map(({ to }) => to)) };
  const filter = writeFilter(query.filters, range) ?? sql`true`;
  const ofVisits = dimensions.filter(isVisitDimension);
  const ofEvents = dimensions.filter((dimension) => !isVisitDimension(dimension)) as EventDimension[];
  const panelOf = (dimension: Dimension) => sql.lit(dimensions.indexOf(dimension));
  const counts = [
    ...(ofVisits.length > 0 ? [countVisits(ofVisits, panelOf)] : []),
    ...ofEvents.map((dimension) => countEvents(dimension, panelOf(dimension))),
  ];
  const property = dimensions.indexOf("property");
  const isAsked =
    property >= 0 && query.propertiesOf
      ? sql`panel <> ${sql.lit(property)} or ${nameOfKey(sql`key`)} = ${selectName(query.propertiesOf)}`
      : sql`true`;
  const select = sql<ListedValue>`with ${withOpen(periods)},
    passing(part, started_at, visit_no, views ${listColumns(ofVisits, "")}) as materialized (
      select open.part, visits.started_at, visits.visit_no, visits.views ${listColumns(ofVisits, "visits.")}
      from open cross join visits on ${isWithin("visits", "open")} and ${filter}),
    named(part, started_at, visit_no, path, name, value, properties) as materialized (
      select passing.part, passing.started_at, passing.visit_no, visit_events.path, visit_events.name, visit_events.value,
        visit_events.properties
      from ${eventsOfPassing} and visit_events.kind = 2 and visit_events.name > 0),
    sections(path, section) as materialized (
      select word.id, min(word.id) over (partition by ${cutSection(sql`word.value`)})
      from dimension_values as word where word.dimension = 'path'),
    grouped(part, visits, views ${listColumns(ofVisits, "")}) as materialized (
      select part, count(*), sum(views) ${listColumns(ofVisits, "")} from passing
      group by part ${listColumns(ofVisits, "")}),
    ${uniteAll(counts)},
    summed(panel, key, visits, hits, before) as (
      select panel, key, ${sumOf("visits", parts.current)}, ${sumOf("hits", parts.current)},
        ${sumOf("visits", parts.previous)}
      from counted where ${isAsked} group by 1, 2 having ${sumOf("visits", parts.current)} > 0),
    written(panel, value, label, visits, hits, before) as (
      select panel, ${writeValue(dimensions)}, ${writeLabel(dimensions)}, visits, hits, before
      from summed left join dimension_values as word on word.id = summed.key),
    placed as (
      select *, row_number() over (partition by panel order by visits desc, value) as place,
        count(*) over (partition by panel) as found
      from written)
    select panel, value, label, visits, hits, before, found from placed
    where place <= ${query.listed ?? listedRows} order by panel, place`;
  return { compile: () => select.compile(db) };
}

const eventsOfPassing = sql`passing cross join visit_events
  on visit_events.started_at = passing.started_at and visit_events.visit_no = passing.visit_no`;

/** `, visits.source, visits.country`. */
function listColumns(dimensions: readonly VisitDimension[], prefix: "" | "visits."): Sql {
  return sql.join(
    dimensions.map((dimension) => sql`, ${sql.ref(`${prefix}${dimension}`)}`),
    sql` `,
  );
}

/** Visits with the same values in all dimensions are few, and each dimension is counted of them. */
function countVisits(dimensions: readonly VisitDimension[], panelOf: (dimension: Dimension) => Sql): Sql {
  const keys = dimensions.map((dimension) => sql`when ${panelOf(dimension)} then ${sql.ref(dimension)}`);
  const panels = sql.join(dimensions.map(panelOf));
  return sql`select panels.value, part, case panels.value ${sql.join(keys, sql` `)} end, sum(visits), sum(views)
    from grouped cross join json_each(json_array(${panels})) as panels group by 1, 2, 3`;
}

/** Each visit once for each key, and how many times it happened. */
function countEvents(dimension: EventDimension, panel: Sql): Sql {
  if (dimension === "property")
    return sql`select ${panel}, part, key, count(*), sum(times) from (${countProperties(sql`named`)}) group by 2, 3`;
  const column = sql.ref(keyColumn(dimension));
  const isView = dimension === "page" || dimension === "section";
  const key = dimension === "section" ? sql`sections.section` : isView ? sql`visit_events.path` : sql`named.${column}`;
  const events = isView ? sql`${eventsOfPassing} and ${isCounted(dimension)}` : sql`named`;
  const sections = dimension === "section" ? sql`cross join sections on sections.path = visit_events.path` : sql``;
  const name = findName(dimension);
  const of = sql.ref(isView ? "passing" : "named");
  return sql`select ${panel}, part, key, count(*), sum(times) from (
      select ${of}.part, ${of}.started_at, ${of}.visit_no, ${key} as key, count(*) as times
      from ${events} ${sections} ${name ? sql`where named.name = ${name}` : sql``} group by 1, 2, 3, 4)
    group by 2, 3`;
}

/** `counted(panel, part, key, visits, hits)`: everything that was counted, no more of it in one union than D1 takes. */
function uniteAll(counts: readonly Sql[]): Sql {
  const columns = sql`(panel, part, key, visits, hits) as materialized`;
  const unions = Array.from({ length: Math.ceil(counts.length / mostInUnion) }, (_, index) => {
    const own = counts.slice(index * mostInUnion, (index + 1) * mostInUnion);
    return { name: sql.ref(`counted_${index}`), union: sql.join(own, sql` union all `) };
  });
  const all = unions.map(({ name }) => sql`select * from ${name}`);
  return sql`${sql.join(unions.map(({ name, union }) => sql`${name}${columns} (${union})`))},
    counted${columns} (${sql.join(all, sql` union all `)})`;
}

function writeValue(dimensions: readonly Dimension[]): Sql {
  const others: readonly [Dimension, Sql][] = [
    ["section", cutSection(sql`word.value`)],
    ["property", writeProperty(sql`summed.key`)],
  ];
  return others.reduce(
    (text, [dimension, own]) => {
      const panel = dimensions.indexOf(dimension);
      return panel < 0 ? text : sql`iif(panel = ${sql.lit(panel)}, ${own}, ${text})`;
    },
    sql`coalesce(word.value, '')`,
  );
}

function writeLabel(dimensions: readonly Dimension[]): Sql {
  const section = dimensions.indexOf("section");
  return section < 0 ? sql`word.label` : sql`iif(panel = ${sql.lit(section)}, null, word.label)`;
}

/** Of the rows of `counted` that are of one of the two periods. */
export function sumOf(column: "visits" | "hits", part: Part): Sql {
  return sql`sum(iif(part = ${sql.lit(part)}, ${sql.ref(column)}, 0))`;
}
