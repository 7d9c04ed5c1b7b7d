import { sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import type { Changed } from "./plan-mails.ts";

export type StoredInterview = Awaited<ReturnType<typeof readInterview>>;

/**
 * One interview with its times and interviewers, the earliest time first.
 * @throws {NotFoundError} when there is none
 */
export async function readInterview(db: Db, id: InterviewId) {
  const row = await db
    .selectFrom("interviews")
    .selectAll()
    .select([
      sql<string>`(select json_group_array(starts_at order by starts_at) from interview_times
        where interview_id = interviews.id)`.as("times"),
      sql<string>`(select json_group_array(account_id order by account_id) from interview_people
        where interview_id = interviews.id)`.as("people"),
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  return { ...row, times: JSON.parse(row.times) as number[], people: JSON.parse(row.people) as AccountId[] };
}

/** A stored interview as mails show it after a change. */
export function toChanged(row: StoredInterview, after: Pick<Changed, "startsAt" | "sequence">): Changed {
  const { id, kind, place, minutes, message, zone, times, version } = row;
  return { id, kind, place, minutes, message, zone, times, version: version + 1, ...after };
}
