import type { Assertion } from "#shared/accounts/passkey-schemas.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { isGuardError } from "#worker/db/guard.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, WrongCredentialsError, WrongProofError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type Account, authenticate } from "./authenticate.ts";
import { clearAttempts } from "../sign-in/backoff.ts";
import { readFactorCode } from "../second-factors/factor-code.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { recordRefusal } from "../sign-in/record-refusal.ts";
import { storeRehash } from "../passwords/rehash.ts";
import { listFactorKinds } from "../second-factors/second-factors.ts";
import { checkPasskey, wrongPasskey } from "../second-factors/check-passkey.ts";

interface Confirmation {
  caller: { user: { id: string; email: string }; sessionId: string };
  request: Request;
  given: { passkey: Assertion } | { password: string; code?: string | undefined };
}

/**
 * Makes the caller's sign-in fresh again: by their password, with a code where the account has a second factor, or by a
 * passkey. Wrong answers are counted and delayed as when signing in.
 * @throws InvalidInputError naming `password` or `code`, WrongProofError, TooManyAttemptsError, UnavailableError
 */
export async function confirmIdentity(
  db: Db,
  { caller, request, given }: Confirmation,
  scope: RequestScope,
): Promise<void> {
  const id = caller.user.id as AccountId;
  const { account, bucket, rehashed, proof } =
    "passkey" in given
      ? await provePasskey(db, { assertion: given.passkey, id, request }, scope)
      : await provePassword(db, { ...given, id, email: caller.user.email, request }, scope);
  const at = now();
  const live = db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", caller.sessionId as SessionId)
    .where("account_id", "=", id)
    .where("revoked_at", "is", null);
  await runRecorded(db, {
    actor: account.id,
    requestId: scope.requestId,
    subject: caller.sessionId,
    audit: { action: "session.confirmed" },
    given: { rows: live, conflict: "This session is over." },
    queries: [
      ...(proof?.queries ?? []),
      db.updateTable("sessions").set({ auth_time: at }).where("id", "in", live),
      ...(bucket === null ? [] : [clearAttempts(db, bucket)]),
      ...storeRehash(db, { account, rehashed, requestId: scope.requestId, at }),
    ],
  }).catch((error: unknown) => {
    // Another request has used the code up.
    if (isGuardError(error)) return refuseCode(db, { id, request }, scope);
    throw error;
  });
  await announceMails(proof?.mails ?? [], scope);
}

/** The caller's own passkey, and nobody else's. */
async function provePasskey(
  db: Db,
  { assertion, id, request }: { assertion: Assertion; id: AccountId; request: Request },
  scope: RequestScope,
): Promise<{ account: Account; bucket: null; rehashed: null; proof: null }> {
  await limitAttempts(request, "passkey", scope);
  const { account, why } = await checkPasskey(db, { assertion }, scope);
  if (account?.id === id) return { account, bucket: null, rehashed: null, proof: null };
  const given = { user: id, confirms: id, request, by: "passkey", why: why ?? "passkey of another account" } as const;
  await recordRefusal(db, given, scope);
  throw new WrongProofError(wrongPasskey);
}

interface GivenPassword {
  id: AccountId;
  email: string;
  password: string;
  code?: string | undefined;
  request: Request;
}

async function provePassword(db: Db, { id, email, password, code = "", request }: GivenPassword, scope: RequestScope) {
  const authenticated = await authenticate(db, { email, password, request, confirms: id }, scope).catch(nameField);
  const { account } = authenticated;
  if (account.id !== id) throw new WrongProofError();
  const asked = await listFactorKinds(db, id, scope);
  if (asked.length === 0) return { ...authenticated, proof: null };
  if (code === "") throw new InvalidInputError({ code: ["Enter a code of your app, or a recovery code."] });
  const proof = await readFactorCode(db, { account, code, asked }, scope);
  return proof ? { ...authenticated, proof } : refuseCode(db, { id, request }, scope);
}

async function refuseCode(
  db: Db,
  { id, request }: Pick<GivenPassword, "id" | "request">,
  scope: RequestScope,
): Promise<never> {
  await recordRefusal(db, { user: id, confirms: id, request, by: "code" }, scope);
  throw new InvalidInputError({ code: [new WrongProofError().message] });
}

/** Whoever is signed in already knows the address: only the password can be wrong. */
function nameField(error: unknown): never {
  if (error instanceof WrongCredentialsError)
    throw new InvalidInputError({ password: ["This password is not right."] });
  throw error;
}
