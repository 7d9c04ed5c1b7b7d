/** How each dimension is counted, in one place for days that are rolled, days that are not, and filters. */
import { sql } from "kysely";
import type { Sql } from "../insert-rows.ts";
import { countProperties, hasProperty } from "./properties.ts";
import { isWithin } from "./spans.ts";
import { reachesOwnGoal } from "./terms.ts";
import {
  type Dimension,
  type EventDimension,
  type Filter,
  goals,
  type Period,
  type VisitDimension,
  visitDimensions,
} from "./types.ts";

interface CountedEvents {
  /** Of visit_events: 1 for views, 2 for named events. */
  kind: 1 | 2;
  /** The one name that is counted; all of them where there is none. */
  name?: string;
  /** The column to group by. */
  column: "path" | "name" | "value";
}

const eventSources: Record<EventDimension, CountedEvents> = {
  page: { kind: 1, column: "path" },
  section: { kind: 1, column: "path" },
  event: { kind: 2, column: "name" },
  property: { kind: 2, column: "name" },
  outbound: { kind: 2, name: "outbound", column: "value" },
  download: { kind: 2, name: "download", column: "value" },
  search: { kind: 2, name: "search", column: "value" },
  missing: { kind: 2, name: "missing", column: "path" },
};

/** Under which dimension of dimension_values the words of a column are. */
const wordsOf = { path: "path", name: "event", value: "data" } as const;

/** A visit of one view with less than ten active seconds and no event. */
export const isBounce = sql`(visits.views = 1 and visits.events = 0 and visits.engaged_ms < 10000)`;

export function isVisitDimension(dimension: Dimension): dimension is VisitDimension {
  return (visitDimensions as readonly string[]).includes(dimension);
}

/** `/insights` of `/insights/leaving-a-data-centre`; the home page is a section of its own. `path` is SQL. */
export function cutSection(path: Sql): Sql {
  return sql`iif(instr(substr(${path}, 2), '/') = 0, ${path}, substr(${path}, 1, instr(substr(${path}, 2), '/')))`;
}

/**
 * A query of (part, key, visits, hits) of all visits over the spans of the table `open`. A key is the id of a word; of a
 * section, its text. filtered-panels.ts counts the same of visits that pass filters.
 */
export function countRaw(dimension: Dimension): Sql {
  if (isVisitDimension(dimension))
    return sql`select open.part, visits.${sql.ref(dimension)} as key, count(*) as visits, sum(visits.views) as hits
      from open cross join visits on ${isWithin("visits", "open")} group by 1, 2`;
  const isSection = dimension === "section";
  const key = isSection ? cutSection(sql`word.value`) : sql`visit_events.${sql.ref(keyColumn(dimension))}`;
  const words = sql`cross join dimension_values as word on word.id = visit_events.path`;
  // A visit of which no view has come is none, whatever happened in it.
  const visits = sql`cross join visits on visits.started_at = visit_events.started_at
    and visits.visit_no = visit_events.visit_no and visits.views > 0`;
  if (dimension === "property") {
    const named = sql`select open.part, visit_events.started_at, visit_events.visit_no, visit_events.name, visit_events.value,
        visit_events.properties
      from open cross join visit_events on ${isWithin("visit_events", "open")} and ${isCounted(dimension)} ${visits}`;
    return sql`select part, key, count(*) as visits, sum(times) as hits from (
      ${countProperties(sql`(${named}) as named`)}) group by 1, 2`;
  }
  const isOfViews = eventSources[dimension].kind === 1;
  return sql`select part, key, count(*) as visits, sum(times) as hits from (
      select open.part, visit_events.started_at, visit_events.visit_no, ${key} as key, count(*) as times
      from open cross join visit_events on ${isWithin("visit_events", "open")} and ${isCounted(dimension)}
      ${isSection ? words : sql``} ${isOfViews ? sql`` : visits} group by 1, 2, 3, 4)
    group by 1, 2`;
}

/** The column of visit_events that an event dimension groups by. */
export function keyColumn(dimension: EventDimension): CountedEvents["column"] {
  return eventSources[dimension].column;
}

/** For a `from`: `open`, and visit_events within it, of visits that pass the filter. */
export function joinEvents(filter: Sql | null): Sql {
  if (!filter) return sql`open cross join visit_events on ${isWithin("visit_events", "open")}`;
  return sql`open cross join visits on ${isWithin("visits", "open")} and ${filter}
    cross join visit_events on visit_events.started_at = visits.started_at
      and visit_events.visit_no = visits.visit_no`;
}

