import type { Role } from "#app/shared/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { type Db, firstRow, openDb, runBatch } from "../db/client.ts";
import type { SessionId, UserId, UserStatus } from "../db/accounts-tables.ts";
import { now } from "../lib/clock.ts";
import { TooManyAttemptsError, WrongCredentialsError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { isLocalSite } from "../lib/local-site.ts";
import type { RequestScope } from "../lib/scope.ts";
import { claimAttempt, clearAttempts, hashEmail, readDelay } from "./backoff.ts";
import { withHashSlot } from "./hash-slots.ts";
import { readDeviceBucket } from "./known-device.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { limitAttempts } from "./rate-limit.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { issueTokens, planSession, revokeSession, type SessionTokens } from "./sessions.ts";

/** A fresh session with what a client shows of it. */
export interface SignedIn {
  tokens: SessionTokens;
  user: { id: UserId; email: string };
  roles: Role[];
}

interface Credentials {
  email: string;
  password: string;
  /** Refresh token of the session that the new one takes the place of. */
  replaces?: string | null;
}

interface Account {
  id: UserId;
  email: string;
  status: UserStatus;
  password_hash: string | null;
  is_demo: 0 | 1;
}

/**
 * Checks e-mail and password and starts a new session; the one it `replaces` ends. In this order: limit per
 * client, delay per address (also for unknown ones) or per known device, one of four hash slots, always exactly one
 * scrypt, status.
 * @throws TooManyAttemptsError, UnavailableError, WrongCredentialsError
 */
export async function signIn(
  { email, password, replaces = null }: Credentials,
  request: Request,
  scope: RequestScope,
): Promise<SignedIn> {
  await limitAttempts(request, scope, "sign-in");
  const db = openDb(scope.env.DB);
  const secret = scope.env.AUTH_SECRET;
  const bucket = (await readDeviceBucket(request, email, secret)) ?? (await hashEmail(email, secret));
  const delay = await readDelay(db, bucket);
  if (delay > 0) throw new TooManyAttemptsError(delay);
  return withHashSlot(async () => {
    const account = await claimAccount(db, { email, bucket }, scope);
    const { matches, outdated } = await verifyPassword(password, account?.password_hash ?? null, secret);
    if (!account || !matches || !maySignIn(account, scope.env)) {
      scope.log.warn("sign-in refused", { userId: account?.id ?? null });
      throw new WrongCredentialsError();
    }
    const rehashed = outdated ? await hashPassword(password, secret) : null;
    return startSession(db, { account, bucket, rehashed, replaces }, scope);
  });
}

/** Counts the attempt and reads the account, known or not, in one batch. */
async function claimAccount(
  db: Db,
  { email, bucket }: { email: string; bucket: string },
  { env }: RequestScope,
): Promise<Account | undefined> {
  const [claim, found] = await runBatch(env.DB, [
    claimAttempt(db, bucket),
    db.selectFrom("users").select(["id", "email", "status", "password_hash", "is_demo"]).where("email", "=", email),
  ]);
  if (!firstRow(claim)) throw new TooManyAttemptsError(Math.max(1, await readDelay(db, bucket)));
  return firstRow<Account>(found);
}

/** Demo accounts have a published passphrase: they sign in on this machine only. */
function maySignIn(account: Account, env: Env): boolean {
  return account.status === "active" && (account.is_demo === 0 || isLocalSite(env));
}

interface NewSession {
  account: Account;
  /** What the attempt was counted under, and nothing else, is forgotten. */
  bucket: string;
  /** The password hashed at today's cost, when the stored hash is of another. */
  rehashed: string | null;
  replaces: string | null;
}

async function startSession(
  db: Db,
  { account, bucket, rehashed, replaces }: NewSession,
  { env, requestId }: RequestScope,
): Promise<SignedIn> {
  const session = planSession(env, { sessionId: newId<SessionId>(), userId: account.id });
  const replaced = replaces === null ? null : await parseRefreshToken(env.AUTH_SECRET, replaces);
  const audit = { actor: account.id, requestId };
  const results = await runBatch(env.DB, [
    db.selectFrom("user_roles").select("role").where("user_id", "=", account.id),
    clearAttempts(db, bucket),
    db.insertInto("sessions").values(session),
    recordAudit(db, { ...audit, action: "session.started", subject: session.id }),
    ...(replaced ? [revokeSession(db, replaced.sessionId, "replaced")] : []),
    db.updateTable("users").set({ signed_in_at: session.auth_time }).where("id", "=", account.id),
    ...(rehashed === null
      ? []
      : [
          db
            .updateTable("users")
            .set({ password_hash: rehashed, updated_at: now() })
            .where("id", "=", account.id)
            .where("password_hash", "=", account.password_hash),
          recordAudit(db, { ...audit, action: "password.rehashed", subject: account.id }),
        ]),
  ]);
  return {
    tokens: await issueTokens(env, session),
    user: { id: account.id, email: account.email },
    roles: (results[0] as D1Result<{ role: Role }>).results.map(({ role }) => role),
  };
}
