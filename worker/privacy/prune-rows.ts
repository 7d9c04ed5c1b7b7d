import { sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { RetentionRule } from "#worker/lib/subject.ts";
import { isPastTerm } from "./due.ts";

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
export async function pruneRows(db: Db, { env, log, subjects }: RequestScope): Promise<{ pruned: Pruned[] }> {
  const failures: unknown[] = [];
  const pruned: Pruned[] = [];
  for (const rule of subjects.flatMap(({ retention = [] }) => retention)) {
    try {
      const outcome = await applyRule(db, rule, env);
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

async function applyRule(db: Db, rule: RetentionRule, env: Env): Promise<Pruned> {
  const { table, keeps, atOnce = rowsPerStatement } = rule;
  let rows = 0;
  for (let statement = 0; statement < mostStatements; statement += 1) {
    const length = rule.prove ? await pruneProved(db, rule, env) : await prune(db, rule);
    rows += length;
    if (length < atOnce) return { table, keeps, rows, more: false };
  }
  return { table, keeps, rows, more: true };
}

/** D1 counts what triggers change, too; the rows themselves are those that the statement returns. */
async function prune(db: Db, rule: RetentionRule): Promise<number> {
  return (await db.executeQuery(planPruning(db, rule).compile())).rows.length;
}

/** As `prune`, with the proofs of the very rows that go in the same transaction. */
async function pruneProved(db: Db, rule: RetentionRule, env: Env): Promise<number> {
  const found = await db.executeQuery<{ id: string }>(selectOldest(rule).compile(db));
  const keys = found.rows.map(({ id }) => id);
  if (keys.length === 0) return 0;
  const proofs = (await rule.prove?.(db, keys, env)) ?? [];
  const [deleted] = await runBatch(db, [planPruning(db, rule, keys), ...proofs]);
  return deleted?.results.length ?? 0;
}

/** The statement that prunes the oldest rows past the rule's term, as many as it takes at once; of `only` no others. */
export function planPruning(db: Db, rule: RetentionRule, only?: readonly string[]) {
  const { table, key, blank } = rule;
  const values = Object.entries(blank ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const change = blank ? sql`update ${sql.table(table)} set ${sql.join(values)}` : sql`delete from ${sql.table(table)}`;
  const among = only ? sql` and id in (select value from json_each(${JSON.stringify(only)}))` : sql``;
  const statement = sql`${change} where (${joinKey(key)}) in (${selectOldest(rule)})${among} returning 1`;
  return { compile: () => statement.compile(db) };
}

function joinKey(key: readonly string[]) {
  return sql.join(key.map((column) => sql.ref(column)));
}

function selectOldest(rule: RetentionRule) {
  const { table, key, since, atOnce = rowsPerStatement } = rule;
  return sql<{ id: string }>`select ${joinKey(key)} from ${sql.table(table)}
    where ${isPastTerm(rule, now())}
    order by ${sql.raw(since)} limit ${sql.lit(atOnce)}`;
}
