/** How a session begins: with a password, and one second factor where the account has any; or a passkey alone. */
import type { Assertion } from "#shared/accounts/passkey-schemas.ts";
import type { Db } from "#worker/db/client.ts";
import { isGuardError } from "#worker/db/guard.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { NotSignedInError, WrongProofError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { authenticate, maySignIn } from "../sessions/authenticate.ts";
import { readFactorCode } from "../second-factors/factor-code.ts";
import { requireLocalAccounts } from "../company-sign-in/settings.ts";
import { claimTry, type Pending, planPendingEnd, storePending } from "../second-factors/pending-sign-in.ts";
import { limitAttempts } from "./rate-limit.ts";
import { recordRefusal } from "./record-refusal.ts";
import { type FactorKind, listFactorKinds } from "../second-factors/second-factors.ts";
import { type FreshSignIn, startSession } from "../sessions/start-session.ts";
import { checkPasskey, wrongPasskey } from "../second-factors/check-passkey.ts";

/** How far a sign-in has come. */
export type SignInStep =
  | ({ kind: "signed-in" } & FreshSignIn)
  /** No session yet: one of `missing` is to be proven. `token` is the secret of the pending sign-in, for its cookie. */
  | { kind: "pending"; missing: readonly FactorKind[]; token: string };

interface Credentials {
  email: string;
  password: string;
  request: Request;
  /** Refresh token of the session that the new one replaces. */
  replaces?: string | null;
}

/**
 * Checks e-mail and password, then starts a session, unless the account has a second factor.
 * @throws TooManyAttemptsError, UnavailableError, WrongCredentialsError
 */
export async function signIn(
  db: Db,
  { email, password, request, replaces = null }: Credentials,
  scope: RequestScope,
): Promise<SignInStep> {
  const authenticated = await authenticate(db, { email, password, request }, scope);
  const missing = await listFactorKinds(db, authenticated.account.id, scope);
  if (missing.length > 0) {
    const token = await storePending(db, { ...authenticated, missing, request }, scope);
    return { kind: "pending", missing, token };
  }
  return {
    kind: "signed-in",
    ...(await startSession(db, { ...authenticated, replaces, request, proofs: ["password"] }, scope)),
  };
}

interface GivenCode {
  /** Its cookie names the pending sign-in, and so the account. */
  request: Request;
  /** Of an authenticator app, or a recovery code. */
  code: string;
  replaces?: string | null;
}

/**
 * Completes the browser's pending sign-in by a code, once.
 * @throws NotSignedInError when nothing is pending, WrongProofError for a wrong code; a few tries are allowed
 */
export async function proveSignIn(
  db: Db,
  { request, code, replaces = null }: GivenCode,
  scope: RequestScope,
): Promise<FreshSignIn> {
  await limitAttempts(request, "second-step", scope);
  const pending = await claimTry(db, { request });
  if (!pending || !maySignIn(pending.account, scope.env)) throw new NotSignedInError();
  const { account, bucket, missing } = pending;
  const proof = await readFactorCode(db, { account, code, asked: missing }, scope);
  if (!proof) return refuseCode(db, { account, request }, scope);
  const { kind, mails } = proof;
  // The code is used up, the pending sign-in ends and the session begins: all of it or nothing.
  const queries = [...planPendingEnd(db, pending), ...proof.queries];
  const given = { account, bucket, rehashed: null, replaces, request, proofs: ["password", kind], queries } as const;
  try {
    const fresh = await startSession(db, given, scope);
    await announceMails(mails, scope);
    return fresh;
  } catch (error) {
    // Another request was quicker.
    if (isGuardError(error)) return refuseCode(db, { account, request }, scope);
    throw error;
  }
}

async function refuseCode(
  db: Db,
  { account, request }: Pick<Pending, "account"> & { request: Request },
  scope: RequestScope,
): Promise<never> {
  scope.log.warn("code refused", { userId: account.id });
  await recordRefusal(db, { user: account.id, request, by: "code" }, scope);
  throw new WrongProofError();
}

interface GivenPasskey {
  assertion: Assertion;
  request: Request;
  replaces?: string | null;
}

/**
 * Signs in by a passkey alone: to have it, and to be the one it checks, are two factors. It does for the second step after
 * a password, too.
 * @throws LocalAccountsForbiddenError, TooManyAttemptsError, WrongProofError
 */
export async function signInWithPasskey(
  db: Db,
  { assertion, request, replaces = null }: GivenPasskey,
  scope: RequestScope,
): Promise<FreshSignIn> {
  requireLocalAccounts(scope.env);
  await limitAttempts(request, "passkey", scope);
  const checked = await checkPasskey(db, { assertion }, scope);
  const { account } = checked;
  if (account === null || !maySignIn(account, scope.env)) {
    const { user, why } = account === null ? checked : { user: account.id, why: "disabled account" };
    await recordRefusal(db, { user, request, by: "passkey", why }, scope);
    throw new WrongProofError(wrongPasskey);
  }
  return startSession(db, { account, bucket: null, rehashed: null, replaces, request, proofs: ["passkey"] }, scope);
}
