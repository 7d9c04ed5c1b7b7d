/** How far visits come on a way of several steps. */
import { type Compilable, sql } from "kysely";
import { type Db, readRow } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, parts, withSpans } from "./spans.ts";
import { type FiguresQuery, type FunnelFigure, type FunnelStep, goals } from "./types.ts";

/** By which event of the tracker a visit shows that it reached a goal. */
const eventOfGoal: Readonly<Record<string, readonly [name: string, about: string]>> = {
  enquiry: ["form-sent", "contact"],
  application: ["form-sent", "apply"],
  download: ["download", "/media/**"],
} satisfies Record<(typeof goals)[number], readonly [string, string]>;

/** Words from `low` to `high`; with a star, those that end with `suffix` and have no "/" between, unless it is double. */
type Range = readonly [low: string, high: string, suffix: string, prefix: number, isDeep: 0 | 1];

function toRange(text: string): Range {
  const [, prefix = text, star, suffix = ""] = /^(.*?)(\*+)(.*)$/.exec(text) ?? [];
  if (star === undefined) return [text, text, "", [...text].length, 1];
  return [prefix, `${prefix}\u{10ffff}`, suffix, [...prefix].length, star.length > 1 ? 1 : 0];
}

/** What an event may be about: one of several with commas between. */
function listRanges(about: string): (Range | [])[] {
  const texts = about.split(",").map((text) => text.trim());
  const named = texts.filter((text) => text !== "");
  return named.length === 0 || named.includes("**") ? [[]] : named.map(toRange);
}

interface Terms {
  /** Paths of a step; `isOut` for those that do not count though another term names them. */
  pages: [step: number, isOut: 0 | 1, ...Range][];
  /** Events of a step, with what they are about; without a range it may be anything, also nothing. */
  events: [step: number, name: string, ...(Range | [])][];
}

/** What the steps look for. A value that begins with "!" takes away from what the others of its step name. */
function listTerms(steps: readonly FunnelStep[]): Terms {
  const terms: Terms = { pages: [], events: [] };
  for (const [index, { kind, values, about }] of steps.entries())
    for (const value of values) {
      const step = index + 1;
      const isOut = value.startsWith("!") ? 1 : 0;
      const text = value.slice(isOut);
      if (kind === "page") terms.pages.push([step, isOut, ...toRange(text)]);
      if (kind === "section") {
        terms.pages.push([step, isOut, ...toRange(text)]);
        if (text !== "/") terms.pages.push([step, isOut, ...toRange(`${text}/**`)]);
      }
      if (kind === "event") for (const range of listRanges(about)) terms.events.push([step, text, ...range]);
      const [name, told] = (kind === "goal" && eventOfGoal[text]) || [];
      if (name !== undefined && told !== undefined) terms.events.push([step, name, ...toRange(told)]);
    }
  return terms;
}

/**
 * Visits of both periods by step: the first thing that fits a step, after that which fitted the step before. What happens
 * in between does not matter. One row of `{ steps }`: for each step a JSON array of [part, visits, median], the median of the
 * milliseconds since the step before; parts without a visit are left out.
 */
export function selectFunnel(
  db: Db,
  query: Pick<FiguresQuery, "period" | "previous" | "filters">,
  steps: readonly FunnelStep[],
): Compilable<{ steps: string }> {
  if (steps.length === 0) {
    const none = sql<{ steps: string }>`select '[]' as steps`;
    return { compile: () => none.compile(db) };
  }
  const { pages, events } = listTerms(steps);
  const names = steps.map((_, index) => sql.table(`step${index + 1}`));
  const select = sql<{ steps: string }>`with ${withSpans("open", listPeriods(query))},
    matches(step, kind, word, about) as materialized (
      ${selectPages(pages, 0)} except ${selectPages(pages, 1)} union ${selectEvents(events)}),
    ${sql.join(names.map((name, index) => writeStep(name, index + 1, names[index - 1], query)))}
    select json_array(${sql.join(names.map((name, index) => (index === 0 ? countFirst(name) : countLater(name))))}) as steps`;
  return { compile: () => select.compile(db) };
}

