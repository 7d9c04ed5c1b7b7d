/** Interviews for lists and hubs. */
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";

/** A day in some zone, in epoch milliseconds: from its first to before the next one's. */
export interface DaySpan {
  from: number;
  to: number;
}

/** The interviews of `user` within `span` that are booked, or were, the earliest first. */
export function selectInterviewsWithin(db: Db, user: UserId, { from, to }: DaySpan) {
  return db
    .selectFrom("interview_people")
    .innerJoin("interviews", "interviews.id", "interview_people.interview_id")
    .innerJoin("applications", "applications.id", "interviews.application_id")
    .select([
      "interviews.id",
      "interviews.application_id",
      "applications.name",
      "interviews.kind",
      "interviews.minutes",
    ])
    .select(["interviews.starts_at", "interviews.state"])
    .where("interview_people.user_id", "=", user)
    .where("interviews.state", "in", ["booked", "held", "missed"])
    .where("interviews.starts_at", ">=", from)
    .where("interviews.starts_at", "<", to)
    .orderBy("interviews.starts_at");
}

/** Ids of the applications that `selectInterviewsWithin` finds. */
export function selectMetWithin(db: Db, user: UserId, span: DaySpan) {
  return selectInterviewsWithin(db, user, span).clearSelect().clearOrderBy().select("interviews.application_id");
}

/** Ids of the applications with times from which the candidate has not picked one. */
export function selectWaitingPicks(db: Db) {
  return db.selectFrom("interviews").select("interviews.application_id").where("interviews.state", "=", "proposed");
}

/** How many running applications wait for the candidate to pick a time: those of the list with `interview=waiting`. */
export async function countWaitingPicks(db: Db): Promise<number> {
  const { count } = await countRunning(db).where("id", "in", selectWaitingPicks(db)).executeTakeFirstOrThrow();
  return count;
}

/** How many running applications `user` meets within `span`: with today's, those of the list with `interview=today`. */
export async function countMetWithin(db: Db, user: UserId, span: DaySpan): Promise<number> {
  const { count } = await countRunning(db)
    .where("id", "in", selectMetWithin(db, user, span))
    .executeTakeFirstOrThrow();
  return count;
}

function countRunning(db: Db) {
  return db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("ended_at", "is", null);
}
