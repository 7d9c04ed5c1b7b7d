// Bundle: forms
import type { Refusal } from "#shared/pages/refusal.ts";

/** The title of a list of `count` problems. */
export function buildProblemsTitle(count: number): string {
  if (count === 0) return "All put right: you can send it now";
  return count === 1 ? "One thing to put right before this can go" : `${count} things to put right before this can go`;
}

/** The title of a refusal after the fields `corrected` have been corrected. */
export function buildRefusalTitle({ title, problems }: Refusal, corrected: readonly string[]): string {
  const fields = problems.flatMap(({ field }) => field ?? []);
  return fields.length === 0 ? title : buildProblemsTitle(fields.filter((field) => !corrected.includes(field)).length);
}

/** The refusal to show when no answer arrived. */
export function buildUnreachableRefusal(): Refusal {
  const message = "The site could not be reached. Your answers are still here: check your connection and send again.";
  return { status: 0, title: "Not sent yet", problems: [{ message }] };
}
