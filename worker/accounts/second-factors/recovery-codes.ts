/**
 * Codes for who has lost their second factor: ten, each good for one sign-in. They are shown once, when they are made; the
 * table holds a keyed hash of each.
 */
import { type RawBuilder, sql } from "kysely";
import { recordAudit } from "#worker/audit/record.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { planGuard } from "#worker/db/guard.ts";
import { now } from "#worker/lib/clock.ts";
import { listSecrets, type SecretVariables } from "#worker/lib/former-secret.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { macText, nameSecret } from "#worker/lib/secrets.ts";
import type { FactorProof } from "./factor-code.ts";
import { planFactorMail } from "./record-factor-change.ts";

const howMany = 10;
/** Crockford's base 32: no letter looks like a digit. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
/** 50 random bits each. */
const length = 10;

/** New codes, to be shown once and nowhere else, and the queries that put them in the place of the older ones. */
export async function planRecoveryCodes(db: Db, { userId }: { userId: AccountId }, { AUTH_SECRET }: Env) {
  const codes = Array.from({ length: howMany }, makeCode);
  const at = now();
  const secretName = await nameSecret(AUTH_SECRET);
  const rows = await Promise.all(
    codes.map(async (code) => ({
      account_id: userId,
      code_hash: await hashCode(code, userId, AUTH_SECRET),
      created_at: at,
      used_at: null,
      secret_name: secretName,
    })),
  );
  return {
    codes,
    queries: [
      db.deleteFrom("recovery_codes").where("account_id", "=", userId),
      db.insertInto("recovery_codes").values(rows),
    ],
  };
}

/** What a code proves, and the queries that use it up and tell its owner by mail; null for a code that is wrong or used. */
export async function readRecoveryCode(
  db: Db,
  { account, code }: { account: { id: AccountId; email: string }; code: string },
  scope: RequestScope,
): Promise<FactorProof | null> {
  const hashes = await Promise.all(listSecrets(scope.env).map((secret) => hashCode(code, account.id, secret)));
  const unused = db
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("account_id", "=", account.id)
    .where("code_hash", "in", hashes)
    .where("used_at", "is", null);
  if (!(await unused.executeTakeFirst())) return null;
  const action = "recovery_code.used";
  const mail = planFactorMail(db, { email: account.email, action }, scope);
  return {
    kind: "recovery_code",
    queries: [
      planGuard(db, sql<boolean>`exists ${unused}`),
      db
        .updateTable("recovery_codes")
        .set({ used_at: now() })
        .where("account_id", "=", account.id)
        .where("code_hash", "in", hashes),
      recordAudit(db, { action, actor: account.id, subject: account.id, requestId: scope.requestId }),
      mail.query,
    ],
    mails: [mail.id],
  };
}

/**
 * The condition of codes that work now, used or not: a secret made them that is still accepted. With `current`, that secret
 * is AUTH_SECRET itself.
 */
export async function isWorkingCode(env: SecretVariables, { current = false } = {}): Promise<RawBuilder<boolean>> {
  const secrets = current ? [env.AUTH_SECRET] : listSecrets(env);
  const names = await Promise.all(secrets.map(nameSecret));
  return sql<boolean>`(recovery_codes.secret_name in (${sql.join(names)}))`;
}

/** True for what can be a recovery code, in any spelling that people use: with or without hyphen, in any case. */
export function isRecoveryCode(text: string): boolean {
  const plain = normalize(text);
  return plain.length === length && [...plain].every((letter) => letters.includes(letter));
}

function makeCode(): string {
  // 256 is a multiple of 32, so every letter is as likely as any other.
  const code = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join("");
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

function hashCode(code: string, userId: AccountId, secret: string): Promise<string> {
  return macText(secret, "recovery code", `${userId}.${normalize(code)}`);
}

/** What people read as another letter or digit is taken for the one that there is. */
function normalize(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
}
