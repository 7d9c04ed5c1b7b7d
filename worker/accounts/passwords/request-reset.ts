import { type RawBuilder, sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { isLocalSite } from "#worker/lib/local-site.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isUnconfirmed } from "../sign-in/account-states.ts";
import { planLinkRequest } from "../links/link-limits.ts";
import { requireLocalAccounts } from "../company-sign-in/settings.ts";
import { writeResetMail, writeVerificationMail } from "../mail-templates.ts";
import { planLinkMail } from "../links/plan-link-mail.ts";

/**
 * Mails the link for a new password to the owner of an active account that has one, and the link that confirms the
 * address where it is not confirmed yet. Everybody else gets nothing. It never tells which: the work is the same for every
 * address, and limits (worker/accounts/links/link-limits.ts) do not show either. Counts no request of a client: whoever
 * takes one calls `limitAttempts` first.
 */
export async function requestPasswordReset(
  db: Db,
  { email, request }: { email: string; request: Request },
  scope: RequestScope,
): Promise<void> {
  const { env, requestId } = scope;
  const planned = await planReset(db, { email, request }, scope);
  // For the audit log alone: what is mailed is decided in the batch, for every address by the same queries.
  const account = await selectResettable(db, { email, env }).executeTakeFirst();
  const written = db.selectFrom("outbox").select("id").where("id", "=", planned.resetId);
  const subject = account?.id ?? null;
  await runBatch(db, [
    ...planned.queries,
    recordAuditWhen(db, written, { action: "password.reset_requested", actor: null, subject, requestId }),
  ]);
  planned.announce();
}

interface AdminsRequest {
  user: { id: AccountId; email: string };
  actor: AccountId;
  /** What must still hold when the mail is written. */
  allowed: RawBuilder<boolean>;
}

/**
 * The same for an administrator, who may know what came of it, and records it: `sent`; `held back`, because the mailbox has
 * had as many mails as it gets; or `changed`, because `allowed` does not hold any longer.
 */
export async function sendResetForAdmin(
  db: Db,
  { user: { id, email }, actor, allowed }: AdminsRequest,
  scope: RequestScope,
): Promise<"sent" | "held back" | "changed"> {
  const planned = await planReset(db, { email, request: null, condition: allowed }, scope);
  const { resetId, confirmationId, mailIds } = planned;
  const written = db.selectFrom("outbox").select("id").where("id", "in", mailIds);
  const stillAllowed = db.selectNoFrom(sql.lit(1).as("allowed")).where(allowed);
  const heldBack = stillAllowed.where(({ not, exists }) => not(exists(written)));
  const note = { actor, subject: id, requestId: scope.requestId };
  const results = await runBatch(db, [
    ...planned.queries,
    recordAuditWhen(db, written.where("id", "=", resetId), {
      ...note,
      action: "user.reset_sent",
      detail: { mail: "new password" },
    }),
    recordAuditWhen(db, written.where("id", "=", confirmationId), {
      ...note,
      action: "user.reset_sent",
      detail: { mail: "confirmation of the address" },
    }),
    recordAuditWhen(db, heldBack, { ...note, action: "user.reset_held_back" }),
    written,
    stillAllowed,
  ]);
  planned.announce();
  const [mails, permission] = results.slice(-2);
  if (mails?.results.length) return "sent";
  return permission?.results.length ? "held back" : "changed";
}

interface NewReset {
  email: string;
  /** Of who forgot the password; null when an administrator asks for somebody else. */
  request: Request | null;
  condition?: RawBuilder<boolean>;
}

/** The queries that count the request and write its mail, and how to send that once they have run. */
async function planReset(db: Db, { email, request, condition = sql<boolean>`true` }: NewReset, scope: RequestScope) {
  const { env } = scope;
  requireLocalAccounts(env);
  const site = nameSite(scope);
  const asked = await planLinkRequest(db, { email, request }, env);
  const mayBeMailed = sql<boolean>`${asked.isWithinLimits} and ${condition}`;
  const reset = await planLinkMail(db, {
    purpose: "password_reset",
    email,
    site,
    write: writeResetMail,
    condition: sql<boolean>`(${mayBeMailed} and exists ${selectResettable(db, { email, env })})`,
  });
  const confirmation = await planLinkMail(db, {
    purpose: "email_verification",
    email,
    site,
    write: writeVerificationMail,
    condition: sql<boolean>`(${mayBeMailed} and ${isUnconfirmed(email)})`,
  });
  const mailIds = [reset.id, confirmation.id];
  return {
    resetId: reset.id,
    confirmationId: confirmation.id,
    mailIds,
    queries: [asked.query, ...reset.queries, ...confirmation.queries],
    announce: () => scope.ctx.waitUntil(announceMails(mailIds, scope)),
  };
}

/** The account under `email` whose password a link may replace: not one that signs in with the company's provider alone. */
export function selectResettable(db: Db, { email, env }: { email: string; env: Pick<Env, "SITE_ORIGIN"> }) {
  return db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", email)
    .where("status", "=", "active")
    .where("verified_at", "is not", null)
    .where("password_hash", "is not", null)
    .where("is_demo", "<=", isLocalSite(env) ? 1 : 0);
}
