// Bundle: forms
/** What a form shows when it was refused, on public, staff and sign-in pages. */

export interface FormProblem {
  /** Name of the field; none when the problem concerns the whole form. */
  field?: string;
  message: string;
  /** A page where this can be put right; with `next` in its query it leads back. */
  href?: string;
}

/**
 * What a program can do something about: confirm who it is (`stale-sign-in`), give one more proof (`proof-missing`), have
 * a link sent (`address-unconfirmed`), set up a second factor (`second-factor-missing`).
 */
export const refusalReasons = [
  "stale-sign-in",
  "proof-missing",
  "address-unconfirmed",
  "second-factor-missing",
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** Answers by the name of their field. A name that was sent more than once has a list of texts. */
export type FormAnswers = Record<string, string | string[]>;

export interface Refusal {
  /** Status of HTTP; 0 when there was no answer. */
  status: number;
  title: string;
  /** At most one for each field. */
  problems: FormProblem[];
  /** Without passwords and files; undefined when the form could not be read or the page still has them. */
  answers?: FormAnswers | undefined;
  /** Whole seconds. */
  retryAfter?: number | undefined;
  reason?: RefusalReason | undefined;
}

/** The answer in the field `name`; of a list the last one. */
export function readAnswer(answers: FormAnswers | undefined, name: string): string | undefined {
  const answer = answers?.[name];
  return Array.isArray(answer) ? answer.at(-1) : answer;
}
