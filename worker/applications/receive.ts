import { sql } from "kysely";
import type { ApplicationForm } from "#app/shared/application.ts";
import { isFlagged } from "#app/shared/screening.ts";
import type { FilePurpose, ApplicationFileId, ApplicationId, CandidateId } from "../db/applications-tables.ts";
import type { JobId } from "../db/careers-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import { nameSite } from "../email/layout.ts";
import { announceMails } from "../email/outbox.ts";
import { now } from "../lib/clock.ts";
import { FormUsedError, InvalidInputError, UnavailableError } from "../lib/errors.ts";
import { foldAddress } from "../lib/fold-address.ts";
import { hashText } from "../lib/hash-text.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { macText } from "../lib/secrets.ts";
import { readLength, terms } from "../lib/terms.ts";
import { confirmWithinLimits, notifyWithinLimits } from "./limits.ts";
import type { GivenAnswer } from "./parse-answers.ts";
import { planApplicationMails } from "./plan-mails.ts";
import { insertFiles, reserveKeys, storeFiles } from "./store-files.ts";
import { releasePieces, type Upload } from "./uploads/upload.ts";

export interface NewApplication {
  /** Id of the form's ticket, and when the form was rendered (epoch milliseconds). */
  formId: string;
  issuedAt: number;
  /** Null for an application without a role. */
  job: { id: JobId; title: string } | null;
  form: ApplicationForm;
  answers: readonly GivenAnswer[];
  /** `field` is the form's; an answer that is a file names its upload. */
  files: readonly { field: string; purpose: FilePurpose; upload: Upload }[];
  /** Where it comes from. */
  origin: { locale: string; timeZone: string; source: string; referrer: string; networkHash: string };
  /** Why it looks like spam: told to staff, and nobody is written to. */
  spamReasons: readonly string[];
}

interface Received {
  id: ApplicationId;
  /** Of the candidate's private page. */
  token: string;
}

/** The token of the private page of what a form sends: the same however often it is sent. Only its hash is stored. */
export async function makeToken(secret: string, formId: string): Promise<string> {
  return macText(secret, "application link", formId);
}

/**
 * Stores an application with its answers and files and, in the same transaction, the mails about it. The same form again,
 * whether by a double click or after an answer that got lost, stores and sends nothing further.
 *
 * @throws {FormUsedError} when another application came from this very form
 * @throws {UnavailableError} when it could not be stored; nothing is lost as long as the form keeps its answers
 */
export async function receiveApplication(db: Db, input: NewApplication, scope: RequestScope): Promise<Received> {
  const { env } = scope;
  const submission = await hashText(input.formId);
  const content = await hashText(JSON.stringify(describeContent(input)));
  const token = await makeToken(env.AUTH_SECRET, input.formId);
  try {
    const earlier = await findEarlier(db, submission);
    if (earlier) return repeat(earlier, { content, token, issuedAt: input.issuedAt });
    const id = newId<ApplicationId>();
    const files = input.files.map(({ purpose, upload, field }) => ({
      id: newId<ApplicationFileId>(),
      purpose,
      upload,
      field,
    }));
    if (files.length > 0) {
      await reserveKeys(db, id, files);
      await storeFiles(env, id, files);
    }
    const mails = planApplicationMails(db, {
      id,
      token,
      email: input.form.email,
      job: input.job?.title ?? null,
      site: nameSite(scope),
      mailbox: scope.company.careersEmail,
    });
    const sent = input.spamReasons.length > 0 ? [] : mails;
    const link = await hashText(token);
    const [, inserted] = await runBatch(db, [
      insertCandidate(db, input.form),
      insertApplication(db, { id, submission, content, link, input }),
      ...insertAnswers(db, { id, answers: input.answers, files }),
      ...insertFiles(db, id, files),
      insertReceived(db, id),
      ...sent.map(({ query }) => query),
    ]);
    if (inserted?.meta.changes === 0) {
      const first = await findEarlier(db, submission);
      if (!first) throw new Error("What is stored of this form cannot be found.");
      return repeat(first, { content, token, issuedAt: input.issuedAt });
    }
    scope.ctx.waitUntil(
      announceMails(
        sent.map((mail) => mail.id),
        scope,
      ),
    );
    const taken = files.filter(({ upload }) => upload.key === null).map(({ upload }) => upload);
    scope.ctx.waitUntil(
      releasePieces(db, env, taken).catch((error: unknown) => scope.log.error("pieces not deleted", error)),
    );
    // Here the reading of the files' text begins, once there is something that reads it: askForText(env, ids of the files).
    return { id, token };
  } catch (error) {
    if (error instanceof FormUsedError || error instanceof InvalidInputError) throw error;
    scope.log.error("application not stored", error);
    throw new UnavailableError(30, error);
  }
}

