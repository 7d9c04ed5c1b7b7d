import type { Db } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { spendAppCode } from "./authenticator-apps.ts";
import type { Account } from "./authenticate.ts";
import { isRecoveryCode, spendRecoveryCode } from "./recovery-codes.ts";
import type { FactorKind } from "./second-factors.ts";

interface GivenCode {
  account: Account;
  /** As it was typed. */
  code: string;
  /** The kinds that are taken here. */
  asked: readonly FactorKind[];
}

/**
 * Uses a code up: six digits are of an app, anything longer is a recovery code. Returns which of the two it was, or null
 * when it proves nothing.
 */
export async function checkFactorCode(
  db: Db,
  { account, code, asked }: GivenCode,
  scope: RequestScope,
): Promise<"totp" | "recovery_code" | null> {
  const digits = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    const isRight = asked.includes("totp") && (await spendAppCode(db, { userId: account.id, code: digits }, scope));
    return isRight ? "totp" : null;
  }
  const mayBe = asked.includes("recovery_code") && isRecoveryCode(code);
  return mayBe && (await spendRecoveryCode(db, { account, code }, scope)) ? "recovery_code" : null;
}
