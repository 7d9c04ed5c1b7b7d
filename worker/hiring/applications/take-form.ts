import { applicationSchema, cleanReferrer, cleanSource } from "#shared/hiring/application.ts";
import { nameUpload, nameQuestion } from "#shared/hiring/application-fields.ts";
import { largestFile } from "#shared/hiring/application-files.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { type FormAnswers, readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { hashNetwork, readClientKey } from "#worker/lib/http/client-address.ts";
import { issueTicket, readTicket, type Ticket } from "#worker/lib/forms/ticket.ts";
import type { FilePurpose } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import {
  FormUsedError,
  InvalidInputError,
  NotFoundError,
  TooManyAttemptsError,
  UnavailableError,
} from "#worker/lib/errors.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import type { FormTree } from "#worker/lib/forms/form-fields.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { tryInput } from "#worker/lib/forms/parse-input.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readStreamedForm } from "#worker/lib/forms/stream-form.ts";
import { type OpeningToApply, readOpeningToApply } from "./opening-to-apply.ts";
import { addToNote, listCarried } from "./closed-form.ts";
import { type GivenAnswer, parseAnswers } from "./parse-answers.ts";
import { type NewApplication, receiveApplication } from "./receive.ts";
import { listSpamReasons } from "./spam.ts";
import { noteSender } from "./uploads/note-sender.ts";
import { takeStream, type Upload } from "./uploads/upload.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;
/** Two files and the texts of a form without script. */
const mostBytes = 2 * largestFile + 1024 * 1024;
const mostText = 512 * 1024;

/** What became of a posted form: the token of the candidate's page, or why not. */
type Outcome =
  | { token: string }
  | {
      refusal: Refusal;
      job: OpeningToApply | null;
      /** The job takes none any longer. */
      isClosed: boolean;
      /** Answers to the job's questions that have no room in the note, in words. */
      unkept?: string[];
    };

/** The form was made by an earlier version of the site, or by nobody. */
class TicketMissingError extends InvalidInputError {
  override name = "TicketMissingError";

  constructor() {
    super({ "": ["Send it once more: this form was open for too long. A file has to be chosen again."] });
  }
}

interface Posted {
  request: Request;
  /** Null for an application without a role. */
  slug: string | null;
  words: RefusalWords;
}

/** Takes the form of an application. Whatever is refused comes back with every answer and every file. */
export async function takeForm(db: Db, { request, slug, words }: Posted, scope: RequestScope): Promise<Outcome> {
  const { env, log } = scope;
  let answers: FormAnswers | undefined;
  let job: OpeningToApply | null = null;
  let ticket: Ticket | null = null;
  try {
    const isAdmitted = await admit(request, env);
    const read = await readApplicationForm(db, { request, isAdmitted }, scope);
    ({ answers, ticket } = read);
    await noteSender(db, read, log);
    if (!isAdmitted) throw new TooManyAttemptsError(limitPeriod);
    if (slug !== null) {
      job = await readOpeningToApply(db, { slug, now: now() });
      if (!job) throw new NotFoundError();
    }
    if (job && !job.isOpen) {
      const title = "This opening has closed";
      const { note, unkept } = addToNote(job.questions, read);
      const withNote = { ...answers, coverNote: note };
      return { job, isClosed: true, unkept, refusal: { status: 409, title, problems: [], answers: withNote } };
    }
    if (!ticket) throw new TicketMissingError();
    const input = await checkForm(db, { ...read, ticket, job, request }, scope);
    return { token: (await receiveApplication(db, input, scope)).token };
  } catch (error) {
    const refusal = buildRefusal(error, { answers, words });
    if (refusal.status >= 500 && !(error instanceof UnavailableError)) log.error("application not taken", error);
    if (error instanceof InvalidInputError)
      return { job, isClosed: false, refusal: await withTicket(refusal, ticket, env) };
    if (error instanceof FormUsedError)
      return { job, isClosed: false, refusal: await renewTicket(db, refusal, error, scope) };
    return { job, isClosed: false, refusal };
  }
}

/** A network may be that of a careers fair: only what no people do by hand is sent away. */
async function admit(request: Request, { API_LIMIT }: Env): Promise<boolean> {
  return isWithinLimit(API_LIMIT, `apply:${readClientKey(request)}`);
}

interface ReadForm {
  tree: FormTree;
  answers: FormAnswers;
  ticket: Ticket | null;
  networkHash: string;
  /** What was wrong with files that came with the form, by field. */
  fileProblems: Record<string, string[]>;
}

