import type { Compilable } from "kysely";
import { recordAudit, recordAuditWhen } from "#worker/audit/record.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { countHeld, selectHeldData } from "./held-data.ts";
import { explainHeld, refuseHeld } from "./holds.ts";
import { type ErasedThings, planProof } from "./proofs.ts";

export interface PersonRequest {
  /** The address the person is known by. */
  email: string;
  /** The member of staff who does it. */
  actor: AccountId;
}

/**
 * Erases what all subjects hold of a person, in one transaction, and records that it was done and how much was held, not
 * of whom. An account that holds a role stays: its holder works here. The proof (`planProof`) is of the rows as they stood just
 * before. Returns how many of the rows that `readHeldData` finds are held no longer.
 * @throws {ConflictError} when a legal hold keeps any of it; nothing has gone then
 */
export async function erasePerson(
  db: Db,
  { email, actor }: Pick<PersonRequest, "email"> & { actor: AccountId | null },
  { env, requestId, subjects }: Pick<RequestScope, "env" | "requestId" | "subjects">,
): Promise<{ rows: number }> {
  const { queries: selects, read } = await selectHeldData(db, { email }, { env, subjects });
  const files = subjects.flatMap(({ personFiles, erase }) => [
    ...(personFiles ? [personFiles(db, email)] : []),
    ...(erase?.keys ? [erase.keys(db, email)] : []),
  ]);
  const staying = subjects.filter(({ erase }) => erase?.stays);
  const stays = staying.flatMap(({ erase }) => erase?.stays?.(db, email) ?? []);
  const found = await runBatch(db, [...selects, ...files, ...stays]);
  const held = read(found);
  const before = countHeld(held);
  const keys = files.flatMap((query, index) =>
    readRows<{ key: string }>(query, found[selects.length + index]).map(({ key }) => key),
  );
  const queries: Compilable[] = [refuseHeld(db, email)];
  for (const { erase } of subjects) queries.push(...((await erase?.person?.(db, email, env)) ?? []));
  const entry = { action: "person.erased", actor, subject: null, requestId, detail: { rows: before } } as const;
  const remaining = new Set(staying.filter((_, index) => found[selects.length + files.length + index]?.results.length));
  const gone = held.filter(({ subject }) => !remaining.has(subject));
  const content = Object.fromEntries(gone.map(({ name, rows }) => [name, rows]));
  // Of nothing there is nothing to prove. Of several who erase the same at once, one proves and records it.
  const records =
    countHeld(gone) === 0
      ? [recordAudit(db, entry)]
      : await planRecords(db, { entry, erased: { erasedBy: "staff", actor, email, content, keys } }, env);
  const results = await runBatch(db, [...queries, ...selects, ...records]).catch(explainHeld);
  const after = countHeld(read(results.slice(queries.length)));
  return { rows: before - after };
}

async function planRecords(
  db: Db,
  { entry, erased }: { entry: Parameters<typeof recordAuditWhen>[2]; erased: ErasedThings },
  env: Pick<Env, "AUTH_SECRET">,
): Promise<Compilable[]> {
  const { id, queries } = await planProof(db, erased, env);
  return [...queries, recordAuditWhen(db, db.selectFrom("erasure_proofs").select("id").where("id", "=", id), entry)];
}
