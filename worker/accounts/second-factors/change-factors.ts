/** Naming and removing second factors, and new recovery codes. Callers have checked that the sign-in is fresh. */
import { sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { AuthenticatorAppId } from "#worker/db/credentials-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { recordFactorChange } from "./record-factor-change.ts";
import { planRecoveryCodes } from "./recovery-codes.ts";
import { hasSecondFactor } from "./has-second-factor.ts";
import { listFactorKinds } from "./second-factors.ts";

/** One passkey or one app of an account. */
export interface FactorName {
  kind: "passkey" | "app";
  id: string;
}

interface Owner {
  id: AccountId;
  email: string;
}

const gone = "This was removed meanwhile.";

/** @throws ConflictError when it is gone */
export async function renameFactor(
  db: Db,
  { owner, factor, name }: { owner: Owner; factor: FactorName; name: string },
  { requestId }: RequestScope,
): Promise<void> {
  const isPasskey = factor.kind === "passkey";
  await runRecorded(db, {
    actor: owner.id,
    requestId,
    subject: owner.id,
    audit: { action: isPasskey ? "passkey.renamed" : "authenticator_app.renamed" },
    given: { rows: selectFactor(db, owner.id, factor), conflict: gone },
    queries: [
      isPasskey
        ? db.updateTable("passkeys").set({ name }).where("id", "=", factor.id)
        : db
            .updateTable("authenticator_apps")
            .set({ name })
            .where("id", "=", factor.id as AuthenticatorAppId),
    ],
  });
}

/**
 * Removes a factor and tells the owner by mail. With the last one the recovery codes go. Where the account must have a
 * second factor (`isNeeded`) the last one stays, also when two are removed at once.
 * @throws ConflictError when it is gone, or is the last one of an account that must have one
 */
export async function removeFactor(
  db: Db,
  { owner, factor, isNeeded }: { owner: Owner; factor: FactorName; isNeeded: boolean },
  scope: RequestScope,
): Promise<void> {
  const isPasskey = factor.kind === "passkey";
  const others = sql<number>`(
    (select count(*) from passkeys where account_id = ${owner.id} and id != ${factor.id})
    + (select count(*) from authenticator_apps
       where account_id = ${owner.id} and confirmed_at is not null and id != ${factor.id}))`;
  const own = selectFactor(db, owner.id, factor);
  const last = "Your role needs a second factor, and this is the only one. Add another one first.";
  const held = await own.executeTakeFirst();
  await recordFactorChange(
    db,
    {
      owner,
      action: isPasskey ? "passkey.removed" : "authenticator_app.removed",
      given: { rows: isNeeded ? own.where(sql<boolean>`${others} > 0`) : own, conflict: held ? last : gone },
      queries: [
        isPasskey
          ? db.deleteFrom("passkeys").where("id", "=", factor.id)
          : db.deleteFrom("authenticator_apps").where("id", "=", factor.id as AuthenticatorAppId),
        db
          .deleteFrom("recovery_codes")
          .where("account_id", "=", owner.id)
          .where(sql<boolean>`not ${hasSecondFactor("recovery_codes.account_id")}`),
      ],
    },
    scope,
  );
}

/**
 * New recovery codes in the place of the older ones. They are returned to be shown once.
 * @throws ConflictError when the account has no second factor that they could stand in for
 */
export async function renewRecoveryCodes(db: Db, { owner }: { owner: Owner }, scope: RequestScope): Promise<string[]> {
  if ((await listFactorKinds(db, owner.id, scope)).length === 0)
    throw new ConflictError("Add a passkey or an authenticator app first.");
  const { codes, queries } = await planRecoveryCodes(db, { userId: owner.id }, scope.env);
  await recordFactorChange(db, { owner, action: "recovery_codes.renewed", queries }, scope);
  return codes;
}

function selectFactor(db: Db, userId: AccountId, { kind, id }: FactorName) {
  return db
    .selectFrom(kind === "passkey" ? "passkeys" : "authenticator_apps")
    .select("name")
    .where(sql.ref("account_id"), "=", userId)
    .where(sql.ref("id"), "=", id);
}
