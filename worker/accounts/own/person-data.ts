/** The account of a person, for the export of their data. */
import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { namesAddress } from "#worker/lib/text/names-address.ts";
import { listSecrets, type SecretVariables } from "#worker/lib/former-secret.ts";
import { hashEmail } from "../sign-in/backoff.ts";
import { hashMailbox } from "../links/link-limits.ts";

export function selectAccount(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select([
      "id",
      "email",
      "name",
      "status",
      "created_at",
      "updated_at",
      "signed_in_at",
      "seen_at",
      "verified_at",
      "time_zone",
      "picture_key",
    ])
    .where("email", "=", email);
}

export function selectRoles(db: Db, email: string) {
  return db
    .selectFrom("account_roles")
    .select(["role", "granted_at"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("granted_at");
}

export function selectSessions(db: Db, email: string) {
  return db
    .selectFrom("sessions")
    .select([
      "created_at",
      "refreshed_at",
      "idle_expires_at",
      "absolute_expires_at",
      "revoked_at",
      "revoked_reason",
      "device",
      "place",
      "proofs",
    ])
    .where("account_id", "in", selectId(db, email))
    .orderBy("created_at");
}

/** The account's saved views, and anybody's that name the person. */
export function selectViews(db: Db, email: string) {
  return db
    .selectFrom("saved_views")
    .select(["list", "name", "query", "created_at"])
    .where(({ eb, or }) => or([eb("account_id", "in", selectId(db, email)), isViewAbout(email)]))
    .orderBy("created_at");
}

/** Saved views, of anybody, that name `email` or look for it. */
export function isViewAbout(email: string) {
  // What may stand in an address or beside it is encoded in a query.
  const encoded = [
    ["+", " "],
    ["%2B", "+"],
    ["%27", "'"],
    ["%40", "@"],
    ["%3C", "<"],
    ["%22", '"'],
  ] as const;
  const query = encoded.reduce((text, [code, plain]) => sql`replace(${text}, ${code}, ${plain})`, sql.ref("query"));
  return sql<boolean>`(${namesAddress(sql.ref("name"), email)} or ${namesAddress(query, email)})`;
}

export function selectTokens(db: Db, email: string) {
  return db
    .selectFrom("one_time_tokens")
    .select(["purpose", "created_at", "expires_at", "consumed_at"])
    .where("email", "=", email)
    .orderBy("created_at");
}

export async function selectLinkRequests(db: Db, email: string, { AUTH_SECRET }: Pick<Env, "AUTH_SECRET">) {
  const hash = await hashMailbox(email, AUTH_SECRET);
  return db.selectFrom("link_requests").select("requested_at").where("email_hash", "=", hash).orderBy("requested_at");
}

export function selectInvites(db: Db, email: string) {
  return db
    .selectFrom("invites")
    .select(["roles", "note", "created_at", "sent_at", "expires_at", "accepted_at", "withdrawn_at"])
    .where("email", "=", email)
    .orderBy("created_at");
}

export function selectPasskeys(db: Db, email: string) {
  return db
    .selectFrom("passkeys")
    .select(["name", "is_synced", "created_at", "used_at"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("created_at");
}

export function selectAuthenticatorApps(db: Db, email: string) {
  return db
    .selectFrom("authenticator_apps")
    .select(["name", "created_at", "confirmed_at", "used_at"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("created_at");
}

export function selectRecoveryCodes(db: Db, email: string) {
  return db
    .selectFrom("recovery_codes")
    .select(["created_at", "used_at"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("created_at");
}

export function selectIdentities(db: Db, email: string) {
  return db
    .selectFrom("account_identities")
    .select(["issuer", "subject", "created_at", "used_at"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("created_at");
}

export function selectTokensOfPrograms(db: Db, email: string) {
  return db
    .selectFrom("api_tokens")
    .select(["name", "scopes", "created_at", "expires_at", "used_at", "revoked_at"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("created_at");
}

/** Attempts are counted under a hash of the address. */
export async function selectAttempts(db: Db, email: string, env: SecretVariables) {
  const hashes = await Promise.all(listSecrets(env).map((secret) => hashEmail(email, secret)));
  return db.selectFrom("sign_in_backoff").select(["failed_count", "attempted_at"]).where("email_hash", "in", hashes);
}

/** What the account did in the staff area. */
export function selectActions(db: Db, email: string) {
  return db
    .selectFrom("audit_log")
    .select(["at as done_at", "action"])
    .where("actor_id", "in", selectId(db, email))
    .orderBy("at");
}

function selectId(db: Db, email: string) {
  return db.selectFrom("accounts").select("id").where("email", "=", email);
}
