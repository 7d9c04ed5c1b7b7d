import { type FormAnswers, readAnswer, type Refusal } from "#app/shared/refusal.ts";

/**
 * What a field of a form shows: what was answered last, and what is wrong with it. `corrected` are the names of the fields
 * that have been corrected since the refusal.
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
