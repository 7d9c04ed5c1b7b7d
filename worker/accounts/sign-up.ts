import { sql } from "kysely";
import { recordAuditWhen } from "../audit/record.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { now } from "../lib/clock.ts";
import { InvalidInputError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { isWebAddress } from "../lib/web-address.ts";
import { isBreachedPassword } from "./breached-passwords.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { refuseWhenCrowded, takeHashTurn } from "./hash-turns.ts";
import { requireLocalAccounts } from "./oidc/settings.ts";
import { hashPassword } from "./passwords.ts";
import { limitAttempts } from "./rate-limit.ts";

interface NewAccount {
  email: string;
  password: string;
}

interface SignUp extends NewAccount {
  email_redirect_to?: string | undefined;
  request: Request;
}

/**
 * Creates an account without roles. An existing account is not changed, with the same work and the same answer, so that
 * nobody can find out which addresses are registered.
 * @throws LocalAccountsForbiddenError; InvalidInputError for a common password or a return address on another site, TooManyAttemptsError,
 * UnavailableError
 */
export async function signUp(
  db: Db,
  { email, password, email_redirect_to: wayBack, request }: SignUp,
  scope: RequestScope,
): Promise<void> {
  requireLocalAccounts(scope.env);
  await limitAttempts(request, "sign-up", scope);
  if (wayBack !== undefined && !isOnSite(wayBack, scope.env))
    throw new InvalidInputError({ email_redirect_to: [`Give an address on ${scope.env.SITE_ORIGIN}, or none.`] });
  refuseWhenCrowded("stranger");
  await checkNewPassword({ email, password }, scope);
  const { env, requestId } = scope;
  const turn = await takeHashTurn("stranger");
  const passwordHash = await turn.run((runStretch) => hashPassword(password, env.AUTH_SECRET, runStretch));
  const user = planUser({ email, passwordHash });
  const made = db.selectFrom("users").select("id").where("id", "=", user.id);
  await runBatch(db, [
    insertUser(db, user),
    recordAuditWhen(db, made, { action: "user.signed_up", actor: user.id, subject: user.id, requestId }),
  ]);
}

/** A `blob:` address has the site's origin too, but is not a page of the site. */
function isOnSite(address: string, { SITE_ORIGIN }: Env): boolean {
  const url = URL.parse(address);
  return url !== null && isWebAddress(url) && url.origin === SITE_ORIGIN;
}

/**
 * Checks a new password against the bundled list and, if configured, the list of breached passwords.
 * @throws InvalidInputError on field `password`.
 */
export async function checkNewPassword({ email, password }: NewAccount, scope: RequestScope): Promise<void> {
  if (isCommonPassword(password, email)) {
    throw new InvalidInputError({ password: ["This password is easy to guess. Use a few unrelated words."] });
  }
  if (await isBreachedPassword(password, scope)) {
    throw new InvalidInputError({ password: ["This password is in a known data breach. Choose another."] });
  }
}

/** The row of a new active account. Signing up does not verify an address; only an operator sets `isVerified`. */
export function planUser({
  email,
  passwordHash,
  isVerified = false,
}: {
  email: string;
  passwordHash: string;
  isVerified?: boolean;
}) {
  const at = now();
  return {
    id: newId<UserId>(),
    email,
    status: "active" as const,
    password_hash: passwordHash,
    created_at: at,
    updated_at: at,
    verified_at: isVerified ? at : null,
  };
}

/**
 * The query that adds `user`, unless an account has the address or `condition` does not hold. ON CONFLICT cannot be
 * used: the trigger against INSERT OR REPLACE runs first.
 */
export function insertUser(db: Db, user: ReturnType<typeof planUser>, condition = sql<boolean>`true`) {
  const row = db.selectNoFrom([
    sql.val(user.id).as("id"),
    sql.val(user.email).as("email"),
    sql.val(user.status).as("status"),
    sql.val(user.password_hash).as("password_hash"),
    sql.val(user.created_at).as("created_at"),
    sql.val(user.updated_at).as("updated_at"),
    sql.val(user.verified_at).as("verified_at"),
  ]);
  return db
    .insertInto("users")
    .columns(["id", "email", "status", "password_hash", "created_at", "updated_at", "verified_at"])
    .expression(
      row
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("users").select("id").where("email", "=", user.email))),
        )
        .where(condition),
    );
}
