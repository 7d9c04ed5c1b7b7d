import { type Compilable, sql } from "kysely";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { RetentionRule } from "../lib/subject.ts";
import { readLength } from "../lib/terms.ts";

export const rowsPerStatement = 500;
/** Statements for one rule in one run; what is left then waits for the next hour. */
const mostStatements = 20;

/** How many rows of a rule went, and whether more may be left. */
interface Pruned {
  table: string;
  keeps: string;
  rows: number;
  more: boolean;
}

/**
 * Deletes, or blanks, what is past its term, by the rules of all subjects. A rule that fails is logged and stops no other.
 * Returns what went, for the log; rules that found nothing are left out.
 * @throws AggregateError of what failed, once every rule has had its turn
 */
export async function pruneRows(db: Db, { log, subjects }: RequestScope): Promise<{ pruned: Pruned[] }> {
  const failures: unknown[] = [];
  const pruned: Pruned[] = [];
  for (const rule of subjects.flatMap(({ retention = [] }) => retention)) {
    try {
      const outcome = await applyRule(db, rule);
      if (outcome.rows > 0) pruned.push(outcome);
    } catch (error) {
      log.error("retention rule failed", error, { table: rule.table, keeps: rule.keeps });
      failures.push(error);
    }
  }
  // Logged here, because a run that throws has no outcome to log.
  if (failures.length > 0) {
    if (pruned.length > 0) log.info("pruned beside failures", { pruned });
    throw new AggregateError(failures, "Retention rules failed.");
  }
  return { pruned };
}

async function applyRule(db: Db, rule: RetentionRule): Promise<Pruned> {
  const { table, keeps, atOnce = rowsPerStatement } = rule;
  let rows = 0;
  for (let statement = 0; statement < mostStatements; statement += 1) {
    // D1 counts what triggers change, too; the rows themselves are those that the statement returns.
    const { length } = (await db.executeQuery(planPruning(db, rule).compile())).rows;
    rows += length;
    if (length < atOnce) return { table, keeps, rows, more: false };
  }
  return { table, keeps, rows, more: true };
}

/** The statement that prunes the oldest rows past the rule's term, as many as it takes at once. */
export function planPruning(
  db: Db,
  { table, key, since, where, blank, term, atOnce = rowsPerStatement }: RetentionRule,
): Compilable {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const condition = where === undefined ? sql`` : sql` and ${sql.raw(where)}`;
  const oldest = sql`select ${keys} from ${sql.table(table)}
    where ${sql.raw(since)} < ${now() - readLength(term)}${condition}
    order by ${sql.raw(since)} limit ${sql.lit(atOnce)}`;
  const values = Object.entries(blank ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const change = blank ? sql`update ${sql.table(table)} set ${sql.join(values)}` : sql`delete from ${sql.table(table)}`;
  return { compile: () => sql`${change} where (${keys}) in (${oldest}) returning 1`.compile(db) };
}
