import { sql } from "kysely";
import { pieceSize } from "#shared/hiring/application-files.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { PersonFile, Subject } from "#worker/lib/subject.ts";
import { uploadsPrefix } from "./uploads/pieces.ts";

/** The applications from `email`, in any case. */
function isFrom(email: string) {
  return sql<boolean>`applications.email = ${email} collate nocase`;
}

function isPerson(email: string) {
  return sql<boolean>`candidates.email = ${email} collate nocase`;
}

/**
 * Uploads that an application from `email` has, that came with its form and were replaced there, or that a refused form of that
 * address keeps.
 */
function isUploadFrom(email: string) {
  return sql<boolean>`application_uploads.id in (
    select application_uploads.id from applications join application_uploads on form_hash = submission_hash
      where ${isFrom(email)}
    union all select application_uploads.id from applications join application_uploads on application_id = applications.id
      where ${isFrom(email)}
    union all select id from application_uploads where email = ${email} collate nocase)`;
}

/** The keys of what lies in the bucket in pieces of uploads from `email`; `listPieces` names them likewise. */
export function selectPiecesOf(db: Db, email: string) {
  return db
    .withRecursive("pieces(id, bytes, number)", (query) =>
      query
        .selectFrom("application_uploads")
        .select(["id", "bytes", sql<number>`0`.as("number")])
        .where(isUploadFrom(email))
        .where("received", ">", 0)
        .unionAll(
          query
            .selectFrom("pieces")
            .select(["id", "bytes", sql<number>`number + 1`.as("number")])
            .where(sql<boolean>`(number + 1) * ${pieceSize} < bytes`),
        ),
    )
    .selectFrom("pieces")
    .select(sql<string>`${uploadsPrefix} || id || '/' || printf('%03d', number)`.as("key"));
}

/**
 * The queries that erase the applications of a person; triggers take what belongs to them, and the person. Applications under
 * other addresses that were put together with theirs stay, with the row of their own address. Uploads without an application
 * lose their name, and the sweep takes them.
 */
export function eraseApplicationsOf(db: Db, email: string) {
  return [
    db
      .insertInto("removed_files")
      .columns(["key", "removed_at"])
      .expression(
        db
          .selectFrom(selectPiecesOf(db, email).as("piece"))
          .select(["key", sql<number>`${now()}`.as("at")])
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => conflict.doNothing()),
    db
      .updateTable("application_uploads")
      .set({ name: "erased", email: null, expires_at: now() })
      .where(isUploadFrom(email))
      .where("application_id", "is", null),
    db.deleteFrom("applications").where(isFrom(email)),
    db.deleteFrom("candidates").where(isPerson(email)),
  ];
}

/** The row that staff see as the person, and under which address it was put together with another. */
function selectCandidatesOf(db: Db, email: string) {
  return db
    .selectFrom("candidates")
    .select(["id", "email", "name", "created_at", "updated_at", "merged_into"])
    .where(isPerson(email));
}

/** The applications of a person, for the export of their data. */
function selectApplicationsOf(db: Db, email: string) {
  return db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select([
      "applications.id",
      "applications.received_at",
      "openings.title as job",
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
    .select(["keep_until as keep_until_at", "sealed_at", "applications.updated_at"])
    .select(
      sql<number>`(select count(*) from application_links where application_id = applications.id)`.as("private_links"),
    )
    .where(isFrom(email))
    .orderBy("applications.received_at");
}

function selectAnswersOf(db: Db, email: string) {
  return db
    .selectFrom("application_answers")
    .innerJoin("applications", "applications.id", "application_answers.application_id")
    .select(["application_id", "label", "answer", "is_flagged"])
    .where(isFrom(email))
    .orderBy("application_id")
    .orderBy("position");
}

function selectTagsOf(db: Db, email: string) {
  return db
    .selectFrom("application_tags")
    .innerJoin("applications", "applications.id", "application_tags.application_id")
    .select(["application_id", "tag"])
    .where(isFrom(email))
    .orderBy("application_id")
    .orderBy("tag");
}

function selectFilesOf(db: Db, email: string) {
  return db
    .selectFrom("application_files")
    .innerJoin("applications", "applications.id", "application_files.application_id")
    .select(["application_files.id", "application_id", "purpose", "application_files.name", "type", "bytes", "sha256"])
    .select(["warnings", "scan_state", "application_files.received_at"])
    .where(isFrom(email))
    .orderBy("application_files.received_at");
}

function selectTextsOf(db: Db, email: string) {
  return db
    .selectFrom("application_texts")
    .innerJoin("applications", "applications.id", "application_texts.application_id")
    .select(["file_id", "application_texts.text", "at as read_at"])
    .where(isFrom(email))
    .where("application_texts.text", "<>", "")
    .orderBy("file_id");
}

function selectUploadsOf(db: Db, email: string) {
  return db
    .selectFrom("application_uploads")
    .select(["id", "application_id", "name", "bytes", "received", "created_at", "expires_at"])
    .where(isUploadFrom(email))
    .orderBy("created_at");
}

function selectHistoryOf(db: Db, email: string) {
  return db
    .selectFrom("application_history")
    .innerJoin("applications", "applications.id", "application_history.application_id")
    .select(["application_id", "at as happened_at", "kind", "detail"])
    .where(isFrom(email))
    .orderBy("at");
}

function selectNotesAbout(db: Db, email: string) {
  return db
    .selectFrom("application_notes")
    .innerJoin("applications", "applications.id", "application_notes.application_id")
    .select(["application_notes.application_id", "application_notes.written_at", "application_notes.note"])
    .where(isFrom(email))
    .orderBy("application_notes.id");
}

function selectQuestionsTo(db: Db, email: string) {
  return db
    .selectFrom("keep_requests")
    .innerJoin("applications", "applications.id", "keep_requests.application_id")
    .select(["application_id", "asked_at", "words", "keep_requests.keep_until as keep_until_at"])
    .select(["answer", "answered_at"])
    .where(isFrom(email))
    .orderBy("asked_at");
}

/** What is held of a person who applied. */
export const personData = [
  { name: "People who applied", select: selectCandidatesOf },
  { name: "Job applications", select: selectApplicationsOf },
  { name: "Answers in job applications", select: selectAnswersOf },
  { name: "Tags of job applications", select: selectTagsOf },
  { name: "Files of job applications", select: selectFilesOf },
  { name: "Texts taken from files", select: selectTextsOf },
  { name: "Uploads of job applications", select: selectUploadsOf },
  { name: "History of job applications", select: selectHistoryOf },
  { name: "Notes of staff about applications", select: selectNotesAbout, isFromStaff: true },
  { name: "Questions whether we may keep an application", select: selectQuestionsTo },
] as const satisfies NonNullable<Subject["personData"]>;

/** The files of a person's applications, in the order in which they came. */
export function selectPersonFiles(db: Db, email: string) {
  return db
    .selectFrom("application_files")
    .innerJoin("applications", "applications.id", "application_files.application_id")
    .select([
      "key",
      "application_files.name",
      sql<PersonFile["is_infected"]>`scan_state = 'infected'`.as("is_infected"),
    ])
    .where(isFrom(email))
    .orderBy("application_files.received_at")
    .orderBy("application_files.id");
}
