/**
 * What can go wrong, by name. Only worker/lib/http/refusals.ts knows their status codes;
 * a message here may be shown to the caller and never holds a secret, a token or SQL.
 */

/** Input that fails its schema; `fields` maps a field name to what is wrong with it. */
export class InvalidInputError extends Error {
  override name = "InvalidInputError";
  readonly fields: Record<string, string[]>;

  constructor(fields: Record<string, string[]>, message = "Some answers need another look.") {
    super(message);
    this.fields = fields;
  }
}

/** Why the file of a form is not taken. */
export function refuseFile(words: string): InvalidInputError {
  return new InvalidInputError({ file: [words] }, words);
}

/** An article that its checks keep from being published. */
export class ChecksFailedError extends InvalidInputError {
  override name = "ChecksFailedError";

  constructor(fields: Record<string, string[]>) {
    super(fields, "The article is not published. Put right what its checks have found first.");
  }
}

/** The body cannot be read at all: broken JSON, broken form, invalid UTF-8. */
export class UnreadableBodyError extends Error {
  override name = "UnreadableBodyError";

  constructor() {
    super("The body of the request could not be read.");
  }
}

/** A body over the limit of its endpoint. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";

  constructor() {
    super("The body of the request is too large.");
  }
}

/** A body in a format that the endpoint does not read. */
export class UnsupportedBodyError extends Error {
  override name = "UnsupportedBodyError";

  constructor() {
    super("The body of the request is in a format that is not read here.");
  }
}

/** Wrong e-mail, wrong password, disabled account: the answer is the same. */
export class WrongCredentialsError extends Error {
  override name = "WrongCredentialsError";

  constructor() {
    super("The e-mail address or the password is not right.");
  }
}

/** No session, or one that has ended. */
export class NotSignedInError extends Error {
  override name = "NotSignedInError";

  constructor(message = "You are not signed in.") {
    super(message);
  }
}

/** The session that the request's cookies name has ended for good: the answer removes them, unless newer ones are out. */
export class SessionOverError extends NotSignedInError {
  override name = "SessionOverError";
}

/** The password was right, and the account has more to prove before it is signed in. */
export class ProofMissingError extends Error {
  override name = "ProofMissingError";

  constructor() {
    super("This account asks for one more proof.");
  }
}

/** A code or a passkey that proves nothing: wrong, used before, too late, somebody else's. The answer is the same. */
export class WrongProofError extends Error {
  override name = "WrongProofError";

  constructor(message = "This code is not right, or it was used before.") {
    super(message);
  }
}

/** The role needs a second factor, and the account has none. */
export class SecondFactorMissingError extends Error {
  override name = "SecondFactorMissingError";

  constructor() {
    super("Your role needs a second factor. Sign in on the website and set one up.");
  }
}

/** The password was right, and nobody has proven yet that the account belongs to its address. */
export class UnconfirmedAddressError extends Error {
  override name = "UnconfirmedAddressError";

  constructor() {
    super("This e-mail address is not confirmed yet. Open the link in the mail we sent, or have a new one sent.");
  }
}

/** A link for one use that is unknown, over or used. */
export class LinkOverError extends Error {
  override name = "LinkOverError";

  constructor() {
    super("This link does not work any longer. It was used already, or its time is over.");
  }
}

/** What is asked for needs a sign-in of the last minutes. */
export class StaleSignInError extends Error {
  override name = "StaleSignInError";

  constructor() {
    super("You signed in a while ago. Confirm that it is you, then do this again.");
  }
}

/** The caller is known but may not do this. */
export class NotAllowedError extends Error {
  override name = "NotAllowedError";

  constructor(message = "You don't have permission to do this.") {
    super(message);
  }
}

/** Passwords and accounts of this site's own are switched off: only the company's identity provider signs anybody in. */
export class LocalAccountsForbiddenError extends NotAllowedError {
  override name = "LocalAccountsForbiddenError";

  /** `provider`: what people call it. */
  constructor(provider: string) {
    super(`This site takes no passwords. Sign in with ${provider}.`);
  }
}

/** The thing asked for does not exist, or the caller may not know that it does. */
export class NotFoundError extends Error {
  override name = "NotFoundError";

  constructor(message = "There is nothing here.") {
    super(message);
  }
}

/** The state of the data has moved on, or a rule of the data forbids the change. */
export class ConflictError extends Error {
  override name = "ConflictError";
}

/** The form's single submission was already made, with other answers. */
export class FormUsedError extends ConflictError {
  override name = "FormUsedError";
  /** When the form was rendered, in epoch milliseconds. */
  readonly renderedAt: number;

  constructor(renderedAt: number) {
    super("This form has been sent already, with other answers.");
    this.renderedAt = renderedAt;
  }
}

/** A role was granted to an account whose address is not verified: the owner of the address may be somebody else. */
export class UnverifiedAccountError extends ConflictError {
  override name = "UnverifiedAccountError";

  constructor() {
    super("Nobody has proven yet that this account belongs to its e-mail address, so it can be given no role.");
  }
}

/** Somebody who can sign in must always be super admin. */
export class LastSuperAdminError extends ConflictError {
  override name = "LastSuperAdminError";

  constructor(cause?: unknown) {
    super("There must always be a super admin who can sign in. Make somebody else one first.", { cause });
  }
}

/** Too many attempts; try again after `retryAfter` whole seconds. */
export class TooManyAttemptsError extends Error {
  override name = "TooManyAttemptsError";
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super("Too many attempts. Please wait before you try again.");
    this.retryAfter = retryAfter;
  }
}

/** The service cannot answer just now; try again after `retryAfter` whole seconds. Nothing has changed. */
export class UnavailableError extends Error {
  override name = "UnavailableError";
  readonly retryAfter: number;

  constructor(retryAfter = 2, cause?: unknown) {
    super("The service is busy just now. Please try again in a moment.", { cause });
    this.retryAfter = retryAfter;
  }
}

/** A failed message was sent again, yet the list of them could not be changed. */
export class MessageKeptError extends Error {
  override name = "MessageKeptError";

  constructor(cause: unknown) {
    super("The message was sent, but it could not be taken off this list. To send it once more does no harm.", {
      cause,
    });
  }
}

/** wrangler.toml names a queue that no subject reads. */
export class UnknownQueueError extends Error {
  override name = "UnknownQueueError";

  constructor(queue: string) {
    super(`No subject reads the queue "${queue}": see consumers in worker/*/subject.ts.`);
  }
}

/** wrangler.toml names a schedule that worker/lib/schedules.ts does not know. */
export class UnknownScheduleError extends Error {
  override name = "UnknownScheduleError";

  constructor(schedule: string) {
    super(`No job has the schedule "${schedule}": see worker/lib/schedules.ts.`);
  }
}
