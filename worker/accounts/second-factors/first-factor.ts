import type { Compilable } from "kysely";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { planRecoveryCodes } from "./recovery-codes.ts";
import { listFactorKinds } from "./second-factors.ts";

/** Who adds a second factor, in which session. */
export interface FactorOwner {
  id: AccountId;
  email: string;
  sessionId: SessionId;
}

/**
 * What comes with an account's first second factor: recovery codes, and the end of its other sessions, which may be of
 * somebody who knows the password alone. `codes` is null, and there is nothing to do, when the account has a factor.
 */
export async function planFirstFactor(
  db: Db,
  { id, sessionId }: FactorOwner,
  env: Env,
): Promise<{ codes: string[] | null; queries: readonly Compilable[] }> {
  if ((await listFactorKinds(db, id, { env })).length > 0) return { codes: null, queries: [] };
  const { codes, queries } = await planRecoveryCodes(db, { userId: id }, env);
  const endOthers = db
    .updateTable("sessions")
    .set({ revoked_at: now(), revoked_reason: "ended" })
    .where("account_id", "=", id)
    .where("id", "!=", sessionId)
    .where("revoked_at", "is", null);
  return { codes, queries: [...queries, endOthers] };
}
