/** The statements that store an application. All but the first two do nothing where this very batch has not stored it. */
import { sql } from "kysely";
import type { ApplicationForm } from "#shared/hiring/application.ts";
import { isFlagged } from "#shared/hiring/screening.ts";
import type { ApplicationFileId, ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { foldAddress } from "#worker/lib/text/fold-address.ts";
import { newId } from "#worker/lib/ids.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { confirmWithinLimits, notifyWithinLimits } from "./limits.ts";
import type { GivenAnswer } from "./parse-answers.ts";
import type { NewApplication } from "./receive.ts";

/**
 * Who has applied before stays as they are: whoever types their address changes nothing of them. Nobody is stored where the
 * form `submission` has made an application already, perhaps under another address.
 */
export function insertCandidate(
  db: Db,
  { form: { email, name }, submission }: { form: ApplicationForm; submission: string },
) {
  const row = { id: newId<CandidateId>(), email, name, created_at: now(), updated_at: now() };
  const columns = Object.keys(row) as (keyof typeof row)[];
  return db
    .insertInto("candidates")
    .columns(columns)
    .expression(
      db
        .selectNoFrom(columns.map((column) => sql.val(row[column]).as(column)))
        .where(sql<boolean>`not exists (select 1 from applications where submission_hash = ${submission})`),
    )
    .onConflict((conflict) => conflict.column("email").doNothing());
}

interface Row {
  id: ApplicationId;
  submission: string;
  content: string;
  link: string;
  input: NewApplication;
}

export function insertApplication(db: Db, { id, submission, content, link, input }: Row) {
  const { form, origin, job, answers, spamReasons } = input;
  const at = now();
  const flags = [
    ...spamReasons,
    ...answers.filter(({ question, answer }) => isFlagged(question, answer)).map(({ question }) => question.label),
  ];
  const counted = {
    foldedEmail: foldAddress(form.email),
    networkHash: origin.networkHash,
    hasDocument: input.files.length > 0,
  };
  const isSpam = spamReasons.length > 0;
  const mailed = notifyWithinLimits(counted);
  return db
    .insertInto("applications")
    .values({
      id,
      // The second keeps a form that has made an application from the error of a person who is missing.
      candidate_id: sql<CandidateId>`coalesce((select coalesce(merged_into, id) from candidates where email = ${form.email}),
        (select candidate_id from applications where submission_hash = ${submission}))`,
      opening_id: job?.id ?? null,
      submission_hash: submission,
      link_hash: link,
      content_hash: content,
      name: form.name,
      email: form.email,
      folded_email: counted.foldedEmail,
      phone: form.phone,
      place: form.place,
      links: JSON.stringify(form.links),
      cover_note: form.coverNote,
      resume_text: form.resumeText,
      locale: origin.locale,
      time_zone: origin.timeZone,
      stage_since: at,
      flags: JSON.stringify(flags),
      source: origin.source,
      referrer: origin.referrer,
      consented_at: at,
      keep_until: form.keep ? at + readLength(terms.keptApplications) : null,
      network_hash: origin.networkHash,
      received_at: at,
      updated_at: at,
      confirmed_at: isSpam ? null : confirmWithinLimits(counted),
      mailed_at: isSpam ? null : mailed,
      is_held: isSpam ? 0 : sql<0 | 1>`${mailed} is null`,
    })
    .onConflict((conflict) => conflict.column("submission_hash").doNothing());
}

interface NewAnswers {
  id: ApplicationId;
  answers: readonly GivenAnswer[];
  files: readonly { id: ApplicationFileId; upload: { id: string } }[];
}

/** One statement for all answers; none where the application was not stored by this very batch. */
export function insertAnswers(db: Db, { id, answers, files }: NewAnswers) {
  const rows = answers
    .filter(({ answer }) => answer !== null)
    .map(({ question, answer }, position) => ({
      position,
      question: question.id,
      kind: question.kind,
      label: question.label,
      answer: JSON.stringify(
        question.kind === "file" ? (files.find(({ upload }) => upload.id === answer)?.id ?? null) : answer,
      ),
      flagged: isFlagged(question, answer) ? 1 : 0,
    }));
  if (rows.length === 0) return [];
  const columns = ["application_id", "position", "question_id", "kind", "label", "answer", "is_flagged"] as const;
  return [
    db
      .insertInto("application_answers")
      .columns(columns)
      .expression(
        db
          .selectFrom(sql`json_each(${JSON.stringify(rows)})`.as("each"))
          .select([
            sql.val(id).as("application_id"),
            sql`each.value ->> 'position'`.as("position"),
            // A question may be gone since it was read.
            sql`(select opening_questions.id from opening_questions where opening_questions.id = each.value ->> 'question')`.as(
              "question_id",
            ),
            sql`each.value ->> 'kind'`.as("kind"),
            sql`each.value ->> 'label'`.as("label"),
            sql`each.value ->> 'answer'`.as("answer"),
            sql`each.value ->> 'flagged'`.as("is_flagged"),
          ])
          .where(isStored(id)),
      ),
  ];
}

/** True where this very batch has stored the application `id`. */
function isStored(id: ApplicationId) {
  return sql<boolean>`exists (select 1 from applications where id = ${id})`;
}

/** A line of the application's history by the candidate; none where `given` does not hold. */
export function insertHistory(
  db: Db,
  {
    id,
    kind,
    detail = {},
  }: { id: ApplicationId; kind: "received" | "document" | "keep_answered"; detail?: Record<string, string> },
  given = isStored(id),
) {
  const row = { id: newId(), application_id: id, at: now(), kind, detail: JSON.stringify(detail) };
  const columns = Object.keys(row) as (keyof typeof row)[];
  return db
    .insertInto("application_history")
    .columns(columns)
    .expression(db.selectNoFrom(columns.map((column) => sql.val(row[column]).as(column))).where(given));
}
