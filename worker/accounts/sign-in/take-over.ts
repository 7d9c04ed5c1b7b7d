import { sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import type { Db } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";

/** The unverified account under `email`, if there is one. */
export async function findUnverified(db: Db, email: string): Promise<AccountId | null> {
  const found = await db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", email)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  return found?.id ?? null;
}

interface TakeOver {
  id: AccountId;
  passwordHash: string;
  requestId: string;
}

/**
 * The queries that give an unverified account to the proven owner of its address: they set a new password and end all
 * other access. They do nothing if the account has been verified meanwhile or `condition` does not hold.
 */
export function takeOverAccount(db: Db, { id, passwordHash, requestId }: TakeOver, condition = sql<boolean>`true`) {
  const at = now();
  const unproven = db.selectFrom("accounts").select("id").where("id", "=", id).where("verified_at", "is", null);
  const taken = db.selectFrom("accounts").select("id").where("id", "=", id).where("password_hash", "=", passwordHash);
  return [
    recordAuditWhen(db, unproven.where(condition), {
      action: "user.taken_over",
      actor: null,
      subject: id,
      requestId,
    }),
    db
      .updateTable("accounts")
      .set({ password_hash: passwordHash, status: "active", verified_at: at, updated_at: at })
      .where("id", "=", id)
      .where("verified_at", "is", null)
      .where(condition),
    db
      .updateTable("sessions")
      .set({ revoked_at: at, revoked_reason: "ended" })
      .where("account_id", "in", taken)
      .where("revoked_at", "is", null),
    db.deleteFrom("one_time_tokens").where("account_id", "in", taken),
    // Whoever made the account may have given it a passkey of their own, which signs in without the password.
    db.deleteFrom("passkeys").where("account_id", "in", taken),
    db.deleteFrom("authenticator_apps").where("account_id", "in", taken),
    db.deleteFrom("recovery_codes").where("account_id", "in", taken),
  ];
}
