import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/** The applications from `email`, in any case. */
function isFrom(email: string) {
  return sql<boolean>`applications.email = ${email} collate nocase`;
}

function isPerson(email: string) {
  return sql<boolean>`candidates.email = ${email} collate nocase`;
}

/**
 * The queries that erase the applications of a person; triggers take what belongs to them, and the person. Applications under
 * other addresses that were put together with theirs stay, with the row of their own address.
 */
export function eraseApplicationsOf(db: Db, email: string) {
  return [db.deleteFrom("applications").where(isFrom(email)), db.deleteFrom("candidates").where(isPerson(email))];
}

/** The row that staff see as the person. */
export function selectCandidatesOf(db: Db, email: string) {
  return db.selectFrom("candidates").select(["id", "email", "name", "created_at", "updated_at"]).where(isPerson(email));
}

/** What a person who asks for it is told of their applications. */
export function selectApplicationsOf(db: Db, email: string) {
  return db
    .selectFrom("applications")
    .leftJoin("jobs", "jobs.id", "applications.job_id")
    .select([
      "applications.id",
      "applications.received_at",
      "jobs.title as job",
      "applications.name",
      "applications.email",
    ])
    .select([
      "phone",
      "place",
      "links",
      "cover_note",
      "resume_text",
      "locale",
      "time_zone",
      "stage",
      "stage_since as stage_at",
    ])
    .select(["end_reason", "end_note", "ended_at", "flags", "source", "referrer", "opened_at", "consented_at"])
    .select(["keep_until as keep_until_at", "applications.updated_at"])
    .where(isFrom(email))
    .orderBy("applications.received_at");
}

export function selectAnswersOf(db: Db, email: string) {
  return db
    .selectFrom("application_answers")
    .innerJoin("applications", "applications.id", "application_answers.application_id")
    .select(["application_id", "label", "answer", "is_flagged"])
    .where(isFrom(email))
    .orderBy("application_id")
    .orderBy("position");
}

export function selectFilesOf(db: Db, email: string) {
  return db
    .selectFrom("application_files")
    .innerJoin("applications", "applications.id", "application_files.application_id")
    .select([
      "application_files.id",
      "application_id",
      "purpose",
      "application_files.name",
      "type",
      "bytes",
      "sha256",
      "warnings",
    ])
    .select("application_files.received_at")
    .where(isFrom(email))
    .orderBy("application_files.received_at");
}

export function selectHistoryOf(db: Db, email: string) {
  return db
    .selectFrom("application_history")
    .innerJoin("applications", "applications.id", "application_history.application_id")
    .select(["application_id", "at as happened_at", "kind", "detail"])
    .where(isFrom(email))
    .orderBy("at");
}
