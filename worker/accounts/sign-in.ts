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
import { refuseWhenCrowded, takeHashTurn } from "./hash-turns.ts";
import { readDeviceBucket } from "./known-device.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { limitAttempts } from "./rate-limit.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { issueTokens, type LiveSession, planSession, revokeSession, type SessionTokens } from "./sessions.ts";

/** A fresh session with what a client shows of it. */
export interface SignedIn {
  tokens: SessionTokens;
  session: Pick<LiveSession, "user" | "roles">;
}

/** When the account's address was proven; null where it is not. */
export interface FreshSignIn extends SignedIn {
  verifiedAt: number | null;
}

interface Credentials {
  email: string;
  password: string;
  /** Refresh token of the session that the new one replaces. */
  replaces?: string | null;
}

interface Account {
  id: UserId;
  email: string;
  status: UserStatus;
  password_hash: string | null;
  is_demo: 0 | 1;
  verified_at: number | null;
}

/**
 * Checks e-mail and password and starts a new session; the one it `replaces` ends. In this order: rate limit per
 * client, room in the hash queue, delay per address (also for unknown ones) or per known device, a turn to hash, always
 * the work of exactly one hash, account status.
 * @throws TooManyAttemptsError, UnavailableError, WrongCredentialsError
 */
export async function signIn(
  { email, password, replaces = null }: Credentials,
  request: Request,
  scope: RequestScope,
): Promise<FreshSignIn> {
  await limitAttempts(request, scope, "sign-in");
  const db = openDb(scope.env.DB);
  const secret = scope.env.AUTH_SECRET;
  const device = await readDeviceBucket(request, email, { db, secret });
  const who = device === null ? "stranger" : "known";
  refuseWhenCrowded(who);
  const bucket = device ?? (await hashEmail(email, secret));
  const delay = await readDelay(db, bucket);
  if (delay > 0) throw new TooManyAttemptsError(delay);
  const turn = await takeHashTurn(who);
  const account = await claimAccount(db, { email, bucket });
  const { matches, outdated } = await turn.run((runStretch) =>
    verifyPassword(password, account?.password_hash ?? null, secret, runStretch),
  );
  if (!account || !matches || !maySignIn(account, scope.env)) {
    scope.log.warn("sign-in refused", { userId: account?.id ?? null });
    throw new WrongCredentialsError();
  }
  const rehashed = outdated ? await turn.run((runStretch) => hashPassword(password, secret, runStretch)) : null;
  return startSession(db, { account, bucket, rehashed, replaces }, scope);
}

/** Counts the attempt and reads the account, if there is one, in one batch. */
async function claimAccount(
  db: Db,
  { email, bucket }: { email: string; bucket: string },
): Promise<Account | undefined> {
  const [claim, found] = await runBatch(db, [
    claimAttempt(db, bucket),
    db
      .selectFrom("users")
      .select(["id", "email", "status", "password_hash", "is_demo", "verified_at"])
      .where("email", "=", email),
  ]);
  if (!firstRow(claim)) throw new TooManyAttemptsError(Math.max(1, await readDelay(db, bucket)));
  return firstRow<Account>(found);
}

/** Demo accounts have a published password, so they can sign in only on localhost. */
function maySignIn(account: Account, env: Env): boolean {
  return account.status === "active" && (account.is_demo === 0 || isLocalSite(env));
}

interface NewSession {
  account: Account;
  /** The bucket of this attempt, the only one to be cleared. */
  bucket: string;
  /** The password hashed at today's cost, when the stored hash is of another. */
  rehashed: string | null;
  replaces: string | null;
}

async function startSession(
  db: Db,
  { account, bucket, rehashed, replaces }: NewSession,
  scope: RequestScope,
): Promise<FreshSignIn> {
  const { env, requestId } = scope;
  const session = planSession(env, { sessionId: newId<SessionId>(), userId: account.id });
  const replaced = replaces === null ? null : await parseRefreshToken(env.AUTH_SECRET, replaces);
  const audit = { actor: account.id, requestId };
  const [roles] = await Promise.all([
    readRoles(db, account.id, scope),
    runBatch(db, [
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
    ]),
  ]);
  const { id, email, verified_at: verifiedAt } = account;
  return { tokens: await issueTokens(env, session), session: { user: { id, email }, roles }, verifiedAt };
}

/** If roles cannot be read the user is signed in without any. */
async function readRoles(db: Db, userId: UserId, { log }: RequestScope): Promise<Role[]> {
  try {
    const rows = await db.selectFrom("user_roles").select("role").where("user_id", "=", userId).execute();
    return rows.map(({ role }) => role);
  } catch (error) {
    log.error("roles could not be read", error, { userId });
    return [];
  }
}
