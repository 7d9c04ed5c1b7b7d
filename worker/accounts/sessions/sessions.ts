import { minute } from "#shared/dates/durations.ts";
import { isRole, type Role } from "#shared/permissions.ts";
import { sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { RevokedReason, SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { signAccessToken } from "./access-tokens.ts";
import { parseRefreshToken, writeRefreshToken } from "./refresh-tokens.ts";
import { needsSecondFactor } from "../managing/roles-in-need.ts";
import { hasSecondFactor } from "../second-factors/has-second-factor.ts";
import { readSessionLife } from "./session-life.ts";
import { isVerifying } from "./signing-keys.ts";

const graceMs = 10_000;
/** Longer than any request that was already running when its session was replaced. */
const lateMs = minute;

/** Both tokens of a session. Instants are epoch seconds. */
export interface SessionTokens {
  sessionId: SessionId;
  userId: AccountId;
  accessToken: string;
  accessExpiresAt: number;
  refreshToken: string;
  refreshExpiresAt: number;
}

/** A session with the account it belongs to, as one request sees it. `authTime` is in epoch milliseconds. */
export interface LiveSession {
  user: { id: AccountId; email: string };
  /** The user's name for colleagues; null if not set. */
  name: string | null;
  /** The key of their picture in R2; null if they have none. */
  pictureKey: string | null;
  /** The IANA name of their time zone; null for the browser's. */
  timeZone: string | null;
  roles: Role[];
  /** Set when they could not be read: `roles` is empty then. */
  rolesUnread?: true;
  authTime: number;
  /** The roles ask for a second factor. */
  needsFactor: boolean;
  /** They do, and the account has none: nothing is open to it but setting one up. */
  lacksFactor: boolean;
}

/** The row of a new session, not stored yet. */
export function planSession(env: Env, { sessionId, userId }: { sessionId: SessionId; userId: AccountId }) {
  const { idle, absolute } = readSessionLife(env);
  const startsAt = now();
  return {
    id: sessionId,
    account_id: userId,
    counter: 0,
    created_at: startsAt,
    auth_time: startsAt,
    refreshed_at: startsAt,
    idle_expires_at: startsAt + Math.min(idle, absolute),
    absolute_expires_at: startsAt + absolute,
    revoked_at: null,
    revoked_reason: null,
  };
}

/** Signs the tokens that belong to the session's row as it stands. */
export async function issueTokens(
  env: Env,
  session: { id: SessionId; account_id: AccountId; counter: number; idle_expires_at: number },
): Promise<SessionTokens> {
  const { id: sessionId, account_id: userId, counter } = session;
  const { token, expiresAt } = await signAccessToken(env, { userId, sessionId });
  return {
    sessionId,
    userId,
    accessToken: token,
    accessExpiresAt: expiresAt,
    refreshToken: await writeRefreshToken(env.AUTH_SECRET, { sessionId, counter }),
    refreshExpiresAt: Math.floor(session.idle_expires_at / 1000),
  };
}

/**
 * Exchanges a refresh token for new tokens; null when the session is over. The previous token is accepted for 10 s more
 * and gets the current one (a lost response, or many tabs at once). An older one means that somebody else has a copy,
 * and ends the session. Rejects when D1 fails: nothing has changed, keep the cookies.
 */
export async function refreshSession(
  db: Db,
  { refreshToken }: { refreshToken: string },
  scope: RequestScope,
): Promise<SessionTokens | null> {
  const { env } = scope;
  const claims = await parseRefreshToken(listSecrets(env), refreshToken);
  if (!claims) return null;
  const at = now();
  const moved = await db
    .updateTable("sessions")
    .set({
      counter: sql`counter + 1`,
      refreshed_at: at,
      idle_expires_at: sql`min(absolute_expires_at, ${at + readSessionLife(env).idle})`,
    })
    .where("id", "=", claims.sessionId)
    .where("counter", "=", claims.counter)
    .where(isLive(at))
    .returning(["id", "account_id", "counter", "idle_expires_at"])
    .executeTakeFirst();
  if (moved) return issueTokens(env, moved);

  const session = await db
    .selectFrom("sessions")
    .select(["id", "account_id", "counter", "idle_expires_at", "refreshed_at"])
    .where("id", "=", claims.sessionId)
    .where(isLive(at))
    .executeTakeFirst();
  if (!session || claims.counter >= session.counter) return null;
  if (claims.counter === session.counter - 1 && at - session.refreshed_at <= graceMs) return issueTokens(env, session);
  await revokeReusedSession(db, session, scope);
  return null;
}

/** The query that ends a session, if it has not ended yet. */
export function revokeSession(db: Db, { sessionId, reason }: { sessionId: SessionId; reason: RevokedReason }) {
  return db
    .updateTable("sessions")
    .set({ revoked_at: now(), revoked_reason: reason })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null);
}

/** True when the session ended within the last minute because its browser signed in anew. */
export async function wasJustReplaced(db: Db, sessionId: SessionId): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("revoked_reason", "=", "replaced")
    .where("revoked_at", ">", now() - lateMs)
    .executeTakeFirst();
  return session !== undefined;
}

