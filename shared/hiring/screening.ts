/** The questions that a job asks its candidates, and the answers that ask for a person. Nothing here rejects anybody. */

export const questionKinds = ["yes-no", "one", "several", "number", "text", "file"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What staff call each kind. */
export const questionKindNames: Record<QuestionKind, string> = {
  "yes-no": "Yes or no",
  one: "One of several",
  several: "Several of several",
  number: "Number",
  text: "Text",
  file: "File",
};

/**
 * The answers to one question that flag an application: `yes` or `no` of a yes-no question, options of a choice, numbers below
 * or above a limit.
 */
export type KnockOut = { answer: "yes" | "no" } | { options: readonly string[] } | { below?: number; above?: number };

export interface ScreeningQuestion {
  /** UUIDv7. */
  id: string;
  kind: QuestionKind;
  label: string;
  /** A line below the label; "" for none. */
  hint: string;
  isRequired: boolean;
  /** Of "one" and "several". */
  options: readonly string[];
  knockOut: KnockOut | null;
}

/** An answer as it is stored: of a file its id. Null where a question that is not required was left open. */
export type Answer = boolean | string | number | readonly string[] | null;

/** Most questions of one job, and most options of one question. */
export const mostQuestions = 20;
export const mostOptions = 20;

/** True where `answer` is one that a person should look at. */
export function isFlagged({ knockOut }: Pick<ScreeningQuestion, "knockOut">, answer: Answer): boolean {
  if (knockOut === null || answer === null) return false;
  if ("answer" in knockOut) return answer === (knockOut.answer === "yes");
  if ("options" in knockOut) {
    const chosen = Array.isArray(answer) ? (answer as readonly string[]) : [answer];
    return chosen.some((each) => knockOut.options.includes(String(each)));
  }
  if (typeof answer !== "number") return false;
  return answer < (knockOut.below ?? -Infinity) || answer > (knockOut.above ?? Infinity);
}
