import { sql } from "kysely";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { selectHeldData } from "./held-data.ts";
import { isPersonHeld } from "./holds.ts";
import { selectProofs } from "./proofs.ts";

/** What is held under an address, what was erased under it before, and whether a legal hold keeps it. One trip. */
export async function lookUpPerson(
  db: Db,
  { email }: { email: string },
  { env, subjects }: Pick<RequestScope, "env" | "subjects">,
) {
  const { queries, read } = await selectHeldData(db, { email }, { env, subjects });
  const proofs = await selectProofs(db, email, env);
  const hold = db.selectNoFrom([
    isPersonHeld(email).as("isHeld"),
    sql<string | null>`(select id from legal_holds where released_at is null and email = ${email} collate nocase)`.as(
      "id",
    ),
  ]);
  const results = await runBatch(db, [...queries, proofs, hold]);
  const { isHeld, id } = readRow(hold, results[queries.length + 1]);
  return { held: read(results), proofs: readRows(proofs, results[queries.length]), hold: id, isHeld: Boolean(isHeld) };
}
