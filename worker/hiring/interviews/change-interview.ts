import { sql } from "kysely";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isRunning, selectCollisions } from "./conditions.ts";
import { interviewInput } from "./interview-input.ts";
import { planEntrusted, planInterviewMails } from "./plan-mails.ts";
import { collides, insertParts, refuseInput } from "./propose-interview.ts";
import { readInterview, type StoredInterview, toChanged } from "./read-interview.ts";
import { type Colleague, readParties } from "./read-parties.ts";

/** An interview as its reader saw it, and who changes it. */
export interface InterviewChange {
  known: { id: InterviewId; version: number };
  applicationId: ApplicationId;
  actor: AccountId | null;
}

const interviewChanged =
  "Somebody changed this interview while you had it open, or the candidate has answered. Look at it and do it again.";

/**
 * Gives an interview that has not taken place other times, interviewers and so on. One that was booked and is proposed anew
 * is taken out of all calendars; one that stays booked is changed there. Returns the new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when it is no longer as it was seen, or the time is taken
 * @throws {NotFoundError} when it is gone
 */
export async function changeInterview(
  db: Db,
  { known, applicationId, actor, input: written }: InterviewChange & { input: unknown },
  scope: RequestScope,
): Promise<number> {
  const input = parseInput(interviewInput, written);
  const before = await readKnown(db, { known, applicationId });
  if (before.state !== "proposed" && before.state !== "booked") throw new ConflictError(interviewChanged);
  const { candidate, colleagues } = await readParties(db, applicationId, [
    ...new Set([...before.people, ...input.interviewers]),
  ]);
  refuseInput(input, colleagues);
  const { isBooked, times, interviewers, ...same } = input;
  const startsAt = isBooked ? (times[0] ?? null) : null;
  const wasBooked = before.state === "booked";
  const sequence = isBooked || wasBooked ? (before.sequence ?? -1) + 1 : before.sequence;
  const slot = { id: known.id, application: applicationId, startsAt: startsAt ?? 0, minutes: input.minutes };
  const isFree = isBooked ? sql<boolean>`not exists (${selectCollisions(slot, interviewers)})` : sql<boolean>`true`;
  const cancels = wasBooked && !isBooked;
  const mails = await planInterviewMails(
    db,
    {
      candidate,
      interview: { ...same, id: known.id, times, startsAt, sequence, version: known.version + 1 },
      news: isBooked ? (wasBooked ? "changed" : "booked") : wasBooked ? "again" : "proposed",
      toColleagues: colleagues.flatMap((colleague) => {
        const [was, is] = [
          wasBooked && before.people.includes(colleague.id),
          isBooked && interviewers.includes(colleague.id),
        ];
        if (!was && !is) return [];
        return [{ colleague, news: was && is ? "changed" : is ? "booked" : "cancelled" } as const];
      }),
      calendar: cancels
        ? { startsAt: before.starts_at ?? 0, minutes: before.minutes, method: "cancel" }
        : startsAt === null
          ? null
          : { startsAt, minutes: input.minutes, method: "request" },
    },
    scope,
  );
  const entrusted = await planEntrusted(
    db,
    {
      candidate,
      interview: { ...same, id: known.id },
      // The mail about a booked or cancelled time is enough.
      before: wasBooked && isBooked ? [] : before.people,
      after: isBooked ? [] : interviewers,
      actor,
    },
    scope,
  );
  const version = await runVersioned(db, {
    table: "interviews",
    ...known,
    actor,
    requestId: scope.requestId,
    conflict: interviewChanged,
    where: sql<boolean>`state = ${before.state} and ${isRunning(applicationId)} and ${isFree}`,
    set: {
      ...same,
      state: isBooked ? "booked" : "proposed",
      starts_at: startsAt,
      sequence,
      answer: "",
      answered_at: null,
      updated_at: now(),
    },
    audit: { action: "interview.changed", detail: { application: applicationId, times: times.length } },
    queries: [
      db.deleteFrom("interview_times").where("interview_id", "=", known.id),
      db.deleteFrom("interview_people").where("interview_id", "=", known.id),
      ...insertParts(db, known.id, input),
      addHistory(db, { applicationId, actor, kind: "interview-changed", detail: { interview: known.id } }),
      db.updateTable("applications").set({ updated_at: now() }).where("id", "=", applicationId),
      ...mails.queries,
      ...entrusted.queries,
    ],
  }).catch(async (error: unknown) => {
    if (error instanceof ConflictError && isBooked && (await isTaken()))
      throw new ConflictError(collides, { cause: error });
    throw error;
  });
  await announceMails(mails.ids, scope);
  await entrusted.tell();
  return version;

  async function isTaken(): Promise<boolean> {
    const found = await selectCollisions(slot, interviewers)
      .execute(db)
      .catch(() => null);
    return (found?.rows.length ?? 0) > 0;
  }
}