/**
 * SQL about the row of `visits`: it passes all of the filters. Null where there are none. A filter by events is asked of each
 * visit; with `within`, their events are gone through once instead, which takes half as long where most visits of that
 * time are asked about.
 */
export function writeFilter(filters: readonly Filter[], within?: Period): Sql | null {
  if (filters.length === 0) return null;
  // What is in the row of the visit is looked at first.
  const inOrder = filters.toSorted((one, other) => Number(isOfEvents(one)) - Number(isOfEvents(other)));
  return sql.join(
    inOrder.map((filter) => writeOne(filter, within)),
    sql` and `,
  );
}

/** Asked of other tables than that of visits. */
function isOfEvents({ dimension }: Filter): boolean {
  return dimension === "goal" || !isVisitDimension(dimension);
}

function writeOne({ dimension, is, values }: Filter, within: Period | undefined): Sql {
  const not = is ? sql`` : sql`not`;
  if (dimension === "goal") return sql`${not} ${writeGoals(values, within)}`;
  if (isVisitDimension(dimension))
    return sql`+visits.${sql.ref(dimension)} ${not} in (${selectWords(findWords(dimension), values)})`;
  return sql`${not} ${hasEvent(writeListed(dimension, values), within)}`;
}

function hasEvent(isListed: Sql, within: Period | undefined): Sql {
  if (within)
    return sql`((visits.started_at, visits.visit_no) in (select started_at, visit_no from visit_events
      where visit_events.started_at >= ${within.from} and visit_events.started_at < ${within.to} and ${isListed}))`;
  return sql`exists (select 1 from visit_events
    where visit_events.started_at = visits.started_at and visit_events.visit_no = visits.visit_no and ${isListed})`;
}

/** What the server has counted of a visit; any other name, or id, is that of a goal of staff. */
function writeGoals(values: readonly string[], within: Period | undefined): Sql {
  const own = values.filter((value) => !goals.some((goal) => goal === value));
  const counted = sql`exists (select 1 from conversions
    where conversions.started_at = visits.started_at and conversions.visit_no = visits.visit_no
      and conversions.goal in (select value from json_each(${JSON.stringify(values)})))`;
  return own.length === 0 ? counted : sql`(${counted} or ${hasEvent(reachesOwnGoal(own), within)})`;
}

/** A condition about rows of visit_events: they have one of these values. */
function writeListed(dimension: EventDimension, values: readonly string[]): Sql {
  if (dimension === "property") return hasProperty(values);
  const { column } = eventSources[dimension];
  const listed = dimension === "section" ? selectPathsOf(values) : selectWords(wordsOf[column], values);
  return sql`${isCounted(dimension)} and +visit_events.${sql.ref(column)} in (${listed})`;
}

function findWords(dimension: VisitDimension): string {
  return dimension === "entry" || dimension === "exit" ? "path" : dimension;
}

/** Ids of words; 0 stands for "". */
export function selectWords(words: string, values: readonly string[]): Sql {
  const found = sql`select id from dimension_values where dimension = ${sql.lit(words)}
    and value in (select value from json_each(${JSON.stringify(values)}))`;
  return values.includes("") ? sql`${found} union all select 0` : found;
}

function selectPathsOf(sections: readonly string[]): Sql {
  return sql`select id from dimension_values where dimension = 'path'
    and ${cutSection(sql`dimension_values.value`)} in (select value from json_each(${JSON.stringify(sections)}))`;
}

/** With a `+`, which keeps SQLite from making an index of its own over all events. */
export function isCounted(dimension: EventDimension): Sql {
  // A row without a name has the vitals of a page in another tab.
  if (dimension === "event" || dimension === "property") return sql`+visit_events.kind = 2 and +visit_events.name > 0`;
  const name = findName(dimension);
  const isOfKind = sql`+visit_events.kind = ${sql.lit(eventSources[dimension].kind)}`;
  return name ? sql`${isOfKind} and +visit_events.name = ${name}` : isOfKind;
}

/** The id of the one name of events that a dimension counts; null where it counts all. */
export function findName(dimension: EventDimension): Sql | null {
  const { name } = eventSources[dimension];
  return name === undefined
    ? null
    : sql`(select id from dimension_values where dimension = 'event' and value = ${sql.lit(name)})`;
}
