/** The one table from what can go wrong to what is answered, for the API, public pages, staff pages and the Worker. */
import type { FormAnswers, Refusal, RefusalReason } from "#shared/pages/refusal.ts";
import { isBindingError } from "../binding-errors.ts";
import * as errors from "../errors.ts";
import { StaleVersionError, VersionMissingError } from "./version-errors.ts";

export const statusTitles = {
  400: "Bad request",
  401: "Not signed in",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  412: "Precondition failed",
  413: "Content too large",
  415: "Unsupported media type",
  421: "Misdirected request",
  422: "Unprocessable content",
  428: "Precondition required",
  429: "Too many requests",
  500: "Something went wrong",
  503: "Service unavailable",
} as const;

export type RefusalStatus = keyof typeof statusTitles;

type ErrorClass = abstract new (...args: never[]) => Error;

const statuses: readonly [ErrorClass, RefusalStatus][] = [
  [errors.ChecksFailedError, 422],
  [errors.InvalidInputError, 400],
  [errors.UnreadableBodyError, 400],
  [errors.LinkOverError, 400],
  [errors.WrongCredentialsError, 401],
  [errors.WrongProofError, 401],
  [errors.NotSignedInError, 401],
  [errors.ProofMissingError, 401],
  [errors.UnconfirmedAddressError, 403],
  [errors.NotAllowedError, 403],
  [errors.StaleSignInError, 403],
  [errors.SecondFactorMissingError, 403],
  [errors.NotFoundError, 404],
  [errors.ConflictError, 409],
  [StaleVersionError, 412],
  [errors.BodyTooLargeError, 413],
  [errors.UnsupportedBodyError, 415],
  [VersionMissingError, 428],
  [errors.TooManyAttemptsError, 429],
  [errors.UnavailableError, 503],
  [errors.MessageKeptError, 503],
];

/** What a page or a program can do something about by itself. */
const reasons: readonly [ErrorClass, RefusalReason][] = [
  [errors.StaleSignInError, "stale-sign-in"],
  [errors.ProofMissingError, "proof-missing"],
  [errors.UnconfirmedAddressError, "address-unconfirmed"],
  [errors.SecondFactorMissingError, "second-factor-missing"],
];

const hrefs: Partial<Record<RefusalReason, { href: string }>> = { "stale-sign-in": { href: "/auth/confirm" } };

/** What a caller may know of an error. */
export interface ErrorFacts {
  status: RefusalStatus;
  /** One sentence for the caller; null for what has no name of ours: that is a 500 which tells nothing. */
  message: string | null;
  /** What is wrong, by field. */
  fields: Record<string, string[]>;
  /** Whole seconds. */
  retryAfter: number | undefined;
  reason: RefusalReason | undefined;
}

/** Looks `error` up in the table, by its name of ours. */
export function lookUpError(error: unknown): ErrorFacts {
  const named = nameError(error);
  const status = statuses.find(([kind]) => named instanceof kind)?.[1] ?? 500;
  const isHaste = named instanceof errors.TooManyAttemptsError || named instanceof errors.UnavailableError;
  return {
    status,
    message: status === 500 ? null : (named as Error).message,
    fields: named instanceof errors.InvalidInputError ? named.fields : {},
    retryAfter: isHaste ? named.retryAfter : undefined,
    reason: reasons.find(([kind]) => named instanceof kind)?.[1],
  };
}

/**
 * Names what bindings throw: an outage, and the rules of triggers about accounts; most broken rules are our own mistake.
 */
function nameError(error: unknown): unknown {
  const words = error instanceof Error ? error.message : "";
  if (/\bunverified_account\b/.test(words)) return new errors.UnverifiedAccountError();
  if (/\blast_super_admin\b/.test(words)) return new errors.LastSuperAdminError(error);
  // What is asked without the Worker around it, by scripts and tests, is known by the words of D1 alone.
  const isOutage = isBindingError(error) || /^D1[_ ]/.test(words);
  return isOutage && !/constraint/i.test(words) ? new errors.UnavailableError(2, error) : error;
}

/** What a form says in its own words, by status; the title of the summary and the sentence below it. */
export type RefusalWords = Partial<Record<RefusalStatus, { title?: string; message?: string }>>;

interface RefusalContext {
  answers?: FormAnswers | undefined;
  words?: RefusalWords | undefined;
}

/** What a page says of `error` beside its form, with `answers` to fill it in again. */
export function buildRefusal(error: unknown, { answers, words = {} }: RefusalContext = {}): Refusal {
  const { status, message, fields, retryAfter, reason } = lookUpError(error);
  const byField = Object.entries(fields).map(([field, [first = ""]]) => ({ field, message: first }));
  const own = words[status];
  const sentence = own?.message ?? message ?? "Your answers are still here: please try again in a moment.";
  return {
    status,
    title: own?.title ?? (byField.length > 0 && message ? message : statusTitles[status]),
    problems: byField.length > 0 ? byField : [{ message: sentence, ...(reason && hrefs[reason]) }],
    answers,
    retryAfter,
    ...(reason && { reason }),
  };
}
