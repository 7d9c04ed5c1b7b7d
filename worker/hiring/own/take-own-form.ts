import { nameUpload } from "#shared/hiring/application-fields.ts";
import { largestFile } from "#shared/hiring/application-files.ts";
import { type FormAnswers, readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { hashNetwork, readClientKey } from "#worker/lib/http/client-address.ts";
import { readTicket } from "#worker/lib/forms/ticket.ts";
import type { Db } from "#worker/db/client.ts";
import { takeInterviewAnswer } from "#worker/hiring/interviews/take-answer.ts";
import { InvalidInputError, NotFoundError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readStreamedForm } from "#worker/lib/forms/stream-form.ts";
import { answerKeep } from "./answer-keep.ts";
import { addDocument, readOwnApplication } from "./own-application.ts";
import { readUpload, takeStream } from "#worker/hiring/applications/uploads/upload.ts";
import { withdrawApplication } from "./withdraw-application.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

interface OwnForm {
  request: Request;
  token: string;
  words: RefusalWords;
}

/** What became of a form of a candidate's own page. */
export type OwnOutcome =
  | { done: "document" | "withdrawn" | "held" | "answered" | "picked" | "declined" }
  | { refusal: Refusal };

/** Adds the document, or withdraws the application, as the form says. */
export async function takeOwnForm(
  db: Db,
  { request, token, words }: OwnForm,
  scope: RequestScope,
): Promise<OwnOutcome> {
  const { env, log } = scope;
  let answers: FormAnswers | undefined;
  try {
    const success = await isWithinLimit(env.CONTACT_LIMIT, `application:${readClientKey(request)}`);
    if (!success) throw new TooManyAttemptsError(60);
    const own = await readOwnApplication(db, token);
    if (!own) throw new NotFoundError();
    // It was withdrawn: nothing of this page changes it any more.
    if (own.standing === "held") return { done: "held" };
    const stored: FormAnswers = {};
    let failure: unknown;
    const read = await readStreamedForm(request, {
      bytes: largestFile + 1024 * 1024,
      textBytes: 64 * 1024,
      async takeFile({ field, name, chunks }, before) {
        try {
          const owner = await readOwner(request, { text: before.get("ticket"), env });
          const upload = await takeStream(db, env, { name, chunks, ...owner });
          stored[nameUpload(field).upload] = upload.id;
          stored[nameUpload(field).about] = `${upload.name}|${upload.bytes}`;
        } catch (error) {
          failure = error;
        }
      },
    });
    answers = { ...read.answers, ...stored };
    if (failure) throw nameField(failure);
    if (readAnswer(answers, "do") === "withdraw") {
      if (readAnswer(answers, "sure") !== "on")
        throw new InvalidInputError({ sure: ["Tick the box, if you want all of it erased."] });
      const outcome = await withdrawApplication(db, token, scope);
      if (outcome === null) throw new NotFoundError();
      return { done: outcome === "erased" ? "withdrawn" : "held" };
    }
    if (readAnswer(answers, "do") === "keep") {
      await answerKeep(db, { token, answer: readAnswer(answers, "answer") ?? "" }, scope);
      return { done: "answered" };
    }
    const met = await takeInterviewAnswer(db, { applicationId: own.id, answers }, scope);
    if (met) return { done: met };
    const id = readAnswer(answers, nameUpload("document").upload);
    if (!id) throw new InvalidInputError({ document: ["Choose a file first."] });
    const { formHash } = await readOwner(request, { text: readAnswer(answers, "ticket"), env });
    const upload = await readUpload(db, { id, formHash });
    if (upload.type === "") throw new InvalidInputError({ document: ["Not all of this file came. Choose it again."] });
    await addDocument(db, { token, upload }, scope);
    return { done: "document" };
  } catch (error) {
    const refusal = buildRefusal(error, { answers, words });
    if (refusal.status >= 500) log.error("own application not changed", error);
    return { refusal: { ...refusal, ...(refusal.status >= 500 && { status: 503 }) } };
  }
}

function nameField(error: unknown): unknown {
  return error instanceof InvalidInputError ? new InvalidInputError({ document: [error.message] }) : error;
}

/**
 * Whose files a form sends, by its ticket.
 * @throws {InvalidInputError} for a ticket that this site did not issue
 */
export async function readOwner(request: Request, { text = "", env }: { text?: string | undefined; env: Env }) {
  const ticket = await readTicket(listSecrets(env), text);
  if (!ticket) throw new InvalidInputError({ ticket: ["This page was open for too long. Load it again."] });
  return { formHash: await hashText(ticket.id), networkHash: await hashNetwork(request, env.AUTH_SECRET) };
}