/** The condition that `word` is within a range, of which `at` is the place of the first part in `term`. */
function isInRange(word: Sql, at: number): Sql {
  const [low, high, suffix, prefix, isDeep] = [0, 1, 2, 3, 4].map(
    (place) => sql`term.value ->> ${sql.lit(at + place)}`,
  );
  const between = sql`length(${word}) - ${prefix} - length(${suffix})`;
  return sql`${word} >= ${low} and ${word} <= ${high} and ${between} >= 0
    and substr(${word}, length(${word}) - length(${suffix}) + 1) = ${suffix}
    and (${isDeep} or instr(substr(${word}, ${prefix} + 1, ${between}), '/') = 0)`;
}

function selectPages(terms: Terms["pages"], isOut: 0 | 1): Sql {
  const rows = JSON.stringify(terms.filter((term) => term[1] === isOut));
  return sql`select term.value ->> 0, 1, word.id, null from json_each(${rows}) as term
    cross join dimension_values as word on word.dimension = 'path' and ${isInRange(sql`word.value`, 2)}`;
}

function selectEvents(terms: Terms["events"]): Sql {
  return sql`select term.value ->> 0, 2, name.id, about.id from json_each(${JSON.stringify(terms)}) as term
    cross join dimension_values as name on name.dimension = 'event' and name.value = term.value ->> 1
    left join dimension_values as about on about.dimension = 'data' and term.value ->> 2 is not null
      and ${isInRange(sql`about.value`, 2)}
    where about.id is not null or term.value ->> 2 is null`;
}

function isOfVisit(table: Sql): Sql {
  return sql`visit_events.started_at = ${table}.started_at and visit_events.visit_no = ${table}.visit_no`;
}

function writeStep(name: Sql, step: number, before: Sql | undefined, query: Pick<FiguresQuery, "filters">): Sql {
  const filter = writeFilter(query.filters);
  const first = filter
    ? sql`open cross join visits on ${isWithin("visits", "open")} and ${filter}
        cross join visit_events on ${isOfVisit(sql`visits`)}`
    : sql`open cross join visit_events on ${isWithin("visit_events", "open")}`;
  const from = before
    ? sql`${before} as earlier cross join visit_events on ${isOfVisit(sql`earlier`)} and visit_events.seq > earlier.seq`
    : first;
  return sql`${name}(part, started_at, visit_no, seq, at, took) as materialized (
    select ${before ? sql`earlier.part` : sql`open.part`}, visit_events.started_at, visit_events.visit_no,
      min(visit_events.seq), visit_events.at_ms, ${before ? sql`visit_events.at_ms - earlier.at` : sql`null`}
    from ${from} cross join matches on matches.step = ${sql.lit(step)} and matches.kind = visit_events.kind
      and matches.word = iif(visit_events.kind = 1, visit_events.path, visit_events.name)
      and (matches.about is null or matches.about = visit_events.value)
    group by 1, 2, 3)`;
}

function countFirst(name: Sql): Sql {
  return sql`(select json_group_array(json_array(part, visits, null))
    from (select part, count(*) as visits from ${name} group by part))`;
}

function countLater(name: Sql): Sql {
  return sql`(select json_group_array(json_array(part, visits, median)) from (
    select part, max(visits) as visits, avg(took) filter (where place in ((visits + 1) / 2, (visits + 2) / 2)) as median
    from (select part, took, row_number() over (partition by part order by took) as place,
        count(*) over (partition by part) as visits from ${name})
    group by part))`;
}

/** What the answer to `selectFunnel` says, in the order of the steps. */
export function toFunnel(
  select: Compilable<{ steps: string }>,
  result: D1Result | undefined,
  { previous }: Pick<FiguresQuery, "previous">,
): FunnelFigure[] {
  type Counted = [part: number, visits: number, median: number | null];
  const steps = JSON.parse(readRow(select, result).steps) as Counted[][];
  return steps.map((counted) => {
    const find = (wanted: number) => counted.find(([part]) => part === wanted);
    const [, visits = 0, median = null] = find(parts.current) ?? [];
    const [, before = 0, medianBefore = null] = find(parts.previous) ?? [];
    return { visits, median, before: previous && before, medianBefore };
  });
}
