/** How each dimension is counted, in one place for days that are rolled, days that are not, and filters. */
import { sql } from "kysely";
import type { Sql } from "../insert-rows.ts";
import { isWithin } from "./spans.ts";
import { type Dimension, type EventDimension, type Filter, type VisitDimension, visitDimensions } from "./types.ts";

interface CountedEvents {
  /** Of visit_events: 1 for views, 2 for named events. */
  kind: 1 | 2;
  /** The one name that is counted; all of them where there is none. */
  name?: string;
  /** The column whose values are told apart. */
  column: "path" | "name" | "value";
}

const eventSources: Record<EventDimension, CountedEvents> = {
  page: { kind: 1, column: "path" },
  section: { kind: 1, column: "path" },
  event: { kind: 2, column: "name" },
  outbound: { kind: 2, name: "outbound", column: "value" },
  download: { kind: 2, name: "download", column: "value" },
  search: { kind: 2, name: "search", column: "value" },
  missing: { kind: 2, name: "missing", column: "path" },
};

/** Under which dimension of dimension_values the words of a column are. */
const wordsOf = { path: "path", name: "event", value: "data" } as const;

/** A visit of one view with less than ten active seconds and no event. */
export const isBounce = sql`(visits.views = 1 and visits.events = 0 and visits.engaged_ms < 10000)`;

function isVisitDimension(dimension: Dimension): dimension is VisitDimension {
  return (visitDimensions as readonly string[]).includes(dimension);
}

/** `/insights` of `/insights/leaving-a-data-centre`; the home page is a section of its own. `path` is SQL. */
export function cutSection(path: Sql): Sql {
  return sql`iif(instr(substr(${path}, 2), '/') = 0, ${path}, substr(${path}, 1, instr(substr(${path}, 2), '/')))`;
}

/**
 * A query of (part, key, visits, hits) over the spans of the table `open`. A key is the id of a word; of a section, its
 * text. `filter` is SQL about the row of `visits`; null for all visits.
 */
export function countRaw(dimension: Dimension, filter: Sql | null): Sql {
  if (isVisitDimension(dimension))
    return sql`select open.part, visits.${sql.ref(dimension)} as key, count(*) as visits, sum(visits.views) as hits
      from open cross join visits on ${isWithin("visits", "open")} and ${filter ?? sql`true`} group by 1, 2`;
  const { column } = eventSources[dimension];
  const isSection = dimension === "section";
  const key = isSection ? cutSection(sql`word.value`) : sql`visit_events.${sql.ref(column)}`;
  const words = sql`cross join dimension_values as word on word.id = visit_events.path`;
  const visits = sql`cross join visits on ${isWithin("visits", "open")} and ${filter ?? sql`true`}`;
  const within = filter
    ? sql`visit_events.started_at = visits.started_at and visit_events.visit_no = visits.visit_no`
    : isWithin("visit_events", "open");
  return sql`select part, key, count(*) as visits, sum(times) as hits from (
      select open.part, visit_events.started_at, visit_events.visit_no, ${key} as key, count(*) as times
      from open ${filter ? visits : sql``} cross join visit_events on ${within} and ${isCounted(dimension)}
      ${isSection ? words : sql``} group by 1, 2, 3, 4)
    group by 1, 2`;
}

/** For a `from`: `open`, and visit_events within it, of visits that pass the filter. */
export function joinEvents(filter: Sql | null): Sql {
  if (!filter) return sql`open cross join visit_events on ${isWithin("visit_events", "open")}`;
  return sql`open cross join visits on ${isWithin("visits", "open")} and ${filter}
    cross join visit_events on visit_events.started_at = visits.started_at
      and visit_events.visit_no = visits.visit_no`;
}

/** SQL about the row of `visits`: it passes all of the filters. Null where there are none. */
export function writeFilter(filters: readonly Filter[]): Sql | null {
  if (filters.length === 0) return null;
  return sql.join(filters.map(writeOne), sql` and `);
}

function writeOne({ dimension, is, values }: Filter): Sql {
  const not = is ? sql`` : sql`not`;
  if (dimension === "goal")
    return sql`${not} exists (select 1 from conversions
      where conversions.started_at = visits.started_at and conversions.visit_no = visits.visit_no
        and conversions.goal in (select value from json_each(${JSON.stringify(values)})))`;
  if (isVisitDimension(dimension))
    return sql`+visits.${sql.ref(dimension)} ${not} in (${selectWords(findWords(dimension), values)})`;
  const { column } = eventSources[dimension];
  const listed = dimension === "section" ? selectPathsOf(values) : selectWords(wordsOf[column], values);
  return sql`${not} exists (select 1 from visit_events
    where visit_events.started_at = visits.started_at and visit_events.visit_no = visits.visit_no
      and ${isCounted(dimension)} and +visit_events.${sql.ref(column)} in (${listed}))`;
}

function findWords(dimension: VisitDimension): string {
  return dimension === "entry" || dimension === "exit" ? "path" : dimension;
}

/** Ids of words; 0 stands for "". */
function selectWords(words: string, values: readonly string[]): Sql {
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
  const { kind, name } = eventSources[dimension];
  // What has no name tells how fast a page in another tab was.
  if (dimension === "event") return sql`+visit_events.kind = 2 and +visit_events.name > 0`;
  if (name === undefined) return sql`+visit_events.kind = ${sql.lit(kind)}`;
  return sql`+visit_events.kind = ${sql.lit(kind)} and +visit_events.name = (
    select id from dimension_values where dimension = 'event' and value = ${sql.lit(name)})`;
}
