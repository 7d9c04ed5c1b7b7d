import type { Compilable } from "kysely";
import { recordAudit } from "../audit/record.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { countHeld, selectHeldData } from "./held-data.ts";

export interface PersonRequest {
  /** The address the person is known by. */
  email: string;
  /** The member of staff who does it. */
  actor: UserId;
}

/**
 * Erases what all subjects hold of a person, in one transaction, and records that it was done and how much was held, not
 * of whom. An account that holds a role stays: its holder works here. Returns how many of the rows that `readHeldData`
 * finds are held no longer.
 */
export async function erasePerson(
  db: Db,
  { email, actor }: PersonRequest,
  { env, requestId, subjects }: Pick<RequestScope, "env" | "requestId" | "subjects">,
): Promise<{ rows: number }> {
  const { queries: selects, read } = await selectHeldData(db, { email }, { env, subjects });
  const before = countHeld(read(await runBatch(db, selects)));
  const queries: Compilable[] = [];
  for (const { erase } of subjects) queries.push(...((await erase?.person?.(db, email, env)) ?? []));
  const entry = { action: "person.erased", actor, subject: null, requestId, detail: { rows: before } } as const;
  const results = await runBatch(db, [...queries, ...selects, recordAudit(db, entry)]);
  const after = countHeld(read(results.slice(queries.length)));
  return { rows: before - after };
}
