/**
 * The step between password and session: what an account still has to prove, one of the second factors that it has. A
 * pending sign-in is stored under the hash of a secret that only its browser has, lives for ten minutes, allows five tries
 * and ends with the first session. It identifies nobody: only `claimTry` reads it.
 */
import { type Compilable, sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { recordAudit } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { planGuard } from "#worker/db/guard.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";
import { readCookie, writeCookie } from "#worker/lib/http/cookies.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type Account, accountColumns, type Authenticated } from "../sessions/authenticate.ts";
import { storeRehash } from "../passwords/rehash.ts";
import type { FactorKind } from "./second-factors.ts";
import { judgeCountry, readSessionOrigin } from "../sessions/session-origin.ts";
import { refuseChanged, selectUnchanged } from "../sessions/start-session.ts";

const lifeMs = 10 * minute;
export const pendingCookie = { name: "__Host-pending", maxAge: lifeMs / 1000 };
const mostTries = 5;

interface NewPending extends Authenticated {
  /** Kinds of proof; any one of them completes the sign-in. */
  missing: readonly FactorKind[];
  request: Request;
}

/**
 * Stores a pending sign-in, and records that somebody has the password. Returns its secret, for the browser's cookie alone.
 * The attempts of an address are delayed until a sign-in is complete, so that nobody can fill the log.
 */
export async function storePending(
  db: Db,
  { account, bucket, rehashed, missing, request }: NewPending,
  { env, requestId }: RequestScope,
): Promise<string> {
  const { device, place, country } = readSessionOrigin(request, env);
  const token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const at = now();
  const row = {
    token_sha256: await hashText(token),
    account_id: sql<AccountId>`(${selectUnchanged(db, { account })})`,
    missing: JSON.stringify(missing),
    bucket,
    created_at: at,
    expires_at: at + lifeMs,
  };
  await runBatch(db, [
    db.insertInto("pending_sign_ins").values(row),
    recordAudit(db, {
      action: "session.pending",
      actor: null,
      subject: account.id,
      requestId,
      detail: { device, place, country, missing: missing.join(", ") },
      unusual: judgeCountry({ user: account.id, sessionId: null, country }),
    }),
    ...storeRehash(db, { account, rehashed, requestId, at }),
  ]).catch(refuseChanged);
  return token;
}

/** The Set-Cookie value that takes a pending sign-in from a browser. */
export function clearPendingCookie(): string {
  return writeCookie(pendingCookie.name, "", { maxAge: 0 });
}

/** The Set-Cookie value that gives a browser its pending sign-in. */
export function writePendingCookie(token: string): string {
  return writeCookie(pendingCookie.name, token, { maxAge: pendingCookie.maxAge });
}

export interface Pending {
  tokenHash: string;
  account: Account;
  missing: FactorKind[];
  bucket: string;
}

/**
 * Counts a try of the browser's pending sign-in and reads it. Null when there is none, when it is over or its tries are
 * used up, and when its account has changed since: a new password or a lock ends it.
 */
export async function claimTry(db: Db, { request }: { request: Request }): Promise<Pending | null> {
  const token = readCookie(request, pendingCookie.name);
  if (token === null) return null;
  const tokenHash = await hashText(token);
  const row = await db
    .updateTable("pending_sign_ins")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("token_sha256", "=", tokenHash)
    .where("expires_at", ">", now())
    .where("attempts", "<", mostTries)
    .returning(["account_id", "missing", "bucket", "created_at"])
    .executeTakeFirst();
  const account = row && (await readAccount(db, { id: row.account_id, unchangedSince: row.created_at }));
  return account ? { tokenHash, account, missing: JSON.parse(row.missing) as FactorKind[], bucket: row.bucket } : null;
}

/** What the browser's pending sign-in waits for, without a try; null as for `claimTry`. */
export async function peekPending(db: Db, { request }: { request: Request }): Promise<FactorKind[] | null> {
  const token = readCookie(request, pendingCookie.name);
  if (token === null) return null;
  const row = await db
    .selectFrom("pending_sign_ins")
    .innerJoin("accounts", "accounts.id", "pending_sign_ins.account_id")
    .select("missing")
    .where("token_sha256", "=", await hashText(token))
    .where("expires_at", ">", now())
    .where("attempts", "<", mostTries)
    .whereRef("accounts.updated_at", "<=", "pending_sign_ins.created_at")
    .executeTakeFirst();
  return row ? (JSON.parse(row.missing) as FactorKind[]) : null;
}

async function readAccount(
  db: Db,
  { id, unchangedSince }: { id: AccountId; unchangedSince: number },
): Promise<Account | undefined> {
  return db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("id", "=", id)
    .where("updated_at", "<=", unchangedSince)
    .executeTakeFirst();
}

/** The queries that end a pending sign-in, for the batch that starts its session: for one of many at once. */
export function planPendingEnd(db: Db, { tokenHash }: Pick<Pending, "tokenHash">): Compilable[] {
  const live = db
    .selectFrom("pending_sign_ins")
    .select("token_sha256")
    .where("token_sha256", "=", tokenHash)
    .where("expires_at", ">", now());
  return [
    planGuard(db, sql<boolean>`exists ${live}`),
    db.deleteFrom("pending_sign_ins").where("token_sha256", "=", tokenHash),
  ];
}
