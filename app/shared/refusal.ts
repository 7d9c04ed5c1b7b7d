/** What a form is told that did not go through: the same for public, staff and sign-in pages. */

export interface FormProblem {
  /** The field it belongs to; none when it concerns the whole form. */
  field?: string;
  message: string;
}

/** What was answered, by the field's name as in the form; a name that came more than once has all its texts. */
export type FormAnswers = Record<string, string | string[]>;

export interface Refusal {
  /** Of HTTP; 0 when no answer came at all. */
  status: number;
  title: string;
  /** One for each field at most. */
  problems: FormProblem[];
  /** Without passwords and files; undefined when the form could not be read or the page still has them. */
  answers?: FormAnswers | undefined;
  /** Whole seconds. */
  retryAfter?: number | undefined;
}

/** The last text under `name`. */
export function readAnswer(answers: FormAnswers | undefined, name: string): string | undefined {
  const answer = answers?.[name];
  return Array.isArray(answer) ? answer.at(-1) : answer;
}
