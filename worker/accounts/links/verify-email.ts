import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { LinkOverError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { clearAttempts, hashEmail } from "../sign-in/backoff.ts";
import { endAccess } from "../sessions/end-access.ts";
import { hashNewPassword } from "../passwords/new-password.ts";
import { consumeLink, readLink, selectOpenLink } from "./one-time-links.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { refuseUsedLink } from "../passwords/reset-password.ts";

const purpose = "email_verification";

/** The unconfirmed account that the link is for, or null when the link is over. Changes nothing. */
export async function readVerification(db: Db, { token }: { token: string }) {
  const link = await readLink(db, { purpose, token });
  const account = link && (await selectUnconfirmed(db, link.email).executeTakeFirst());
  return link && account ? { ...account, hash: link.hash } : null;
}

interface Verification {
  token: string;
  password: string;
  request: Request;
}

/**
 * Confirms the address of an account. Whoever signed up may not be who reads the mailbox, so the password that is given
 * now is the account's from here on: the one chosen at sign-up or another.
 * @throws LinkOverError, InvalidInputError on field `password`, TooManyAttemptsError, UnavailableError
 */
export async function verifyEmail(
  db: Db,
  { token, password, request }: Verification,
  scope: RequestScope,
): Promise<void> {
  await limitAttempts(request, "link", scope);
  const found = await readVerification(db, { token });
  if (!found) throw new LinkOverError();
  const { id, email, hash } = found;
  const { requestId, env } = scope;
  const passwordHash = await hashNewPassword({ password, email }, scope);
  const open = selectOpenLink(db, { purpose, hash })
    .select("token_sha256")
    .where(({ exists }) => exists(selectUnconfirmed(db, email).where("id", "=", id)));
  await runRecorded(db, {
    actor: id,
    requestId,
    subject: id,
    audit: { action: "user.verified" },
    given: { rows: open, conflict: "The link is over." },
    queries: [
      consumeLink(db, { hash }),
      db
        .updateTable("accounts")
        .set({ password_hash: passwordHash, verified_at: now(), updated_at: now() })
        .where("id", "=", id),
      ...endAccess(db, { id, email, reason: "ended" }),
      clearAttempts(db, await hashEmail(email, env.AUTH_SECRET)),
    ],
  }).catch(refuseUsedLink);
}

function selectUnconfirmed(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("email", "=", email)
    .where("status", "=", "active")
    .where("verified_at", "is", null);
}
