import type { Db } from "#worker/db/client.ts";
import { deriveChoiceId, type KnownChoice } from "../choice-id.ts";

/** The id that such a choice has, and its proof; null where the ledger has none. Nothing is stored. */
export async function findProof(db: Db, known: KnownChoice) {
  const id = await deriveChoiceId(known);
  const proof = await db
    .selectFrom("consent_records")
    .select(["status", "chosen_at", "received_at", "banner_version", "banner_hash"])
    .where("choice_id", "=", id)
    .executeTakeFirst();
  return { id, proof: proof ?? null };
}
