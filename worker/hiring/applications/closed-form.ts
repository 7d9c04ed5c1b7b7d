/** The form of a job that closes while somebody writes: it goes on as one without a role, with everything in it. */
import { applicationLimits } from "#shared/hiring/application-fields.ts";
import { type FormAnswers, readAnswer } from "#shared/pages/refusal.ts";
import type { ScreeningQuestion } from "#shared/hiring/screening.ts";
import type { FormTree } from "#worker/lib/forms/form-fields.ts";
import { parseAnswers, writeAnswer } from "./parse-answers.ts";
import type { NewApplication } from "./receive.ts";
import type { Upload } from "./uploads/upload.ts";

/** Most files that come along. */
const mostCarried = 5;

/** Files that answered questions of a job which has closed since: they come along as documents. */
export function listCarried(
  answers: FormAnswers,
  uploads: readonly Upload[],
  taken: NewApplication["files"],
): NewApplication["files"][number][] {
  const names = Object.keys(answers).filter((name) => /^q-[0-9a-f-]{36}-upload$/.test(name));
  const ids = new Set<string | undefined>(names.map((name) => readAnswer(answers, name)));
  for (const { upload } of taken) ids.delete(upload.id);
  const found = uploads.filter(({ id, type }) => ids.has(id) && type !== "");
  return found.slice(0, mostCarried).map((upload) => ({ field: "resume", purpose: "document", upload }));
}

/** The note with the answers to questions that a form without a role does not ask, and those for which there is no room. */
export function addToNote(
  questions: readonly ScreeningQuestion[],
  { tree, answers }: { tree: FormTree; answers: FormAnswers },
): { note: string; unkept: string[] } {
  let note = readAnswer(answers, "coverNote") ?? "";
  const unkept: string[] = [];
  for (const { question, answer } of parseAnswers(questions, tree).given) {
    if (answer === null || question.kind === "file") continue;
    const line = `${question.label} ${writeAnswer(answer)}`;
    const longer = note === "" ? line : `${note}\n\n${line}`;
    if (longer.length <= applicationLimits.coverNote) note = longer;
    else unkept.push(line);
  }
  return { note, unkept };
}
