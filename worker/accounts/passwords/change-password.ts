import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { ConflictError, InvalidInputError, WrongCredentialsError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { clearAttempts } from "../sign-in/backoff.ts";
import { endAccess } from "../sessions/end-access.ts";
import { checkNewPassword, hashInTurn } from "./new-password.ts";
import { planPasswordChangedMail, setPassword } from "./reset-password.ts";

interface PasswordChange {
  user: { id: AccountId; email: string; name?: string | null };
  /** The session that goes on; all others end. */
  sessionId: SessionId;
  /** The present password. */
  current: string;
  /** The new one. */
  next: string;
  request: Request;
}

/**
 * Replaces the password of who is signed in and knows the present one, ends all other sessions and every link, and tells
 * the owner by mail. Guesses at the present password are counted and delayed as in signing in.
 * @throws InvalidInputError on field `current` or `next`, TooManyAttemptsError, UnavailableError
 */
export async function changePassword(
  db: Db,
  { user: { id, email, name }, sessionId, current, next, request }: PasswordChange,
  scope: RequestScope,
): Promise<void> {
  await checkNewPassword({ password: next, email, name }, scope).catch(nameField);
  const { account, bucket } = await authenticate(db, { email, password: current, request, confirms: id }, scope).catch(
    nameField,
  );
  const passwordHash = await hashInTurn(next, scope);
  const mail = planPasswordChangedMail(db, { email }, scope);
  // Two changes at once: the second was made with a password that is no longer the present one.
  const unchanged = db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .where("password_hash", "=", account.password_hash);
  await runRecorded(db, {
    actor: id,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "password.changed" },
    given: { rows: unchanged, conflict: "The password was changed in the same moment." },
    queries: [
      setPassword(db, { id, passwordHash }),
      ...endAccess(db, { id, email, reason: "password_changed", except: sessionId }),
      clearAttempts(db, bucket),
      mail.query,
    ],
  }).catch(nameField);
  scope.ctx.waitUntil(announceMails([mail.id], scope));
}

/** Says it beside the fields of this form. */
function nameField(error: unknown): never {
  if (error instanceof WrongCredentialsError || error instanceof ConflictError)
    throw new InvalidInputError({ current: ["This is not your present password."] });
  if (error instanceof InvalidInputError && error.fields["password"])
    throw new InvalidInputError({ next: error.fields["password"] });
  throw error;
}