/**
 * The session with its user's e-mail, name and roles, or null when it is over or the account is disabled, or when the
 * key `kid` (of the access token that names it) does not verify any longer. One D1 read. If that fails, a second one
 * reads the session without its roles. Rejects when that fails too.
 */
export async function readLiveSession(
  db: Db,
  { sessionId, kid }: { sessionId: SessionId; kid?: string },
  { log, env }: Pick<RequestScope, "log" | "env">,
): Promise<LiveSession | null> {
  const live = db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .select([
      "accounts.id",
      "accounts.email",
      "accounts.name",
      "accounts.picture_key",
      "accounts.time_zone",
      "accounts.is_demo",
      "sessions.auth_time",
      "sessions.proofs",
    ])
    .select(hasSecondFactor("accounts.id").as("has_factor"))
    .where("sessions.id", "=", sessionId)
    .where(isLive(now()))
    .$if(kid !== undefined, (query) => query.where(isSignedWith(kid ?? "")));
  const withRoles = live
    .leftJoin("account_roles", "account_roles.account_id", "accounts.id")
    .select("account_roles.role");
  try {
    return toLiveSession(await withRoles.execute(), env);
  } catch (error) {
    const session = toLiveSession(await live.execute(), env);
    log.error("roles could not be read", error, { sessionId });
    return session && { ...session, rolesUnread: true };
  }
}

interface LiveRow {
  id: AccountId;
  email: string;
  name: string | null;
  picture_key: string | null;
  time_zone: string | null;
  is_demo: 0 | 1;
  auth_time: number;
  proofs: string;
  has_factor: 0 | 1;
  role?: Role | null;
}

function toLiveSession(rows: readonly LiveRow[], env: Env): LiveSession | null {
  const [first] = rows;
  if (!first) return null;
  const roles = rows.flatMap(({ role }) => (role && isRole(role) ? [role] : []));
  const proofs = JSON.parse(first.proofs) as string[];
  // Demo accounts exist on this machine only, and their password is published.
  const needsFactor = first.is_demo === 0 && needsSecondFactor(roles, env);
  return {
    user: { id: first.id, email: first.email },
    name: first.name,
    pictureKey: first.picture_key,
    timeZone: first.time_zone,
    roles,
    authTime: first.auth_time,
    needsFactor,
    // A company's provider asks for what the company wants.
    lacksFactor: needsFactor && first.has_factor === 0 && !proofs.includes("oidc"),
  };
}

/**
 * Ends a session whose token was copied: both the owner and the thief have to sign in again. The counter does not
 * matter here: the thief may have advanced it.
 */
async function revokeReusedSession(
  db: Db,
  session: { id: SessionId },
  { requestId, log }: RequestScope,
): Promise<void> {
  log.warn("refresh token reused", { sessionId: session.id });
  const live = db.selectFrom("sessions").select("id").where("id", "=", session.id).where("revoked_at", "is", null);
  const entry = { action: "session.reuse_detected", actor: null, subject: session.id, requestId } as const;
  await runBatch(db, [recordAuditWhen(db, live, entry), revokeSession(db, { sessionId: session.id, reason: "reuse" })]);
}

function isSignedWith(kid: string) {
  return sql<boolean>`EXISTS (SELECT 1 FROM signing_keys WHERE signing_keys.kid = ${kid} AND ${isVerifying(now())})`;
}

/** True of sessions that can be used at `at`, if their account is active. */
export function isOpenSession(at: number) {
  return sql<boolean>`sessions.revoked_at IS NULL AND sessions.idle_expires_at > ${at}
    AND sessions.absolute_expires_at > ${at}`;
}

/** Not ended, not run out, and the account active. */
export function isLive(at: number) {
  return sql<boolean>`${isOpenSession(at)}
    AND EXISTS (SELECT 1 FROM accounts AS holder WHERE holder.id = sessions.account_id AND holder.status = 'active')`;
}