/** What becomes of an interview that was booked; `cancelled` also of one that is only proposed. */
export type Outcome = "held" | "missed" | "cancelled";

/**
 * Says what became of an interview. A cancellation is mailed. Returns the new version.
 * @throws {ConflictError} when it is no longer as it was seen
 * @throws {NotFoundError} when it is gone
 */
export async function closeInterview(
  db: Db,
  { known, applicationId, actor, outcome }: InterviewChange & { outcome: Outcome },
  scope: RequestScope,
): Promise<number> {
  const before = await readKnown(db, { known, applicationId });
  const isCancelled = outcome === "cancelled";
  const wasBooked = before.state === "booked";
  if (!wasBooked && !(isCancelled && before.state === "proposed")) throw new ConflictError(interviewChanged);
  if (!isCancelled && (before.starts_at ?? 0) > now())
    throw new ConflictError("This interview has not begun yet. It can be changed or cancelled.");
  const sequence = isCancelled && wasBooked ? (before.sequence ?? -1) + 1 : before.sequence;
  const mails = isCancelled ? await planCancellation(db, { before, sequence, actor }, scope) : { queries: [], ids: [] };
  const version = await runVersioned(db, {
    table: "interviews",
    ...known,
    actor,
    requestId: scope.requestId,
    conflict: interviewChanged,
    where: sql<boolean>`state = ${before.state}`,
    set: { state: outcome, sequence, updated_at: now() },
    audit: { action: `interview.${outcome}`, detail: { application: applicationId } },
    queries: [
      addHistory(db, { applicationId, actor, kind: `interview-${outcome}`, detail: { interview: known.id } }),
      db.updateTable("applications").set({ updated_at: now() }).where("id", "=", applicationId),
      ...mails.queries,
    ],
  });
  await announceMails(mails.ids, scope);
  return version;
}

interface Cancellation extends Pick<InterviewChange, "actor"> {
  before: StoredInterview;
  sequence: number | null;
}

async function planCancellation(db: Db, { before, sequence, actor }: Cancellation, scope: RequestScope) {
  const { candidate, colleagues } = await readParties(db, before.application_id, before.people);
  const startsAt = before.state === "booked" ? before.starts_at : null;
  const interview = toChanged(before, { startsAt, sequence });
  const mails = await planInterviewMails(
    db,
    {
      candidate,
      interview,
      news: startsAt === null ? "recalled" : "cancelled",
      toColleagues: startsAt === null ? [] : toAll(colleagues, "cancelled"),
      calendar: startsAt === null ? null : { startsAt, minutes: before.minutes, method: "cancel" },
    },
    scope,
  );
  // Whoever was to hold one that nobody has booked hears no more of it.
  const nobody = { candidate, interview, before: startsAt === null ? before.people : [], after: [], actor };
  const entrusted = await planEntrusted(db, nobody, scope);
  return { ids: mails.ids, queries: [...mails.queries, ...entrusted.queries] };
}

export function toAll<News>(colleagues: readonly Colleague[], news: News): { colleague: Colleague; news: News }[] {
  return colleagues.map((colleague) => ({ colleague, news }));
}

/** @throws {NotFoundError} unless the application has the interview, {ConflictError} when it has another version */
async function readKnown(db: Db, { known, applicationId }: Pick<InterviewChange, "known" | "applicationId">) {
  const row = await readInterview(db, known.id);
  if (row.application_id !== applicationId) throw new NotFoundError();
  if (row.version !== known.version) throw new ConflictError(interviewChanged);
  return row;
}
