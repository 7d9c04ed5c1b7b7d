import type { Compilable } from "kysely";
import { recordAudit } from "../audit/record.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { openDb, runBatch } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";

interface PersonErasure {
  /** The address the person is known by. */
  email: string;
  /** The member of staff who does it. */
  actor: UserId;
}

/**
 * Erases what all subjects hold of a person, in one transaction, and records that it was done, not of whom. An account
 * that holds a role stays: its holder works here. Returns how many rows went or changed, without those that went along
 * with them.
 */
export async function erasePerson(scope: RequestScope, { email, actor }: PersonErasure): Promise<{ rows: number }> {
  const { env, requestId, subjects } = scope;
  const db = openDb(env.DB);
  const queries: Compilable[] = [];
  for (const { erase } of subjects) queries.push(...((await erase?.person?.(db, email, env)) ?? []));
  const entry = { action: "person.erased", actor, subject: null, requestId } as const;
  const results = await runBatch(db, [...queries, recordAudit(db, entry)]);
  return { rows: results.slice(0, -1).reduce((sum, { meta }) => sum + meta.changes, 0) };
}
