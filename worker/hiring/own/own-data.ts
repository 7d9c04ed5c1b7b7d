/** What a candidate downloads by the private link. */
import { sql } from "kysely";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { PersonFile } from "#worker/lib/subject.ts";
import type { MailKind } from "#worker/subjects.ts";
import { hashLink, ownId } from "#worker/hiring/applications/own-links.ts";

const kindsToThem: readonly MailKind[] = [
  "application-candidate",
  "candidate-mail",
  "interview-candidate",
  "application-keep",
];

/**
 * What the candidate sent, and what we wrote to them: interviews, mails and questions; null for a token that opens nothing.
 * What staff write among themselves they give on request.
 */
export async function readOwnData(db: Db, token: string): Promise<object | null> {
  const hash = await hashLink(token);
  if (!hash) return null;
  const application = db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select([
      "applications.id",
      "openings.title as job",
      "name",
      "email",
      "phone",
      "place",
      "links",
      "cover_note",
      "resume_text",
    ])
    .select(["locale", "time_zone", "source", "referrer", "consented_at", "keep_until", "received_at"])
    .where("applications.id", "=", ownId(hash));
  const own = ownId(hash);
  const answers = db
    .selectFrom("application_answers")
    .select(["label", "answer"])
    .where("application_id", "=", own)
    .orderBy("position");
  const files = db
    .selectFrom("application_files")
    .select(["id", "purpose", "name", "type", "bytes", "sha256", "received_at"])
    .where("application_id", "=", own)
    .orderBy("received_at");
  const mails = db
    .selectFrom("outbox")
    .select(["recipient", "subject", "created_at", "sent_at"])
    .where("subject_id", "=", own);
  const toThem = mails.where("withdrawn_at", "is", null).where("kind", "in", kindsToThem);
  const interviews = db
    .selectFrom("interviews")
    .select([
      "state",
      "kind",
      "place",
      "minutes",
      "message",
      "zone",
      "starts_at",
      "answer",
      "answered_at",
      "created_at",
    ])
    .select(
      sql<string>`(select json_group_array(starts_at order by starts_at) from interview_times
        where interview_id = interviews.id)`.as("proposed"),
    )
    .where("application_id", "=", own)
    .orderBy("created_at");
  const conversation = db
    .selectFrom("application_mails")
    .select(["direction", "address", "at", "subject", "body", "quoted"])
    .where("application_id", "=", own)
    // What has not left may still be taken back.
    .where("withdrawn_at", "is", null)
    .where(
      sql<boolean>`not exists (select 1 from outbox
        where dedupe_key = 'candidate-mail:' || application_mails.id and state = 'waiting')`,
    )
    .orderBy("position");
  const questions = db
    .selectFrom("keep_requests")
    .select(["asked_at", "words", "keep_until", "answer", "answered_at"])
    .where("application_id", "=", own)
    .orderBy("asked_at");
  const [found, given, stored, sent, met, written, asked] = await runBatch(db, [
    application,
    answers,
    files,
    toThem,
    interviews,
    conversation,
    questions,
  ]);
  const [row] = readRows(application, found);
  if (!row) return null;
  const links = JSON.parse(row.links) as string[];
  return {
    application: { ...row, links },
    answers: readRows(answers, given).map(({ label, answer }) => ({ label, answer: JSON.parse(answer) as unknown })),
    files: readRows(files, stored),
    interviews: readRows(interviews, met).map(({ proposed, ...each }) =>
      Object.assign(each, { proposed: JSON.parse(proposed) as number[] }),
    ),
    mails: readRows(toThem, sent),
    conversation: readRows(conversation, written),
    questions: readRows(questions, asked),
  };
}

/** The files of the application that `token` opens, for an archive. */
export async function listOwnFiles(db: Db, token: string): Promise<PersonFile[]> {
  const hash = await hashLink(token);
  if (!hash) return [];
  return db
    .selectFrom("application_files")
    .select(["key", "name", sql<PersonFile["is_infected"]>`scan_state = 'infected'`.as("is_infected")])
    .where("application_id", "=", ownId(hash))
    .orderBy("received_at")
    .execute();
}
