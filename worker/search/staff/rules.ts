import { sql } from "kysely";
import { deleteVersioned, type Doer, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { splitWords } from "../engine/words.ts";
import type { SearchRule } from "../find/search-context.ts";
import type { Known } from "./synonyms.ts";

/** Each search reads all of them. */
const mostRules = 500;
const conflict = "This has changed since you opened it. Look at it again.";

/** The query of a rule as it is stored: case, accents and signs make no difference. */
export function readRuleQuery(typed: string): string {
  return splitWords(typed).join(" ").slice(0, 300);
}

/**
 * Adds a pin or an exclusion; with `id`, one that was deleted comes back. Returns its id.
 * @throws {ConflictError} where there is one already for this query and document, or there are too many
 */
export async function addRule(db: Db, rule: SearchRule & { id?: string }, doer: Doer): Promise<string> {
  const { kind, query, key, place, id = newId() } = rule;
  const at = now();
  const rows = sql`(select 1 where not exists (
      select 1 from search_rules where id = ${id} or (kind = ${kind} and query = ${query} and key = ${key}))
    and (select count(*) from search_rules) < ${mostRules})`;
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "search_rule.added", detail: { kind, query, key } },
    given: { rows, conflict: `There is one already for this search and page, or there are ${mostRules}.` },
    queries: [db.insertInto("search_rules").values({ id, kind, query, key, place, created_at: at, updated_at: at })],
  });
  return id;
}

/**
 * @throws {ConflictError} when it has changed since, or another has this query and document
 * @throws {NotFoundError} when it is gone
 */
export async function changeRule(db: Db, { id, version, kind, query, key, place }: SearchRule & Known, doer: Doer) {
  try {
    await runVersioned(db, {
      ...doer,
      table: "search_rules",
      id,
      version,
      where: sql<boolean>`kind = ${kind}`,
      set: { query, key, place, updated_at: now() },
      audit: { action: "search_rule.changed", detail: { kind, query, key } },
      conflict,
    });
  } catch (error) {
    if (/UNIQUE constraint failed: search_rules/.test(String(error)))
      throw new ConflictError("There is one already for this search and page.", { cause: error });
    throw error;
  }
}

/** Errors as `changeRule`. */
export async function deleteRule(db: Db, known: Known, doer: Doer): Promise<void> {
  const audit = { action: "search_rule.deleted" } as const;
  await deleteVersioned(db, { ...doer, ...known, table: "search_rules", audit, conflict });
}
