/** Interviews for lists and hubs. */
import { sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";

/** A day in some zone, in epoch milliseconds: from its first to before the next one's. */
export interface DaySpan {
  from: number;
  to: number;
}

/** The interviews of `user` within `span` that are booked, or were, the earliest first. */
export function selectInterviewsWithin(db: Db, user: AccountId, { from, to }: DaySpan) {
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
    .where("interview_people.account_id", "=", user)
    .where("interviews.state", "in", ["booked", "held", "missed"])
    .where("interviews.starts_at", ">=", from)
    .where("interviews.starts_at", "<", to)
    .orderBy("interviews.starts_at");
}

/** Ids of the applications that `selectInterviewsWithin` finds. */
export function selectMetWithin(db: Db, user: AccountId, span: DaySpan) {
  return selectInterviewsWithin(db, user, span).clearSelect().clearOrderBy().select("interviews.application_id");
}

/** Ids of the applications whose interviews `user` is still to hold: proposed, or booked for `at` (epoch milliseconds) or later. */
export function selectMetAhead(db: Db, user: AccountId, at: number) {
  return db
    .selectFrom("interview_people")
    .innerJoin("interviews", "interviews.id", "interview_people.interview_id")
    .select("interviews.application_id")
    .where("interview_people.account_id", "=", user)
    .where(
      sql<boolean>`(interviews.state = 'proposed' or (interviews.state = 'booked' and interviews.starts_at >= ${at}))`,
    );
}

/** Ids of the applications with times that the candidate can still pick and has not answered to. */
export function selectWaitingPicks(db: Db) {
  return selectProposed(db).where("interviews.answered_at", "is", null).where(hasTimeAhead());
}

/** Ids of the applications whose candidate needs other times: none suited, or all are over. */
export function selectDeclinedPicks(db: Db) {
  return selectProposed(db).where(sql<boolean>`(interviews.answered_at is not null or not ${hasTimeAhead()})`);
}

function hasTimeAhead() {
  return sql<boolean>`exists (select 1 from interview_times
    where interview_id = interviews.id and interview_times.starts_at > ${now()})`;
}

const selectProposed = (db: Db) =>
  db.selectFrom("interviews").select("interviews.application_id").where("interviews.state", "=", "proposed");
