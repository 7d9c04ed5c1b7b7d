import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, LinkOverError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { clearAttempts, hashEmail } from "../sign-in/backoff.ts";
import { endAccess } from "../sessions/end-access.ts";
import { writePasswordChangedMail } from "../mail-templates.ts";
import { hashNewPassword } from "./new-password.ts";
import { consumeLink, readLink, selectOpenLink } from "../links/one-time-links.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { selectResettable } from "./request-reset.ts";

const purpose = "password_reset";

/** The address whose password the link may replace, or null when the link is over. Changes nothing. */
export async function readReset(db: Db, { token }: { token: string }, { env }: Pick<RequestScope, "env">) {
  const link = await readLink(db, { purpose, token });
  const account =
    link &&
    (await selectResettable(db, { email: link.email, env })
      .select(["accounts.email", "accounts.name"])
      .executeTakeFirst());
  return link && account ? { ...account, hash: link.hash } : null;
}

interface Reset {
  token: string;
  password: string;
  request: Request;
}

/**
 * Sets a new password for the account of the link, ends all its sessions and links and the delay of its address, and tells
 * the owner by mail. Nobody is signed in by it, so a second factor is asked for as ever.
 * @throws LinkOverError, InvalidInputError on field `password`, TooManyAttemptsError, UnavailableError
 */
export async function resetPassword(db: Db, { token, password, request }: Reset, scope: RequestScope): Promise<void> {
  await limitAttempts(request, "link", scope);
  const found = await readReset(db, { token }, scope);
  if (!found) throw new LinkOverError();
  const { id, email, name, hash } = found;
  const passwordHash = await hashNewPassword({ password, email, name }, scope);
  const mail = planPasswordChangedMail(db, { email }, scope);
  const account = selectResettable(db, { email, env: scope.env });
  await runRecorded(db, {
    actor: id,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "password.reset" },
    given: {
      rows: selectOpenLink(db, { purpose, hash })
        .select("token_sha256")
        .where(({ exists }) => exists(account)),
      conflict: "The link is over.",
    },
    queries: [
      setPassword(db, { id, passwordHash }),
      consumeLink(db, { hash }),
      ...endAccess(db, { id, email, reason: "reset" }),
      clearAttempts(db, await hashEmail(email, scope.env.AUTH_SECRET)),
      mail.query,
    ],
  }).catch(refuseUsedLink);
  scope.ctx.waitUntil(announceMails([mail.id], scope));
}

/** The query that replaces the password of an account. */
export function setPassword(db: Db, { id, passwordHash }: { id: AccountId; passwordHash: string }) {
  return db.updateTable("accounts").set({ password_hash: passwordHash, updated_at: now() }).where("id", "=", id);
}

/** The mail that tells the owner of a new password. */
export function planPasswordChangedMail(db: Db, { email }: { email: string }, scope: RequestScope) {
  return planMail(db, {
    ...writePasswordChangedMail(nameSite(scope)),
    dedupeKey: `password-changed:${newId()}`,
    kind: "password-changed",
    recipient: email,
  });
}

/** Somebody else used the link in the same moment: to who comes late it is over. */
export function refuseUsedLink(error: unknown): never {
  throw error instanceof ConflictError ? new LinkOverError() : error;
}
