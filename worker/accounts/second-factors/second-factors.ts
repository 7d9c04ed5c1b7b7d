/**
 * The second factors of an account: a passkey, a code of an authenticator app, or a recovery code. Any one
 * of them is enough. Recovery codes stand in for the other two, so that an account never has them alone.
 */
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isWorkingCode } from "./recovery-codes.ts";

export type FactorKind = "passkey" | "totp" | "recovery_code";

/** The kinds that an account can prove now; none when it has no second factor. One D1 read. */
export async function listFactorKinds(
  db: Db,
  userId: AccountId,
  { env }: Pick<RequestScope, "env">,
): Promise<FactorKind[]> {
  const isWorking = await isWorkingCode(env);
  const { passkey, totp, recovery } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom("passkeys").select("id").where("account_id", "=", userId)).as("passkey"),
      exists(
        selectFrom("authenticator_apps")
          .select("id")
          .where("account_id", "=", userId)
          .where("confirmed_at", "is not", null),
      ).as("totp"),
      exists(
        selectFrom("recovery_codes")
          .select("account_id")
          .where("account_id", "=", userId)
          .where("used_at", "is", null)
          .where(isWorking),
      ).as("recovery"),
    ])
    .executeTakeFirstOrThrow();
  const own: FactorKind[] = [...(passkey ? ["passkey" as const] : []), ...(totp ? ["totp" as const] : [])];
  return own.length > 0 && recovery ? [...own, "recovery_code"] : own;
}
