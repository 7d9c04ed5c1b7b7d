import { sql } from "kysely";
import { recordAuditWhen } from "../audit/record.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import { nameSite } from "../email/layout.ts";
import { announceMails } from "../email/outbox.ts";
import { isLocalSite } from "../lib/local-site.ts";
import type { RequestScope } from "../lib/scope.ts";
import { isUnconfirmed } from "./account-states.ts";
import { planLinkRequest } from "./link-limits.ts";
import { requireLocalAccounts } from "./oidc/settings.ts";
import { writeResetMail, writeVerificationMail } from "./mail-templates.ts";
import { planLinkMail } from "./plan-link-mail.ts";

interface ResetRequest {
  email: string;
  /** Of who forgot the password; null when an administrator asks for somebody else. */
  request: Request | null;
  /** The administrator; null for whoever says that the address is theirs. */
  actor?: UserId | null;
}

/**
 * Mails the link for a new password to the owner of an active account that has one, and the link that confirms the
 * address where it is not confirmed yet. Everybody else gets nothing. It never tells which: the work is the same for every
 * address, and what may limit it (worker/accounts/link-limits.ts) is not told either. Counts no request of a client: whoever
 * takes one calls `limitAttempts` first.
 */
export async function requestPasswordReset(
  db: Db,
  { email, request, actor = null }: ResetRequest,
  scope: RequestScope,
): Promise<void> {
  const { env, requestId } = scope;
  requireLocalAccounts(env);
  const site = nameSite(scope);
  const resettable = selectResettable(db, { email, env });
  // For the audit log alone: what is mailed is decided in the batch, for every address by the same queries.
  const account = await resettable.executeTakeFirst();
  const asked = await planLinkRequest(db, { email, request }, env);
  const isMailed = sql<boolean>`(${asked.isWithinLimits} and exists ${resettable})`;
  const reset = await planLinkMail(db, {
    purpose: "password_reset",
    email,
    site,
    write: writeResetMail,
    condition: isMailed,
  });
  const confirmation = await planLinkMail(db, {
    purpose: "email_verification",
    email,
    site,
    write: writeVerificationMail,
    condition: sql<boolean>`(${asked.isWithinLimits} and ${isUnconfirmed(email)})`,
  });
  const written = db.selectFrom("outbox").select("id").where("id", "=", reset.id);
  await runBatch(db, [
    asked.query,
    ...reset.queries,
    ...confirmation.queries,
    recordAuditWhen(db, written, {
      action: "password.reset_requested",
      actor,
      subject: account?.id ?? null,
      requestId,
    }),
  ]);
  scope.ctx.waitUntil(announceMails([reset.id, confirmation.id], scope));
}

/** The account under `email` whose password a link may replace: not one that signs in with the company's provider alone. */
export function selectResettable(db: Db, { email, env }: { email: string; env: Pick<Env, "SITE_ORIGIN"> }) {
  return db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("status", "=", "active")
    .where("verified_at", "is not", null)
    .where("password_hash", "is not", null)
    .where("is_demo", "<=", isLocalSite(env) ? 1 : 0);
}