/** What the candidate said, without what the form says of itself. */
function describeContent({ form, answers, files, job }: NewApplication) {
  return [
    job?.id ?? null,
    form,
    answers.map(({ question, answer }) => [question.id, question.kind === "file" ? null : answer]),
    files.map(({ field, upload }) => [field, upload.sha256, upload.name]),
  ];
}

function findEarlier(db: Db, submission: string) {
  return db
    .selectFrom("applications")
    .select(["id", "content_hash"])
    .where("submission_hash", "=", submission)
    .executeTakeFirst();
}

/** @throws {FormUsedError} unless it is the same application once more */
function repeat(
  earlier: { id: ApplicationId; content_hash: string },
  { content, token, issuedAt }: { content: string; token: string; issuedAt: number },
): Received {
  if (earlier.content_hash !== content) throw new FormUsedError(issuedAt);
  return { id: earlier.id, token };
}

/** Who has applied before stays as they are: whoever types their address changes nothing of them. */
function insertCandidate(db: Db, { email, name }: ApplicationForm) {
  return db
    .insertInto("candidates")
    .values({ id: newId<CandidateId>(), email, name, created_at: now(), updated_at: now() })
    .onConflict((conflict) => conflict.column("email").doNothing());
}

interface Row {
  id: ApplicationId;
  submission: string;
  content: string;
  link: string;
  input: NewApplication;
}

function insertApplication(db: Db, { id, submission, content, link, input }: Row) {
  const { form, origin, job, answers, spamReasons } = input;
  const at = now();
  const flags = [
    ...spamReasons,
    ...answers.filter(({ question, answer }) => isFlagged(question, answer)).map(({ question }) => question.label),
  ];
  const counted = { foldedEmail: foldAddress(form.email), networkHash: origin.networkHash };
  const isSpam = spamReasons.length > 0;
  const mailed = notifyWithinLimits(counted);
  return db
    .insertInto("applications")
    .values({
      id,
      candidate_id: sql<CandidateId>`(select coalesce(merged_into, id) from candidates where email = ${form.email})`,
      job_id: job?.id ?? null,
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
  files: readonly { id: ApplicationFileId; upload: Upload; purpose: FilePurpose }[];
}

/** One statement for all answers; none where the application was not stored by this very batch. */
function insertAnswers(db: Db, { id, answers, files }: NewAnswers) {
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
            sql`(select job_questions.id from job_questions where job_questions.id = each.value ->> 'question')`.as(
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
export function isStored(id: ApplicationId) {
  return sql<boolean>`exists (select 1 from applications where id = ${id})`;
}

function insertReceived(db: Db, id: ApplicationId) {
  return insertHistory(db, { id, kind: "received" });
}

/** A line of the application's history by the candidate. */
export function insertHistory(
  db: Db,
  { id, kind, detail = {} }: { id: ApplicationId; kind: "received" | "document"; detail?: Record<string, string> },
) {
  const row = { id: newId(), application_id: id, at: now(), kind, detail: JSON.stringify(detail) };
  const columns = Object.keys(row) as (keyof typeof row)[];
  return db
    .insertInto("application_history")
    .columns(columns)
    .expression(db.selectNoFrom(columns.map((column) => sql.val(row[column]).as(column))).where(isStored(id)));
}
