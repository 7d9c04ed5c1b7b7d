import type { ApplicationForm } from "#shared/hiring/application.ts";
import { insertConversion } from "#worker/analytics/conversions.ts";
import type { ApplicationFileId, ApplicationId, FilePurpose } from "#worker/db/applications-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { FormUsedError, InvalidInputError, UnavailableError } from "#worker/lib/errors.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { macText } from "#worker/lib/secrets.ts";
import type { GivenAnswer } from "./parse-answers.ts";
import { planApplicationMails } from "./plan-mails.ts";
import { insertAnswers, insertApplication, insertCandidate, insertHistory } from "./application-rows.ts";
import { insertFiles, reserveKeys, storeFiles } from "./store-files.ts";
import { askForText } from "./text/queue.ts";
import { releasePieces, type Upload } from "./uploads/upload.ts";

export interface NewApplication {
  /** Id of the form's ticket, and when the form was rendered (epoch milliseconds). */
  formId: string;
  issuedAt: number;
  /** Null for an application without a role. */
  job: { id: OpeningId; title: string } | null;
  form: ApplicationForm;
  answers: readonly GivenAnswer[];
  /** `field` is the form's; an answer that is a file names its upload. */
  files: readonly { field: string; purpose: FilePurpose; upload: Upload }[];
  /** Where it comes from. */
  origin: { locale: string; timeZone: string; source: string; referrer: string; networkHash: string };
  /** The visit in which it was sent, of a visitor who accepted; "" for none. */
  visit: string;
  /** Why it looks like spam: staff see it, and no mail is sent. */
  spamReasons: readonly string[];
}

interface Received {
  id: ApplicationId;
  /** Of the candidate's private page. */
  token: string;
}

/** The token of the private page of what a form sends: the same however often it is sent. Only its hash is stored. */
async function makeToken(secret: string, formId: string): Promise<string> {
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
      insertCandidate(db, { form: input.form, submission }),
      insertApplication(db, { id, submission, content, link, input }),
      insertConversion(db, { goal: "application", id, visit: input.visit }),
      ...insertAnswers(db, { id, answers: input.answers, files }),
      ...insertFiles(db, id, files),
      insertHistory(db, { id, kind: "received" }),
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
    scope.ctx.waitUntil(
      askForText(
        env,
        files.map((file) => file.id),
      ),
    );
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
