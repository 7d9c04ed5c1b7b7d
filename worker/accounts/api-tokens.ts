/** Tokens of programs: each acts for one account, within its scopes and what the account may do at that time. */
import { sql } from "kysely";
import { type ApiScope, apiScopeNames, mostTokens, type tokenLives } from "#shared/accounts/api-scopes.ts";
import { day, minute } from "#shared/dates/durations.ts";
import { isRole, type Role } from "#shared/permissions.ts";
import { runRecorded } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { ApiTokenId } from "../db/credentials-tables.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "../lib/clock.ts";
import { NotSignedInError, SecondFactorMissingError } from "../lib/errors.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { newId } from "../lib/ids.ts";
import { isLocalSite } from "../lib/local-site.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readBearer } from "./sessions/bearer.ts";
import { needsSecondFactor } from "./managing/roles-in-need.ts";
import { hasSecondFactor } from "./second-factors/has-second-factor.ts";

/** By this, people and secret scanners know what they have found. */
const prefix = "site_";
/** `used_at` is written at most this often. */
const usedSpan = 5 * minute;

interface NewToken {
  owner: AccountId;
  name: string;
  scopes: readonly ApiScope[];
  /** How long it works, in days. */
  life: (typeof tokenLives)[number];
}

/**
 * Makes a token and returns it: it is stored nowhere. The caller has checked that the sign-in is fresh.
 * @throws {ConflictError} when the account has `mostTokens` already
 */
export async function createApiToken(
  db: Db,
  { owner, name, scopes, life }: NewToken,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<string> {
  const token = prefix + encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const id = newId<ApiTokenId>();
  const at = now();
  const others = selectApiTokens(db, owner)
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as("count"));
  await runRecorded(db, {
    actor: owner,
    requestId,
    subject: id,
    audit: { action: "api_token.created", detail: { name, scopes: scopes.join(" "), days: life } },
    given: {
      rows: sql`(select 1 where (${others}) < ${mostTokens})`,
      conflict: `You have ${mostTokens} tokens. Revoke one first.`,
    },
    queries: [
      db.insertInto("api_tokens").values({
        id,
        account_id: owner,
        name,
        scopes: JSON.stringify(scopes),
        token_sha256: await hashText(token),
        ending: token.slice(-4),
        created_at: at,
        expires_at: at + life * day,
      }),
    ],
  });
  return token;
}

/** The query of the account's tokens that work, the newest first. */
export function selectApiTokens(db: Db, owner: AccountId) {
  return db
    .selectFrom("api_tokens")
    .select(["id", "name", "scopes", "ending", "created_at", "expires_at", "used_at"])
    .where("account_id", "=", owner)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now())
    .orderBy("created_at", "desc");
}

/**
 * Ends a token of the account at once.
 * @throws {ConflictError} when it has ended already, or is of another account
 */
export async function revokeApiToken(
  db: Db,
  { owner, id }: { owner: AccountId; id: ApiTokenId },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  await runRecorded(db, {
    actor: owner,
    requestId,
    subject: id,
    audit: { action: "api_token.revoked" },
    given: {
      rows: selectApiTokens(db, owner).clearOrderBy().where("id", "=", id),
      conflict: "That token has ended already.",
    },
    queries: [db.updateTable("api_tokens").set({ revoked_at: now() }).where("id", "=", id)],
  });
}

/** Whom a program acts for. */
export interface TokenHolder {
  user: { id: AccountId };
  roles: Role[];
  scopes: ApiScope[];
  /** Of the token, as its owner called it. */
  tokenName: string;
}

/**
 * Whom the token of the request acts for, with the roles that they have now. One query, and one more every five minutes.
 * @throws {NotSignedInError} for no token, and one that is unknown, over, or of an account that may not sign in
 * @throws {SecondFactorMissingError} when a role of the account needs a second factor that it does not have
 */
export async function readTokenHolder(db: Db, request: Request, { env }: RequestScope): Promise<TokenHolder> {
  const token = readBearer(request);
  if (!token?.startsWith(prefix)) throw new NotSignedInError();
  const at = now();
  const rows = await db
    .selectFrom("api_tokens")
    .innerJoin("accounts", "accounts.id", "api_tokens.account_id")
    .leftJoin("account_roles", "account_roles.account_id", "accounts.id")
    .select([
      "api_tokens.id",
      "api_tokens.name",
      "api_tokens.scopes",
      "api_tokens.used_at",
      "accounts.id as account_id",
      "accounts.is_demo",
      "account_roles.role",
    ])
    // A company's provider asks for what the company wants.
    .select(
      sql<0 | 1>`${hasSecondFactor("accounts.id")}
        or exists (select 1 from account_identities where account_identities.account_id = accounts.id)`.as(
        "has_factor",
      ),
    )
    .where("token_sha256", "=", await hashText(token))
    .where("api_tokens.revoked_at", "is", null)
    .where("api_tokens.expires_at", ">", at)
    .where("accounts.status", "=", "active")
    .where("accounts.verified_at", "is not", null)
    .execute();
  const [first] = rows;
  // Demo accounts work on localhost only, and so do their tokens.
  if (!first || (first.is_demo === 1 && !isLocalSite(env))) throw new NotSignedInError();
  const roles = rows.flatMap(({ role }) => (role && isRole(role) ? [role] : []));
  if (first.is_demo === 0 && first.has_factor === 0 && needsSecondFactor(roles, env))
    throw new SecondFactorMissingError();
  if (first.used_at === null || at - first.used_at >= usedSpan)
    await db.updateTable("api_tokens").set({ used_at: at }).where("id", "=", first.id).execute();
  return { user: { id: first.account_id }, roles, scopes: readScopes(first.scopes), tokenName: first.name };
}

/** The known scopes of a row. */
export function readScopes(stored: string): ApiScope[] {
  const named = new Set(JSON.parse(stored) as string[]);
  return apiScopeNames.filter((scope) => named.has(scope));
}
