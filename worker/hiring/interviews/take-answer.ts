import { type FormAnswers, readAnswer } from "#shared/pages/refusal.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { declineTimes, pickTime } from "./pick-time.ts";

/**
 * Answers the forms of a candidate's own page about interviews: `do` says `pick` (field `time`, epoch milliseconds) or
 * `decline` (field `answer`), both with the field `interview`. Null for every other form.
 * @throws the errors of what it calls
 */
export async function takeInterviewAnswer(
  db: Db,
  { applicationId, answers }: { applicationId: ApplicationId; answers: FormAnswers },
  scope: RequestScope,
): Promise<"picked" | "declined" | null> {
  const todo = readAnswer(answers, "do");
  const interviewId = readAnswer(answers, "interview") as InterviewId;
  if (todo === "pick") {
    const text = readAnswer(answers, "time") ?? "";
    if (!/^\d{1,15}$/.test(text)) throw new InvalidInputError({ time: ["Choose a time."] });
    await pickTime(db, { applicationId, interviewId, time: Number(text) }, scope);
    return "picked";
  }
  if (todo !== "decline") return null;
  await declineTimes(db, { applicationId, interviewId, answer: readAnswer(answers, "answer") ?? "" }, scope);
  return "declined";
}