/** Reads the form; its files are stored like those that were uploaded before. */
async function readApplicationForm(
  db: Db,
  { request, isAdmitted }: { request: Request; isAdmitted: boolean },
  { env, log }: RequestScope,
): Promise<ReadForm> {
  const networkHash = await hashNetwork(request, env.AUTH_SECRET);
  const secrets = listSecrets(env);
  const fileProblems: Record<string, string[]> = {};
  const stored: FormAnswers = {};
  const { tree, answers } = await readStreamedForm(request, {
    bytes: mostBytes,
    textBytes: mostText,
    async takeFile({ field, name, chunks }, before) {
      const ticket = await readTicket(secrets, before.get("ticket") ?? "");
      if (!ticket || !isAdmitted) return;
      try {
        const formHash = await hashText(ticket.id);
        const upload = await takeStream(db, env, { name, chunks, formHash, networkHash });
        stored[nameUpload(field).upload] = upload.id;
        stored[nameUpload(field).about] = `${upload.name}|${upload.bytes}`;
      } catch (error) {
        if (!(error instanceof InvalidInputError || error instanceof TooManyAttemptsError))
          log.error("file of a form not kept", error);
        const words =
          error instanceof InvalidInputError
            ? error.message
            : "This file could not be stored just now. Choose it again.";
        fileProblems[field] = [words];
      }
    },
  });
  const ticket = await readTicket(secrets, typeof tree["ticket"] === "string" ? tree["ticket"] : "");
  return { tree: { ...tree, ...stored }, answers: { ...answers, ...stored }, ticket, networkHash, fileProblems };
}

interface Checked extends ReadForm {
  ticket: Ticket;
  job: OpeningToApply | null;
  request: Request;
}

/**
 * The form as an application.
 * @throws {InvalidInputError} for what is missing or wrong, by field
 */
async function checkForm(
  db: Db,
  { tree, answers, ticket, networkHash, fileProblems, job, request }: Checked,
  { env }: RequestScope,
): Promise<NewApplication> {
  const { value, error } = tryInput(applicationSchema, tree);
  const { given, fields } = parseAnswers(job?.questions ?? [], tree);
  const uploads = await db
    .selectFrom("application_uploads")
    .selectAll()
    .where("form_hash", "=", await hashText(ticket.id))
    .where("expires_at", ">", now())
    .execute();
  const files: NewApplication["files"][number][] = [];
  function take(field: string, purpose: FilePurpose): void {
    const id = readAnswer(answers, nameUpload(field).upload);
    if (!id || fileProblems[field]) return;
    const upload = uploads.find((each): each is Upload => each.id === id && each.type !== "");
    if (upload) files.push({ field, purpose, upload });
    else fileProblems[field] = ["This file is no longer with us, or not all of it came. Choose it again."];
  }
  take("resume", "resume");
  for (const { question } of given.filter(isOfFile)) take(nameQuestion(question.id), "answer");
  if (!job) files.push(...listCarried(answers, uploads, files));
  const hasResume = files.some(({ purpose }) => purpose === "resume") || value?.resumeText || tree["resumeText"];
  const resume =
    hasResume || fileProblems["resume"] ? {} : { resume: ["Choose a file with your CV, or paste it as text."] };
  const { coverNote, consent, ...above } = error?.fields ?? {};
  // In the order of the form.
  const own = { ...above, ...resume, ...fields, ...fileProblems };
  const problems = { ...own, ...(coverNote && { coverNote }), ...(consent && { consent }) };
  if (!value || Object.keys(problems).length > 0) throw new InvalidInputError(problems);
  const origin = {
    locale: findLocale(request.headers.get("Accept-Language")),
    timeZone: readZone(readAnswer(answers, "timeZone")),
    source: cleanSource(readAnswer(answers, "source")),
    referrer: cleanReferrer(readAnswer(answers, "referrer")),
    networkHash,
  };
  const spamReasons = await listSpamReasons({ form: value, answers, ticket, request }, env);
  const { id: formId, issuedAt } = ticket;
  const visit = readAnswer(answers, "visit") ?? "";
  return { formId, issuedAt, job, form: value, answers: given, files, origin, visit, spamReasons };
}

function isOfFile({ question, answer }: GivenAnswer): boolean {
  return question.kind === "file" && answer !== null;
}

function readZone(text = ""): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text.slice(0, 60) }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

async function withTicket(refusal: Refusal, ticket: Ticket | null, { AUTH_SECRET }: Env): Promise<Refusal> {
  // A problem that belongs to no field.
  const problems = refusal.problems.map(({ field, ...rest }) => (field ? { field, ...rest } : rest));
  if (ticket) return { ...refusal, problems };
  return { ...refusal, problems, answers: { ...refusal.answers, ticket: await issueTicket(AUTH_SECRET) } };
}

/** A new ticket for a form that was sent and then changed, with the files of the first. */
async function renewTicket(
  db: Db,
  refusal: Refusal,
  { renderedAt }: FormUsedError,
  { env, log }: RequestScope,
): Promise<Refusal> {
  const secrets = listSecrets(env);
  const text = await issueTicket(env.AUTH_SECRET, renderedAt);
  const [old, fresh] = [
    await readTicket(secrets, readAnswer(refusal.answers, "ticket") ?? ""),
    await readTicket(secrets, text),
  ];
  if (old && fresh)
    await db
      .updateTable("application_uploads")
      .set({ form_hash: await hashText(fresh.id) })
      .where("form_hash", "=", await hashText(old.id))
      .execute()
      .catch((error: unknown) => log.error("files of a form not moved", error));
  return { ...refusal, answers: { ...refusal.answers, ticket: text } };
}
