import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { field, type Sql, writeRows } from "./insert-rows.ts";
import { clockTolerance } from "./lifetimes.ts";
import type { AcceptedMessage } from "./messages.ts";
import type { VisitorKeys } from "./visitor-keys.ts";
import { findWord, idleStep, writeWords } from "./write-visits.ts";

/** Columns of `visitors` with the dimensions of their words. */
export const visitorWords = {
  user_agent: "user_agent",
  referrer: "came_from",
  language: "language_tag",
  timezone: "timezone",
} as const;
export type VisitorWords = keyof typeof visitorWords;
const described = Object.keys(visitorWords) as VisitorWords[];

/**
 * Stores who accepted, without their number, as their first record says it. The term of a visitor who is known counts from
 * the latest record.
 */
export function writeVisitors(
  db: Db,
  records: readonly (AcceptedMessage & { keys: VisitorKeys })[],
  mayStore: Sql,
): Compilable[] {
  const rows = records.map(({ visitor, choice, keys }) => {
    const { visitor_id: _, ...said } = visitor;
    const { received_at } = choice;
    // A device may say any time; its earliest visit is searched from here.
    return { ...said, ...keys, received_at, first_visit: Math.max(said.first_visit, received_at - clockTolerance) };
  });
  const words = rows.flatMap((row) =>
    described.map((name) => ({ dimension: visitorWords[name], value: row[name], label: null })),
  );
  const unique = [...new Map(words.map((word) => [`${word.dimension} ${word.value}`, word])).values()];
  return [
    ...writeWords(
      db,
      unique.filter(({ value }) => value !== ""),
    ),
    ...writeRows(
      db,
      rows,
      (
        entries,
      ) => sql`insert into visitors (visitor, first_visit, received_at, idle_since, ${sql.join(described.map((name) => sql.ref(name)))})
        select cast(${field("visitor")} as integer), ${field("first_visit")}, ${field("received_at")},
          ${field("received_at")} + ${sql.lit(idleStep)}, ${sql.join(described.map((name) => findWord(visitorWords[name], field(name))))}
        from ${entries} where ${mayStore}
        on conflict (visitor) do update set ${sql.join(
          described.map(
            (name) =>
              sql`${sql.ref(name)} = iif(visitors.user_agent = 0, excluded.${sql.ref(name)}, visitors.${sql.ref(name)})`,
          ),
        )}, first_visit = iif(visitors.user_agent = 0, min(excluded.first_visit, visitors.first_visit), visitors.first_visit),
          idle_since = max(visitors.idle_since, excluded.idle_since),
          received_at = min(visitors.received_at, excluded.received_at)
        where visitors.idle_since < excluded.received_at or excluded.received_at < visitors.received_at
          or (visitors.user_agent = 0 and excluded.user_agent <> 0)`,
    ),
  ];
}
