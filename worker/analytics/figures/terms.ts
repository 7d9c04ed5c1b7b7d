/** What steps of funnels and goals of staff look for, among the words of pages and events. */
import { sql } from "kysely";
import type { Sql } from "../insert-rows.ts";
import type { FunnelStep, goals } from "./types.ts";

/** By which event of the tracker a visit shows that it reached a goal. */
const eventOfGoal: Readonly<Record<string, readonly [name: string, about: string]>> = {
  enquiry: ["form-sent", "contact"],
  application: ["form-sent", "apply"],
  download: ["download", "/media/**"],
} satisfies Record<(typeof goals)[number], readonly [string, string]>;

/** Words from `low` to `high`; with a star, those that end with `suffix` and have no "/" between, unless it is double. */
type Range = readonly [low: string, high: string, suffix: string, prefix: number, isDeep: 0 | 1];

function toRange(text: string): Range {
  const at = text.indexOf("*");
  if (at === -1) return [text, text, "", [...text].length, 1];
  const prefix = text.slice(0, at);
  const [stars = ""] = /^\*+/.exec(text.slice(at)) ?? [];
  const suffix = text.slice(at + stars.length);
  return [prefix, `${prefix}\u{10ffff}`, suffix, [...prefix].length, stars.length > 1 ? 1 : 0];
}

/** What an event may be about: one of several with commas between. */
function listRanges(about: string): (Range | [])[] {
  const texts = about.split(",").map((text) => text.trim());
  const named = texts.filter((text) => text !== "");
  return named.length === 0 || named.includes("**") ? [[]] : named.map(toRange);
}

export interface Terms {
  /** Paths of a step; `isOut` for those that do not count though another term names them. */
  pages: [step: number, isOut: 0 | 1, ...Range][];
  /** Events of a step, with what they are about; without a range it may be anything, also nothing. */
  events: [step: number, name: string, ...(Range | [])][];
}

/** What the steps look for. A value that begins with "!" takes away from what the others of its step name. */
export function listTerms(steps: readonly FunnelStep[]): Terms {
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
      const [name, data] = (kind === "goal" && eventOfGoal[text]) || [];
      if (name !== undefined && data !== undefined) terms.events.push([step, name, ...toRange(data)]);
    }
  return terms;
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

export function selectPageTerms(from: Sql, step: Sql): Sql {
  return sql`select ${step}, 1, word.id, null from ${from}
    cross join dimension_values as word on word.dimension = 'path' and ${isInRange(sql`word.value`, 2)}`;
}

export function selectEventTerms(from: Sql, step: Sql): Sql {
  return sql`select ${step}, 2, name.id, about.id from ${from}
    cross join dimension_values as name on name.dimension = 'event' and name.value = term.value ->> 1
    left join dimension_values as about on about.dimension = 'data' and term.value ->> 2 is not null
      and ${isInRange(sql`about.value`, 2)}
    where about.id is not null or term.value ->> 2 is null`;
}

/**
 * For a `with`: `own`, the goals of staff, of which there are few and all are read, by their key, or those that are asked for; and
 * `sought`, what they look for, by their ids, as `matches` of a funnel has it by the numbers of its steps.
 */
export function withOwnGoals(isAsked = sql`id > ''`): Sql {
  const goal = sql`own.id`;
  const pages = (isOut: 0 | 1) =>
    selectPageTerms(sql`own cross join json_each(own.pages) as term on term.value ->> 1 = ${isOut}`, goal);
  return sql`own as materialized (select id, name, step, version, pages, events from own_goals where ${isAsked}),
    sought(goal, kind, word, about) as materialized (
      ${pages(0)} except ${pages(1)} union ${selectEventTerms(sql`own cross join json_each(own.events) as term`, goal)})`;
}

/** A condition about rows of visit_events: they reach a goal of staff of one of these ids, or names. */
export function reachesOwnGoal(asked: readonly string[]): Sql {
  const texts = sql`(select value from json_each(${JSON.stringify(asked)}))`;
  const own = withOwnGoals(sql`id in ${texts} or name in ${texts}`);
  const event = sql`+visit_events.kind, iif(+visit_events.kind = 1, +visit_events.path, +visit_events.name)`;
  return sql`((${event}) in (with ${own} select kind, word from sought where about is null)
    or (${event}, +visit_events.value) in (with ${own} select kind, word, about from sought where about is not null))`;
}
