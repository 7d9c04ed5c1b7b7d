/** What candidates answer to a proposal, on their own page. */
import { sql } from "kysely";
import { longest } from "#shared/hiring/interview.ts";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { toAll } from "./change-interview.ts";
import { isRunning, selectCollisions } from "./conditions.ts";
import { cleanText } from "./interview-input.ts";
import { planInterviewMails } from "./plan-mails.ts";
import { readInterview, type StoredInterview, toChanged } from "./read-interview.ts";
import { readParties } from "./read-parties.ts";

interface Answered {
  /** The application whose page the candidate is on. */
  applicationId: ApplicationId;
  interviewId: InterviewId;
}

const gone = "These times no longer hold. Load this page again to see how it stands.";

/**
 * Books the interview at `time` (epoch milliseconds). Of several at once one is taken; the same time once more changes
 * nothing.
 * @throws {InvalidInputError} for a time that was not proposed, is past, or is taken meanwhile
 * @throws {NotFoundError} when the application has no such interview
 */
export async function pickTime(
  db: Db,
  { applicationId, interviewId, time }: Answered & { time: number },
  scope: RequestScope,
): Promise<void> {
  const before = await readOf(db, { applicationId, interviewId });
  if (before.state === "booked" && before.starts_at === time) return;
  const refusal = judge(before, time);
  if (refusal) throw new InvalidInputError({ time: [refusal] });
  const { candidate, colleagues } = await readParties(db, applicationId, before.people);
  const sequence = (before.sequence ?? -1) + 1;
  const mails = await planInterviewMails(
    db,
    {
      candidate,
      interview: toChanged(before, { startsAt: time, sequence }),
      news: "booked",
      // No mail to those who may no longer read applications.
      toColleagues: toAll(
        colleagues.filter(({ mayRead }) => mayRead === 1),
        "booked",
      ),
      calendar: { startsAt: time, minutes: before.minutes, method: "request" },
    },
    scope,
  );
  const slot = { id: interviewId, application: applicationId, startsAt: time, minutes: before.minutes };
  try {
    await runVersioned(db, {
      table: "interviews",
      id: interviewId,
      version: before.version,
      actor: null,
      requestId: scope.requestId,
      conflict: gone,
      where: sql<boolean>`state = 'proposed' and ${time} > ${now()} and ${isRunning(applicationId)}
        and exists (select 1 from interview_times where interview_id = ${interviewId} and starts_at = ${time})
        and not exists (${selectCollisions(slot)})`,
      set: { state: "booked", starts_at: time, sequence, answer: "", answered_at: now(), updated_at: now() },
      audit: { action: "interview.picked", detail: { application: applicationId } },
      queries: [
        addHistory(db, { applicationId, actor: null, kind: "interview-picked", detail: { interview: interviewId } }),
        db.updateTable("applications").set({ updated_at: now() }).where("id", "=", applicationId),
        ...mails.queries,
      ],
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const after = await readOf(db, { applicationId, interviewId });
    // The same form, sent twice.
    if (after.state === "booked" && after.starts_at === time) return;
    const taken = (await selectCollisions(slot).execute(db)).rows.length > 0;
    throw new InvalidInputError({
      time: [judge(after, time) ?? (taken ? "This time has just been taken. Choose another one." : gone)],
    });
  }
  await announceMails(mails.ids, scope);
}

/** Why `time` cannot be picked; undefined where nothing speaks against it. */
function judge({ state, times }: StoredInterview, time: number): string | undefined {
  if (state === "booked") return "Another time is booked already. You see it below.";
  if (state === "cancelled") return "This interview is cancelled.";
  if (state !== "proposed") return "This interview is over.";
  if (!times.includes(time)) return gone;
  if (time <= now()) return "This time is over. Choose another one.";
  return undefined;
}

/**
 * Stores that no time suits the candidate, and tells who proposed them.
 * @throws {InvalidInputError} when the note is too long, or the interview waits for no answer
 * @throws {NotFoundError} when the application has no such interview
 */
export async function declineTimes(
  db: Db,
  { applicationId, interviewId, answer: written }: Answered & { answer: string },
  scope: RequestScope,
): Promise<void> {
  const answer = cleanText(written);
  if (answer.length > longest.answer) throw new InvalidInputError({ answer: ["Keep it within 1,000 characters."] });
  const before = await readOf(db, { applicationId, interviewId });
  if (before.state !== "proposed") throw new InvalidInputError({ answer: [gone] });
  if (before.answered_at !== null && before.answer === answer) return;
  const asked = before.proposed_by === null ? before.people : [before.proposed_by];
  const { candidate, colleagues } = await readParties(db, applicationId, asked);
  const mails = await planInterviewMails(
    db,
    {
      candidate,
      interview: toChanged(before, { startsAt: null, sequence: before.sequence }),
      news: null,
      toColleagues: toAll(
        colleagues.filter(({ mayRead }) => mayRead === 1),
        "declined",
      ),
      calendar: null,
    },
    scope,
  );
  await runVersioned(db, {
    table: "interviews",
    id: interviewId,
    version: before.version,
    actor: null,
    requestId: scope.requestId,
    conflict: gone,
    where: sql<boolean>`state = 'proposed' and ${isRunning(applicationId)}`,
    set: { answer, answered_at: now(), updated_at: now() },
    audit: { action: "interview.declined", detail: { application: applicationId } },
    queries: [
      addHistory(db, { applicationId, actor: null, kind: "interview-declined", detail: { interview: interviewId } }),
      db.updateTable("applications").set({ updated_at: now() }).where("id", "=", applicationId),
      ...mails.queries,
    ],
  }).catch((error: unknown) => {
    if (error instanceof ConflictError) throw new InvalidInputError({ answer: [gone] });
    throw error;
  });
  await announceMails(mails.ids, scope);
}

/** @throws {NotFoundError} unless the application has the interview */
async function readOf(db: Db, { applicationId, interviewId }: Answered): Promise<StoredInterview> {
  const row = await readInterview(db, interviewId);
  if (row.application_id !== applicationId) throw new NotFoundError();
  return row;
}
