import { applicationLimits, nameUpload, nameQuestion } from "#shared/hiring/application-fields.ts";
import type { Answer, ScreeningQuestion } from "#shared/hiring/screening.ts";
import type { FormTree } from "#worker/lib/forms/form-fields.ts";

export interface GivenAnswer {
  question: ScreeningQuestion;
  /** Of a file the id of its upload. */
  answer: Answer;
}

const missing = {
  "yes-no": "Choose yes or no.",
  one: "Choose one of the answers.",
  several: "Choose at least one of the answers.",
  number: "Enter a number.",
  text: "Answer this question.",
  file: "Choose a file.",
} as const satisfies Record<ScreeningQuestion["kind"], string>;

/** What the form answers to `questions`; null where an optional one was left open. `fields` says what is wrong. */
export function parseAnswers(
  questions: readonly ScreeningQuestion[],
  tree: FormTree,
): { given: GivenAnswer[]; fields: Record<string, string[]> } {
  const fields: Record<string, string[]> = {};
  const given = questions.map((question) => {
    const name = nameQuestion(question.id);
    const texts = readTexts(tree[question.kind === "file" ? nameUpload(name).upload : name]);
    const answer = texts.length === 0 ? null : parseAnswer(question, texts);
    if (answer instanceof Error) fields[name] = [answer.message];
    else if (answer === null && question.isRequired) fields[name] = [missing[question.kind]];
    return { question, answer: answer instanceof Error ? null : answer };
  });
  return { given, fields };
}

function readTexts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((each) => typeof each === "string")
    .map((text) => text.replace(/\r\n?/g, "\n").trim())
    .filter(Boolean);
}

function parseAnswer({ kind, options }: ScreeningQuestion, texts: readonly string[]): Answer | Error {
  const [text = ""] = texts;
  switch (kind) {
    case "yes-no":
      return ["yes", "no"].includes(text) ? text === "yes" : new Error(missing[kind]);
    case "one":
      return options.includes(text) ? text : new Error(missing[kind]);
    case "several":
      return texts.every((each) => options.includes(each)) ? [...new Set(texts)] : new Error(missing[kind]);
    case "number": {
      // Both "1,5" and "1.5"; not "1,500", which two readers read differently.
      const plain = text.replace(/\s/g, "").replace(/^(-?\d+),(\d{1,2})$/, "$1.$2");
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(plain)
        ? Number(plain)
        : new Error("Enter a number in digits, such as 5 or 1500, without signs of thousands.");
    }
    case "text":
      return text.length <= applicationLimits.answer ? text : new Error("Keep this answer within 4,000 characters.");
    case "file":
      return text;
  }
}

/** An answer in words, for a note. */
export function writeAnswer(answer: Answer): string {
  if (typeof answer === "boolean") return answer ? "Yes" : "No";
  return Array.isArray(answer) ? answer.join(", ") : String(answer ?? "");
}
