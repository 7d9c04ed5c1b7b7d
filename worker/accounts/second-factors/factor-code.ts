import type { Compilable } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readAppCode } from "./authenticator-apps.ts";
import type { Account } from "../sessions/authenticate.ts";
import { isRecoveryCode, readRecoveryCode } from "./recovery-codes.ts";
import type { FactorKind } from "./second-factors.ts";

/** A code that is right, and not used up yet. */
export interface FactorProof {
  kind: "totp" | "recovery_code";
  /** Use it up, in the same batch as what it opens. A guard (`isGuardError`) ends the batch when another request was quicker. */
  queries: readonly Compilable[];
  /** Mails among them, to be announced afterwards. */
  mails: readonly MailId[];
}

interface GivenCode {
  account: Account;
  /** As it was typed. */
  code: string;
  /** The kinds that are taken here. */
  asked: readonly FactorKind[];
}

/** What a code proves: six digits are of an app, anything longer is a recovery code. Null when it proves nothing. */
export async function readFactorCode(
  db: Db,
  { account, code, asked }: GivenCode,
  scope: RequestScope,
): Promise<FactorProof | null> {
  const digits = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits))
    return asked.includes("totp") ? readAppCode(db, { userId: account.id, code: digits }, scope) : null;
  return asked.includes("recovery_code") && isRecoveryCode(code)
    ? readRecoveryCode(db, { account, code }, scope)
    : null;
}
