import { isRole, type Role } from "#app/shared/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { SessionId, UserId } from "../db/accounts-tables.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Account } from "./authenticate.ts";
import { clearAttempts } from "./backoff.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { storeRehash } from "./rehash.ts";
import type { FactorKind } from "./second-factors.ts";
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

interface NewSession {
  account: Account;
  /** The count of attempts to be cleared; null where none was counted. */
  bucket: string | null;
  rehashed: string | null;
  /** Refresh token of the session that the new one replaces. */
  replaces: string | null;
  /** What was proven. */
  proofs: readonly Proof[];
}

/** What a session was started with. */
type Proof = "password" | FactorKind;

/**
 * Starts the session of an account that has proven everything asked of it, and ends the one it replaces. Nothing else
 * makes sessions; only worker/accounts/sign-in.ts calls it.
 */
export async function startSession(
  db: Db,
  { account, bucket, rehashed, replaces, proofs }: NewSession,
  scope: RequestScope,
): Promise<FreshSignIn> {
  const { env, requestId } = scope;
  const session = planSession(env, { sessionId: newId<SessionId>(), userId: account.id });
  const replaced = replaces === null ? null : await parseRefreshToken(env.AUTH_SECRET, replaces);
  const [roles] = await Promise.all([
    readRoles(db, account.id, scope),
    runBatch(db, [
      ...(bucket === null ? [] : [clearAttempts(db, bucket)]),
      db.insertInto("sessions").values({ ...session, proofs: JSON.stringify(proofs) }),
      recordAudit(db, { action: "session.started", actor: account.id, subject: session.id, requestId }),
      ...(replaced ? [revokeSession(db, { sessionId: replaced.sessionId, reason: "replaced" })] : []),
      db.updateTable("users").set({ signed_in_at: session.auth_time }).where("id", "=", account.id),
      ...storeRehash(db, { account, rehashed, requestId, at: session.auth_time }),
    ]),
  ]);
  const { id, email, verified_at: verifiedAt } = account;
  return { tokens: await issueTokens(env, session), session: { user: { id, email }, roles }, verifiedAt };
}

/** If roles cannot be read the user is signed in without any. */
async function readRoles(db: Db, userId: UserId, { log }: RequestScope): Promise<Role[]> {
  try {
    const rows = await db.selectFrom("user_roles").select("role").where("user_id", "=", userId).execute();
    return rows.map(({ role }) => role).filter(isRole);
  } catch (error) {
    log.error("roles could not be read", error, { userId });
    return [];
  }
}
