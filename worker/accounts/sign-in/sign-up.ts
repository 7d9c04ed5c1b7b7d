import { sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isWebAddress } from "#worker/lib/http/web-address.ts";
import { planLinkRequest } from "../links/link-limits.ts";
import { writeAccountExistsMail, writeVerificationMail } from "../mail-templates.ts";
import { hashNewPassword } from "../passwords/new-password.ts";
import { requireLocalAccounts } from "../company-sign-in/settings.ts";
import { isConfirmed, isUnconfirmed } from "./account-states.ts";
import { planLinkMail } from "../links/plan-link-mail.ts";
import { limitAttempts } from "./rate-limit.ts";

interface SignUp {
  email: string;
  password: string;
  email_redirect_to?: string | undefined;
  request: Request;
}

/**
 * Makes an account that counts for nothing until its address is confirmed, and mails the link for that. The owner of an
 * address that has an account already gets a mail that says so. Both take the same work and get the same answer, so that
 * nobody can find out which addresses are registered.
 * @throws LocalAccountsForbiddenError; InvalidInputError for a password that is easy to guess or a return address on
 * another site; TooManyAttemptsError, UnavailableError
 */
export async function signUp(
  db: Db,
  { email, password, email_redirect_to: nextUrl, request }: SignUp,
  scope: RequestScope,
): Promise<void> {
  requireLocalAccounts(scope.env);
  await limitAttempts(request, "sign-up", scope);
  const next = nextUrl === undefined ? null : readPath(nextUrl, scope.env);
  const user = planAccountRow({ email, passwordHash: await hashNewPassword({ password, email }, scope) });
  const { requestId, env } = scope;
  const site = nameSite(scope);
  const made = db.selectFrom("accounts").select("id").where("id", "=", user.id);
  const asked = await planLinkRequest(db, { email, request }, env);
  const toConfirm = await planLinkMail(db, {
    purpose: "email_verification",
    email,
    next,
    site,
    write: writeVerificationMail,
    condition: sql<boolean>`(${asked.isWithinLimits} and ${isUnconfirmed(email)})`,
  });
  const toKnown = planMail(db, {
    ...writeAccountExistsMail(site),
    dedupeKey: `account-exists:${newId()}`,
    kind: "account-exists",
    recipient: email,
    condition: sql<boolean>`(${asked.isWithinLimits} and ${isConfirmed(email)})`,
  });
  await runBatch(db, [
    asked.query,
    insertAccount(db, user),
    recordAuditWhen(db, made, { action: "user.signed_up", actor: user.id, subject: user.id, requestId }),
    ...toConfirm.queries,
    toKnown.query,
  ]);
  scope.ctx.waitUntil(announceMails([toConfirm.id, toKnown.id], scope));
}

/**
 * The path of an address on this site. A `blob:` address has the site's origin too, but is not a page of the site.
 * @throws InvalidInputError on field `email_redirect_to`
 */
function readPath(address: string, { SITE_ORIGIN }: Env): string {
  const url = URL.parse(address);
  if (!url || !isWebAddress(url) || url.origin !== SITE_ORIGIN)
    throw new InvalidInputError({ email_redirect_to: [`Give an address on ${SITE_ORIGIN}, or none.`] });
  return url.pathname + url.search + url.hash;
}

/** The row of a new active account. Signing up does not verify an address; only an operator sets `isVerified`. */
export function planAccountRow({
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
    id: newId<AccountId>(),
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
export function insertAccount(db: Db, user: ReturnType<typeof planAccountRow>, condition = sql<boolean>`true`) {
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
    .insertInto("accounts")
    .columns(["id", "email", "status", "password_hash", "created_at", "updated_at", "verified_at"])
    .expression(
      row
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("accounts").select("id").where("email", "=", user.email))),
        )
        .where(condition),
    );
}
