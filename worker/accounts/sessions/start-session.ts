import { isRole, type Role } from "#shared/permissions.ts";
import { type Compilable, sql } from "kysely";
import { recordAudit } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { WrongCredentialsError } from "#worker/lib/errors.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { Account } from "./authenticate.ts";
import { clearAttempts } from "../sign-in/backoff.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { storeRehash } from "../passwords/rehash.ts";
import { hasSecondFactor } from "../second-factors/has-second-factor.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { judgeCountry, readSessionOrigin } from "./session-origin.ts";
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
  /** The count of attempts to be cleared; null where no password was tried. */
  bucket: string | null;
  rehashed: string | null;
  /** Refresh token of the session that the new one replaces. */
  replaces: string | null;
  /** Says where the session is started. */
  request: Request;
  /** What was proven. */
  proofs: readonly Proof[];
  /** When it was, in epoch milliseconds, if not now. */
  authTime?: number;
  /** Run before, in the same transaction, such as those that use a code up. */
  queries?: readonly Compilable[];
}

/** What a session was started with. */
type Proof = "password" | "oidc" | FactorKind;

/**
 * Starts the session of an account that has proven everything asked of it, and ends the one it replaces. Nothing else
 * makes sessions; of the Worker only sign-in.ts and oidc/finish.ts call it.
 */
export async function startSession(
  db: Db,
  { account, bucket, rehashed, replaces, request, proofs, authTime, queries = [] }: NewSession,
  scope: RequestScope,
): Promise<FreshSignIn> {
  const { env, requestId } = scope;
  const planned = planSession(env, { sessionId: newId<SessionId>(), userId: account.id });
  const at = planned.created_at;
  const origin = readSessionOrigin(request, env);
  const { device, place, country } = origin;
  const session = { ...planned, ...origin, auth_time: Math.min(authTime ?? at, at), proofs: JSON.stringify(proofs) };
  const replaced = replaces === null ? null : await parseRefreshToken(listSecrets(env), replaces);
  const holder = selectUnchanged(db, { account, proofs });
  const [roles] = await Promise.all([
    readRoles(db, account.id, scope),
    runBatch(db, [
      ...queries,
      // No holder, no session: the column refuses null, and the whole batch rolls back.
      db.insertInto("sessions").values({ ...session, account_id: sql<AccountId>`(${holder})` }),
      ...(bucket === null ? [] : [clearAttempts(db, bucket)]),
      recordAudit(db, {
        action: "session.started",
        actor: account.id,
        subject: session.id,
        requestId,
        detail: { device, place, country, proofs: proofs.join(", ") },
        unusual: judgeCountry({ user: account.id, sessionId: session.id, country }),
      }),
      ...(replaced ? [revokeSession(db, { sessionId: replaced.sessionId, reason: "replaced" })] : []),
      db.updateTable("accounts").set({ signed_in_at: at }).where("id", "=", account.id),
      ...storeRehash(db, { account, rehashed, requestId, at }),
    ]).catch(refuseChanged),
  ]);
  const { id, email, verified_at: verifiedAt } = account;
  return { tokens: await issueTokens(env, session), session: { user: { id, email }, roles }, verifiedAt };
}

/**
 * The account's id while it is as it was when its proofs were checked: active, with the same password, and without a second
 * factor where the password was all. Hashing takes its time, and a new password that was set meanwhile ends all access.
 */
export function selectUnchanged(
  db: Db,
  { account, proofs = [] }: { account: Pick<Account, "id" | "password_hash">; proofs?: readonly Proof[] },
) {
  const isPasswordAll = proofs.length === 1 && proofs[0] === "password";
  return db
    .selectFrom("accounts")
    .select("accounts.id")
    .where("accounts.id", "=", account.id)
    .where("accounts.status", "=", "active")
    .where(sql<boolean>`accounts.password_hash is ${account.password_hash}`)
    .$if(isPasswordAll, (query) => query.where(sql<boolean>`not ${hasSecondFactor("accounts.id")}`));
}

/** To whoever came too late their password is wrong, as it would be now. */
export function refuseChanged(error: unknown): never {
  if (/NOT NULL constraint failed: (sessions|pending_sign_ins)\.account_id/.test(String(error)))
    throw new WrongCredentialsError();
  throw error;
}

/** If roles cannot be read the user is signed in without any. */
async function readRoles(db: Db, userId: AccountId, { log }: RequestScope): Promise<Role[]> {
  try {
    const rows = await db.selectFrom("account_roles").select("role").where("account_id", "=", userId).execute();
    return rows.map(({ role }) => role).filter(isRole);
  } catch (error) {
    log.error("roles could not be read", error, { userId });
    return [];
  }
}
