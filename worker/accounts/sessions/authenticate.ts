import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import type { AccountId, AccountStatus } from "#worker/db/accounts-tables.ts";
import { TooManyAttemptsError, UnconfirmedAddressError, WrongCredentialsError } from "#worker/lib/errors.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { isLocalSite } from "#worker/lib/local-site.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { claimAttempt, hashEmail, readDelay } from "../sign-in/backoff.ts";
import { refuseWhenCrowded, takeHashTurn } from "../passwords/hash-turns.ts";
import { requireLocalAccounts } from "../company-sign-in/settings.ts";
import { readDeviceBucket } from "./known-device.ts";
import { hashPassword, verifyPassword } from "../passwords/passwords.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { recordRefusal } from "../sign-in/record-refusal.ts";

/** What a sign-in needs to know of an account. */
export interface Account {
  id: AccountId;
  email: string;
  status: AccountStatus;
  password_hash: string | null;
  is_demo: 0 | 1;
  verified_at: number | null;
}

export const accountColumns = ["id", "email", "status", "password_hash", "is_demo", "verified_at"] as const;

/** Somebody who gave the right password: the first step of a sign-in, not a session. */
export interface Authenticated {
  account: Account;
  /** The count of attempts that this one was made under, the only one to be cleared. */
  bucket: string;
  /** The password hashed at today's cost, when the stored hash is of another. */
  rehashed: string | null;
}

interface Credentials {
  email: string;
  password: string;
  request: Request;
  /** The account that is signed in and confirms who it is; null where somebody signs in. */
  confirms?: AccountId | null;
}

/**
 * Checks e-mail and password. In this order: rate limit per client, room in the hash queue, delay per address (also for
 * unknown ones) or per known device, a turn to hash, always the work of exactly one hash, account status.
 * @throws LocalAccountsForbiddenError, TooManyAttemptsError, UnavailableError, WrongCredentialsError;
 * UnconfirmedAddressError where the password is right
 */
export async function authenticate(
  db: Db,
  { email, password, request, confirms = null }: Credentials,
  scope: RequestScope,
): Promise<Authenticated> {
  requireLocalAccounts(scope.env);
  await limitAttempts(request, "sign-in", scope);
  const secrets = listSecrets(scope.env);
  const [secret] = secrets;
  const device = await readDeviceBucket(db, { request, email, secrets });
  const who = device === null ? "stranger" : "known";
  refuseWhenCrowded(who);
  const bucket = device ?? (await hashEmail(email, secret));
  const delay = await readDelay(db, bucket);
  if (delay > 0) throw new TooManyAttemptsError(delay);
  const turn = await takeHashTurn(who);
  const account = await claimAccount(db, { email, bucket });
  const { matches, outdated } = await turn.run((runStretch) =>
    verifyPassword(password, account?.password_hash ?? null, secrets, runStretch),
  );
  if (!account || !matches || !maySignIn(account, scope.env)) {
    scope.log.warn("sign-in refused", { userId: account?.id ?? null });
    await recordRefusal(db, { user: account?.id ?? null, confirms, request, by: "password" }, scope);
    throw new WrongCredentialsError();
  }
  // Only who has the password learns this.
  if (account.verified_at === null) throw new UnconfirmedAddressError();
  const rehashed = outdated ? await turn.run((runStretch) => hashPassword(password, secret, runStretch)) : null;
  return { account, bucket, rehashed };
}

/** Counts the attempt and reads the account, if there is one, in one batch. */
async function claimAccount(
  db: Db,
  { email, bucket }: { email: string; bucket: string },
): Promise<Account | undefined> {
  const [claim, found] = await runBatch(db, [
    claimAttempt(db, bucket),
    db.selectFrom("accounts").select(accountColumns).where("email", "=", email),
  ]);
  if (!firstRow(claim)) throw new TooManyAttemptsError(Math.max(1, await readDelay(db, bucket)));
  return firstRow<Account>(found);
}

/** Demo accounts have a published password, so they can sign in only on localhost. */
export function maySignIn(account: Account, env: Env): boolean {
  return account.status === "active" && (account.is_demo === 0 || isLocalSite(env));
}
