/** When rules of retention take a row: the job that deletes and the pages that announce it read the same. */
import { type RawBuilder, sql } from "kysely";
import type { RetentionRule } from "#worker/lib/subject.ts";
import { readLength } from "#worker/lib/terms.ts";

/** True of a row of the rule's table that the rule takes at the instant `at` (epoch milliseconds). */
export function isPastTerm({ since, where, unless, term }: RetentionRule, at: number): RawBuilder<boolean> {
  const given = where === undefined ? sql`` : sql` and ${sql.raw(where)}`;
  const held = unless === undefined ? sql`` : sql` and not ${sql.raw(unless)}`;
  return sql<boolean>`${sql.raw(since)} < ${at - readLength(term)}${given}${held}`;
}

/** The rules that delete rows of `table`. */
export function listDeleting(rules: readonly RetentionRule[], table: RetentionRule["table"]): RetentionRule[] {
  return rules.filter((rule) => rule.table === table && rule.blank === undefined);
}

/**
 * Sub-query of the ids of rows that one of `rules`, all of one table, will have taken at `at`, if nothing changes until
 * then.
 */
export function selectTakenBy(rules: readonly RetentionRule[], at: number): RawBuilder<string> {
  const each = rules.map((rule) => sql`select id from ${sql.table(rule.table)} where ${isPastTerm(rule, at)}`);
  return sql<string>`(${sql.join(each, sql` union all `)})`;
}

/**
 * JSON array with the instant at which each of `rules` takes the row of `table` in the surrounding query; null where the rule
 * does not take it, or something holds it.
 */
export function selectDueTimes(rules: readonly RetentionRule[], table: RetentionRule["table"]): RawBuilder<string> {
  const each = rules.map(
    ({ since, where = "1", unless = "0", term }) =>
      sql`case when (${sql.raw(where)}) and not ${sql.raw(unless)} then (${sql.raw(since)}) + ${readLength(term)} end`,
  );
  // The inner name of the table hides those of tables that it is joined with.
  return sql<string>`(select json_array(${sql.join(each)}) from ${sql.table(table)} as due where due.id = ${sql.ref(`${table}.id`)})`;
}

/** The first of the instants that `selectDueTimes` gave, and why; null where no rule takes the row. */
export function readDue(
  rules: readonly RetentionRule[],
  times: readonly (number | null)[],
): { at: number; because: string } | null {
  const at = Math.min(...times.filter((time) => time !== null));
  return Number.isFinite(at) ? { at, because: rules[times.indexOf(at)]?.because ?? "its term will be over" } : null;
}
