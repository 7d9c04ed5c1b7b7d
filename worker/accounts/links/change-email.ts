/**
 * Moving an account to another address: asked for in a fresh session, and done by a link that the new address gets, in a
 * session of the same account. The link alone is not enough: a mistyped address would give the account to its reader.
 */
import { sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import { recordAuditWhen } from "#worker/audit/record.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import {
  InvalidInputError,
  LinkOverError,
  NotAllowedError,
  NotSignedInError,
  SecondFactorMissingError,
} from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isConfirmed } from "../sign-in/account-states.ts";
import { endAccess } from "../sessions/end-access.ts";
import type { Identity } from "../sessions/identity.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { planLinkRequest } from "./link-limits.ts";
import {
  writeAccountExistsMail,
  writeEmailChangedMail,
  writeEmailChangeMail,
  writeEmailChangeNotice,
} from "../mail-templates.ts";
import { consumeLink, readLink, selectOpenLink } from "./one-time-links.ts";
import { planLinkMail } from "./plan-link-mail.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { refuseUsedLink } from "../passwords/reset-password.ts";
import { isOpenSession } from "../sessions/sessions.ts";

const purpose = "email_change";

interface EmailChange {
  user: { id: AccountId; email: string };
  newEmail: string;
  /** When the user last proved who they are, in epoch seconds. */
  authTime: number;
  request: Request;
}

/**
 * Mails the new address a link, and tells the old one at once. An address that has an account gets a mail that says so;
 * the answer is the same. A pending change ends.
 * @throws StaleSignInError, InvalidInputError on field `email` for the address that the account has, TooManyAttemptsError
 */
export async function startEmailChange(
  db: Db,
  { user: { id, email }, newEmail, authTime, request }: EmailChange,
  scope: RequestScope,
): Promise<void> {
  requireFreshSignIn({ authTime });
  await limitAttempts(request, "link", scope);
  if (newEmail.toLowerCase() === email.toLowerCase())
    throw new InvalidInputError({ email: ["This is the address that your account has."] });
  const site = nameSite(scope);
  const asked = await planLinkRequest(db, { email: newEmail, request }, scope.env);
  const toNew = await planLinkMail(db, {
    purpose,
    email: newEmail,
    user: id,
    site,
    write: writeEmailChangeMail,
    condition: sql<boolean>`(${asked.isWithinLimits} and not ${isConfirmed(newEmail)})`,
  });
  const toTaken = planMail(db, {
    ...writeAccountExistsMail(site),
    dedupeKey: `account-exists:${newId()}`,
    kind: "account-exists",
    recipient: newEmail,
    condition: sql<boolean>`(${asked.isWithinLimits} and ${isConfirmed(newEmail)})`,
  });
  const toOld = planMail(db, {
    ...writeEmailChangeNotice(site),
    dedupeKey: `email-change:${newId()}`,
    kind: "email-change",
    recipient: email,
    condition: asked.isWithinLimits,
  });
  const earlier = db.updateTable("one_time_tokens").set({ consumed_at: now() }).where("account_id", "=", id);
  await runRecorded(db, {
    actor: id,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "email.change_requested" },
    queries: [
      asked.query,
      earlier.where("purpose", "=", purpose).where("consumed_at", "is", null),
      ...toNew.queries,
      toTaken.query,
      toOld.query,
    ],
  });
  scope.ctx.waitUntil(announceMails([toNew.id, toTaken.id, toOld.id], scope));
}

/** The account and both addresses that the link is about, or null when it is over. Changes nothing. */
export async function readEmailChange(db: Db, { token }: { token: string }) {
  const link = await readLink(db, { purpose, token });
  const account = link?.user && (await selectMovable(db, { id: link.user, newEmail: link.email }).executeTakeFirst());
  return link && account ? { ...account, newEmail: link.email, hash: link.hash } : null;
}

interface Confirmation {
  token: string;
  /** Who uses the link. */
  identity: Identity;
  request: Request;
}

/**
 * Moves the account of the link to its address, and tells both addresses. All sessions of the account end, except the one
 * that uses the link. An unconfirmed account under the address goes: the link proves whose it is.
 * @throws LinkOverError, TooManyAttemptsError; NotSignedInError, NotAllowedError and SecondFactorMissingError unless
 * `identity` is the account that moves
 */
export async function confirmEmailChange(
  db: Db,
  { token, identity, request }: Confirmation,
  scope: RequestScope,
): Promise<void> {
  await limitAttempts(request, "link", scope);
  const found = await readEmailChange(db, { token });
  if (!found) throw new LinkOverError();
  const { id, email, newEmail, hash } = found;
  const sessionId = requireOwner(identity, id);
  const mails = [email, newEmail].map((recipient) =>
    planMail(db, {
      ...writeEmailChangedMail(nameSite(scope)),
      dedupeKey: `email-changed:${newId()}`,
      kind: "email-changed",
      recipient,
    }),
  );
  const live = db
    .selectFrom("sessions")
    .select("sessions.id")
    .where("sessions.id", "=", sessionId)
    .where("sessions.account_id", "=", id)
    .where(isOpenSession(now()));
  const open = selectOpenLink(db, { purpose, hash })
    .select("token_sha256")
    .where(({ exists }) => exists(selectMovable(db, { id, newEmail }).where("email", "=", email)))
    .where(({ exists }) => exists(live));
  const displaced = db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", newEmail)
    .where("verified_at", "is", null);
  await runRecorded(db, {
    actor: id,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "email.changed" },
    given: { rows: open, conflict: "The link is over." },
    queries: [
      consumeLink(db, { hash }),
      recordAuditWhen(db, displaced, {
        action: "user.displaced",
        actor: id,
        subject: sql<AccountId>`(${displaced})`,
        requestId: scope.requestId,
      }),
      db.deleteFrom("accounts").where("id", "in", displaced),
      db.updateTable("accounts").set({ email: newEmail, verified_at: now(), updated_at: now() }).where("id", "=", id),
      ...endAccess(db, { id, email, reason: "email_changed", except: sessionId }),
      ...mails.map(({ query }) => query),
    ],
  }).catch(refuseUsedLink);
  scope.ctx.waitUntil(
    announceMails(
      mails.map((mail) => mail.id),
      scope,
    ),
  );
}

/** The session of the account, which the move needs. */
function requireOwner(identity: Identity, account: AccountId): SessionId {
  if (identity.kind === "signed-out")
    throw new NotSignedInError("Sign in first, with the address that your account has until now.");
  if (identity.user.id !== account)
    throw new NotAllowedError("This link is for another account than the one you are signed in to.");
  if (identity.lacksFactor) throw new SecondFactorMissingError();
  return identity.sessionId as SessionId;
}

/** The account, while it may move to an address that no confirmed account has. */
function selectMovable(db: Db, { id, newEmail }: { id: AccountId; newEmail: string }) {
  return db
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("id", "=", id)
    .where("status", "=", "active")
    .where("verified_at", "is not", null)
    .where(sql<boolean>`not ${isConfirmed(newEmail)}`);
}
