import { type Compilable, sql } from "kysely";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { mostInterviews } from "#shared/hiring/interview.ts";
import { day } from "#shared/dates/durations.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isRunning, selectCollisions } from "./conditions.ts";
import { type InterviewInput, interviewInput } from "./interview-input.ts";
import { planEntrusted, planInterviewMails } from "./plan-mails.ts";
import { type Colleague, readParties } from "./read-parties.ts";

export const collides = "The candidate or an interviewer has another booked interview at that time.";
const tooMany = `This application has ${mostInterviews} interviews, the most it may have.`;
/** How far ahead an interview may be, in milliseconds. */
const farthest = 366 * day;

interface Proposal {
  applicationId: ApplicationId;
  /** Null for the seed. */
  actor: AccountId | null;
  input: unknown;
}

/**
 * Proposes times to the candidate, or books the one that is given. The mails about it leave with the outbox. The same form sent
 * twice is one interview, whose id it returns both times.
 * @throws {InvalidInputError} by field: a time that is past, an interviewer who may not read applications, and so on
 * @throws {ConflictError} when the application has ended, or the time is taken
 * @throws {NotFoundError} when it is gone
 */
export async function proposeInterview(
  db: Db,
  { applicationId, actor, input: written }: Proposal,
  scope: RequestScope,
): Promise<InterviewId> {
  const input = parseInput(interviewInput, written);
  const { candidate, colleagues } = await readParties(db, applicationId, input.interviewers);
  refuseInput(input, colleagues);
  const id = newId<InterviewId>();
  const at = now();
  const { isBooked, times, interviewers, ...same } = input;
  const startsAt = isBooked ? (times[0] ?? null) : null;
  const sequence = isBooked ? 0 : null;
  const mails = await planInterviewMails(
    db,
    {
      candidate,
      interview: { ...same, id, times, startsAt, sequence, version: 1 },
      news: isBooked ? "booked" : "proposed",
      toColleagues: isBooked ? colleagues.map((colleague) => ({ colleague, news: "booked" })) : [],
      calendar: startsAt === null ? null : { startsAt, minutes: input.minutes, method: "request" },
    },
    scope,
  );
  const entrusted = await planEntrusted(
    db,
    { candidate, interview: { ...same, id }, before: [], after: isBooked ? [] : interviewers, actor },
    scope,
  );
  const isFree =
    startsAt === null
      ? sql`true`
      : sql`not exists (${selectCollisions({ id: null, application: applicationId, startsAt, minutes: input.minutes }, interviewers)})`;
  const wanted: Wanted = { applicationId, actor, input };
  const stored = runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: applicationId,
    audit: {
      action: isBooked ? "interview.booked" : "interview.proposed",
      detail: { interview: id, times: times.length, interviewers: interviewers.length },
    },
    given: {
      rows: sql`(select 1 where ${isRunning(applicationId)} and ${isFree}
        and (select count(*) from interviews where application_id = ${applicationId}) < ${mostInterviews}
        and not exists (${selectSame(wanted)}))`,
      conflict: isBooked ? collides : tooMany,
    },
    queries: [
      db.insertInto("interviews").values({
        ...same,
        id,
        application_id: applicationId,
        state: isBooked ? "booked" : "proposed",
        starts_at: startsAt,
        sequence,
        answered_at: null,
        proposed_by: actor,
        created_at: at,
        updated_at: at,
      }),
      ...insertParts(db, id, input),
      addHistory(db, {
        applicationId,
        actor,
        kind: isBooked ? "interview-booked" : "interview-proposed",
        detail: { interview: id },
      }),
      db.updateTable("applications").set({ updated_at: at }).where("id", "=", applicationId),
      ...mails.queries,
      ...entrusted.queries,
    ],
  });
  try {
    await stored;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { stage } = candidate;
    if (stage === "rejected" || stage === "withdrawn") throw new ConflictError("This application has ended.");
    return findSame(db, wanted, error);
  }
  await announceMails(mails.ids, scope);
  await entrusted.tell();
  return id;
}

interface Wanted extends Omit<Proposal, "input"> {
  input: InterviewInput;
}

/**
 * The interview that the same form has made before. Returns its id.
 * @throws {ConflictError} where another form has made it, the application has the most it may have, or else `cause`
 */
async function findSame(db: Db, wanted: Wanted, cause: ConflictError): Promise<InterviewId> {
  const [same] = (await selectSame(wanted).execute(db)).rows;
  if (same?.is_own === 1) return same.id;
  const { applicationId, input } = wanted;
  if (same)
    throw new ConflictError(
      input.isBooked ? "This interview is booked already." : "The same times are proposed already.",
      { cause },
    );
  const isFull = sql`select 1 from interviews where application_id = ${applicationId} limit 1 offset ${mostInterviews - 1}`;
  throw (await isFull.execute(db)).rows.length > 0 ? new ConflictError(tooMany, { cause }) : cause;
}

/** A proposal of just these times that waits for an answer, or one booked at this time. `is_own`: all else is the same, too. */
function selectSame({ applicationId, actor, input }: Wanted) {
  const { kind, place, minutes, message, zone, times, interviewers, isBooked } = input;
  const isTime = isBooked
    ? sql`state = 'booked' and starts_at = ${times[0] ?? null}`
    : sql`state = 'proposed' and (select json_group_array(starts_at order by starts_at) from interview_times
        where interview_id = interviews.id) = ${JSON.stringify(times)}`;
  return sql<{ id: InterviewId; is_own: 0 | 1 }>`select id, proposed_by is ${actor} and kind = ${kind}
      and place = ${place} and minutes = ${minutes} and message = ${message} and zone = ${zone}
      and (select json_group_array(account_id order by account_id) from interview_people
        where interview_id = interviews.id) = ${JSON.stringify(interviewers.toSorted())} as is_own
    from interviews where application_id = ${applicationId} and ${isTime} order by is_own desc limit 1`;
}

/** @throws {InvalidInputError} for what the database alone knows, and for what is past or too far ahead */
export function refuseInput({ times, interviewers }: InterviewInput, colleagues: readonly Colleague[]): void {
  const at = now();
  if (times.some((time) => time <= at)) throw new InvalidInputError({ times: ["A time is in the past."] });
  if (times.some((time) => time > at + farthest))
    throw new InvalidInputError({ times: ["A time is more than a year ahead."] });
  const readers = new Set(colleagues.filter(({ mayRead }) => mayRead === 1).map(({ id }) => id));
  if (interviewers.some((id) => !readers.has(id)))
    throw new InvalidInputError({ interviewers: ["Somebody you chose cannot read applications."] });
}

/** The queries that store the times and the interviewers. */
export function insertParts(
  db: Db,
  id: InterviewId,
  { times, interviewers, isBooked }: Pick<InterviewInput, "times" | "interviewers" | "isBooked">,
): Compilable[] {
  return [
    ...(isBooked
      ? []
      : [db.insertInto("interview_times").values(times.map((time) => ({ interview_id: id, starts_at: time })))]),
    db.insertInto("interview_people").values(interviewers.map((user) => ({ interview_id: id, account_id: user }))),
  ];
}
