import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";

/** The applications from `email`, in any case. */
function isFrom(email: string) {
  return sql<boolean>`applications.email = ${email} collate nocase`;
}

/** The interviews of a person, for the export of their data. */
export function selectInterviewsOf(db: Db, email: string) {
  return db
    .selectFrom("interviews")
    .innerJoin("applications", "applications.id", "interviews.application_id")
    .select(["interviews.id", "application_id", "state", "kind", "interviews.place", "minutes", "message", "zone"])
    .select(["starts_at", "answer", "answered_at", "created_at", "interviews.updated_at"])
    .select(
      sql<string>`(select json_group_array(starts_at order by starts_at) from interview_times
        where interview_id = interviews.id)`.as("proposed"),
    )
    .where(isFrom(email))
    .orderBy("created_at");
}

/** What was scored of them. The law gives them all of it, so it does not matter here who has scored. */
export function selectScorecardsOf(db: Db, email: string) {
  return db
    .selectFrom("scorecards")
    .innerJoin("applications", "applications.id", "scorecards.application_id")
    .select(["scorecards.id", "application_id", "scores", "verdict", "note", "saved_at", "sent_at", "corrected_at"])
    .where(isFrom(email))
    .orderBy("saved_at");
}
