// Bundle: forms
import { type FormAnswers, readAnswer, type Refusal } from "#shared/pages/refusal.ts";

/**
 * Returns a function that gives the props of a field by its name: the last answer and the problem with it. `corrected`
 * has the names of the fields that were corrected since the refusal.
 */
export function fillFields(
  refusal: Pick<Refusal, "problems"> | null | undefined,
  answers: FormAnswers,
  corrected: readonly string[] = [],
) {
  return (name: string) => ({
    name,
    defaultValue: readAnswer(answers, name),
    error: corrected.includes(name) ? undefined : refusal?.problems.find(({ field }) => field === name)?.message,
  });
}
