/** What must hold in the statement that changes an interview. */
import { sql } from "kysely";
import { hour, minute } from "#shared/dates/durations.ts";
import { interviewLength } from "#shared/hiring/interview.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";

/** True while an application may have interviews: not after it was rejected or withdrawn. */
export function isRunning(application: ApplicationId) {
  return sql<boolean>`exists (select 1 from applications
    where id = ${application} and sealed_at is null and stage not in ('rejected', 'withdrawn'))`;
}

interface Slot {
  /** The interview itself, which does not collide with itself; null for one that is not stored yet. */
  id: InterviewId | null;
  application: ApplicationId;
  startsAt: number;
  minutes: number;
}

const longestMs = (interviewLength.most / 60) * hour;

/**
 * Booked interviews at the same time as `slot`, of the same candidate (by whichever application) or with one of `people`; without `people` with one of
 * those who are stored as its interviewers.
 */
export function selectCollisions({ id, application, startsAt, minutes }: Slot, people?: readonly AccountId[]) {
  const ends = startsAt + minutes * minute;
  const own = people
    ? sql`(select value from json_each(${JSON.stringify(people)}))`
    : sql`(select account_id from interview_people where interview_id = ${id})`;
  // Nothing that began earlier can still be going on.
  return sql`select other.id from interviews as other
    where other.state = 'booked' and other.starts_at > ${startsAt - longestMs} and other.starts_at < ${ends}
      and other.starts_at + other.minutes * ${minute} > ${startsAt} and other.id is not ${id}
      and (other.application_id in (select id from applications
        where candidate_id = (select candidate_id from applications where id = ${application})) or exists (select 1 from interview_people
        where interview_id = other.id and account_id in ${own}))`;
}
