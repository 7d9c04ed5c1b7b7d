/** Signing in takes up to three steps: authenticate (password), pending (what else is asked for), session. */
import type { Db } from "../db/client.ts";
import { NotSignedInError, WrongCredentialsError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { authenticate, maySignIn } from "./authenticate.ts";
import {
  askedProofs,
  claimTry,
  consumePending,
  listMissing,
  type Proof,
  storeMissing,
  storePending,
} from "./pending-sign-in.ts";
import { recordRefusal } from "./record-refusal.ts";
import { type FreshSignIn, startSession } from "./start-session.ts";

/** How far a sign-in has come. */
export type SignInStep =
  | ({ kind: "signed-in" } & FreshSignIn)
  /** No session yet. `token` is set with the first step: the secret of the pending sign-in, for `writePendingCookie`. */
  | { kind: "pending"; missing: readonly string[]; token?: string };

interface Credentials {
  email: string;
  password: string;
  request: Request;
  /** Refresh token of the session that the new one replaces. */
  replaces?: string | null;
}

/**
 * Checks e-mail and password, then starts a session, unless the account has more to prove.
 * @throws TooManyAttemptsError, UnavailableError, WrongCredentialsError
 */
export async function signIn(
  db: Db,
  { email, password, request, replaces = null }: Credentials,
  scope: RequestScope,
  proofs = askedProofs,
): Promise<SignInStep> {
  const authenticated = await authenticate(db, { email, password, request }, scope);
  const missing = await listMissing(db, { account: authenticated.account, proofs });
  if (missing.length > 0) {
    const token = await storePending(db, { ...authenticated, missing, requestId: scope.requestId });
    return { kind: "pending", missing, token };
  }
  return { kind: "signed-in", ...(await startSession(db, { ...authenticated, replaces, request }, scope)) };
}

interface GivenProof {
  /** Its cookie names the pending sign-in, and so the account. */
  request: Request;
  kind: string;
  answer: string;
  replaces?: string | null;
}

/**
 * Checks one proof of the browser's pending sign-in. The session starts with the last one that is missing, once.
 * @throws NotSignedInError when nothing is pending, WrongCredentialsError for a wrong answer; a few tries are allowed
 */
export async function proveSignIn(
  db: Db,
  { request, kind, answer, replaces = null }: GivenProof,
  scope: RequestScope,
  proofs = askedProofs,
): Promise<SignInStep> {
  const pending = await claimTry(db, { request });
  if (!pending || !maySignIn(pending.account, scope.env)) throw new NotSignedInError();
  const { account, bucket } = pending;
  const proof = findProof(proofs, { kind, missing: pending.missing });
  if (!proof || !(await proof.isGiven(db, { account, answer }))) {
    scope.log.warn("proof refused", { userId: account.id, proof: kind });
    await recordRefusal(db, { user: account.id, request }, scope);
    throw new WrongCredentialsError();
  }
  const missing = pending.missing.filter((each) => each !== kind);
  if (missing.length > 0) {
    await storeMissing(db, { ...pending, missing });
    return { kind: "pending", missing };
  }
  if (!(await consumePending(db, pending))) throw new NotSignedInError();
  const given = { account, bucket, rehashed: null, replaces, request, proofs: ["password", kind] };
  return { kind: "signed-in", ...(await startSession(db, given, scope)) };
}

function findProof(proofs: readonly Proof[], { kind, missing }: { kind: string; missing: readonly string[] }) {
  return missing.includes(kind) ? proofs.find((each) => each.kind === kind) : undefined;
}
