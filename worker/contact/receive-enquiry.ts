import { sql } from "kysely";
import { type Enquiry, enquirySchema } from "#app/shared/enquiry.ts";
import { enquiryFields } from "#app/shared/enquiry-fields.ts";
import { type Db, openDb, runBatch } from "../db/client.ts";
import type { EnquiryFolder, EnquiryId } from "../db/contact-tables.ts";
import { announceMails, planMail } from "../email/outbox.ts";
import { type MailSite, writeOwnerMail, writeSenderMail } from "../email/templates.ts";
import { readClientKey } from "../lib/client-address.ts";
import { now } from "../lib/clock.ts";
import { InvalidInputError, TooManyAttemptsError, UnavailableError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { hashText } from "../lib/hash-text.ts";
import { nameReference } from "#app/shared/reference.ts";
import { findSpamReasons } from "./spam.ts";
import { readTicket } from "./ticket.ts";
import { checkChallenge } from "./turnstile.ts";

interface Topic {
  id: string;
  name: string;
  /** Address that enquiries about it are mailed to. */
  mailbox: string;
}

export interface EnquirySource {
  request: Request;
  scope: RequestScope;
  /** Fields of the posted form, by name. */
  fields: Record<string, string>;
  topics: readonly Topic[];
  site: MailSite;
}

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;
const dayMs = 24 * 3_600_000;
/** So that nobody fills a stranger's mailbox with our confirmations. */
const mostConfirmationsAnHour = 3;

/**
 * Stores an enquiry and, in the same transaction, the mails about it: to the topic's mailbox and to the sender. What
 * looks like spam is stored in its own folder, and no mail is written for it. The same submission again, whether by a
 * double click or after an answer that got lost, stores and sends nothing further.
 *
 * Returns the id of the stored enquiry.
 * @throws {TooManyAttemptsError} past the limit of one address
 * @throws {InvalidInputError} with what is wrong, by field
 * @throws {UnavailableError} when it could not be stored; nothing is lost as long as the form keeps its answers
 */
export async function receiveEnquiry(source: EnquirySource): Promise<{ id: EnquiryId; topic: Topic }> {
  const { request, scope, fields, topics } = source;
  const { success } = await scope.env.CONTACT_LIMIT.limit({ key: `contact:${readClientKey(request)}` });
  if (!success) throw new TooManyAttemptsError(limitPeriod);
  const { enquiry, topic } = checkAnswers(fields, topics);
  const ticket = await readTicket(scope.env.AUTH_SECRET, fields["ticket"] ?? "");
  const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET } = scope.env;
  // Without a site key no form shows the challenge, so nobody could pass it.
  const challenge = await checkChallenge(TURNSTILE_SITE_KEY && TURNSTILE_SECRET, {
    token: fields["cf-turnstile-response"] ?? "",
    address: request.headers.get("CF-Connecting-IP"),
  });
  const wordsHash = await hashText(JSON.stringify([enquiry.email.toLowerCase(), enquiry.message]));
  const submissionHash = await hashText(JSON.stringify([ticket?.id ?? newId(), enquiry]));
  try {
    const db = openDb(scope.env.DB);
    const earlier = await findEarlier(db, wordsHash, submissionHash);
    if (earlier?.submission_hash === submissionHash) return { id: earlier.id, topic };
    const spamReasons = findSpamReasons({
      enquiry,
      trap: fields["website"] ?? "",
      ticket,
      isRepeated: earlier !== undefined,
      challenge,
    });
    const id = newId<EnquiryId>();
    const folder: EnquiryFolder = spamReasons.length > 0 ? "spam" : "inbox";
    const row = {
      id,
      submission_hash: submissionHash,
      words_hash: wordsHash,
      request_id: scope.requestId,
      received_at: now(),
      ...pick(enquiry),
      consented_at: now(),
      folder,
      spam_reasons: JSON.stringify(spamReasons),
      updated_at: now(),
    };
    const insert = db
      .insertInto("enquiries")
      .values(row)
      .onConflict((conflict) => conflict.column("submission_hash").doNothing());
    const mails = folder === "spam" ? [] : planEnquiryMails(db, { id, enquiry, topic, site: source.site });
    const [inserted] = await runBatch(scope.env.DB, [insert, ...mails.map(({ query }) => query)]);
    if (inserted?.meta.changes === 0) return { id: await findStored(db, submissionHash), topic };
    scope.ctx.waitUntil(
      announceMails(
        mails.map((mail) => mail.id),
        scope,
      ),
    );
    return { id, topic };
  } catch (error) {
    scope.log.error("enquiry not stored", error);
    throw new UnavailableError(30, error);
  }
}

function checkAnswers(fields: Record<string, string>, topics: readonly Topic[]): { enquiry: Enquiry; topic: Topic } {
  const answers = Object.fromEntries(enquiryFields.map((name) => [name, fields[name] ?? ""]));
  const parsed = enquirySchema.safeParse(answers);
  const topic = topics.find(({ id }) => id === answers["topic"]);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) (errors[String(path[0])] ??= []).push(message);
  if (!topic) errors["topic"] = ["Choose what your message is about."];
  if (!parsed.success || !topic) throw new InvalidInputError(errors);
  return { enquiry: parsed.data, topic };
}

function findEarlier(db: Db, wordsHash: string, submissionHash: string) {
  return db
    .selectFrom("enquiries")
    .select(["id", "submission_hash"])
    .where("words_hash", "=", wordsHash)
    .where("received_at", ">", now() - dayMs)
    .orderBy((eb) => eb.case().when("submission_hash", "=", submissionHash).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst();
}

/** The id under which a repetition of the same submission got in first. */
async function findStored(db: Db, submissionHash: string): Promise<EnquiryId> {
  const { id } = await db
    .selectFrom("enquiries")
    .select("id")
    .where("submission_hash", "=", submissionHash)
    .executeTakeFirstOrThrow();
  return id;
}

function pick({ name, email, company, topic, subject, message, job }: Enquiry) {
  return { name, email, company, topic, subject: subject || "No subject", message, job: job || null };
}

interface Planned {
  id: EnquiryId;
  enquiry: Enquiry;
  topic: Topic;
  site: MailSite;
}

/** The mails about a stored enquiry; also what "not spam" writes later. The sender's is written within its limit. */
export function planEnquiryMails(db: Db, { id, enquiry, topic, site }: Planned) {
  const reference = nameReference(id);
  const { name, email, company, subject, message, job } = pick(enquiry);
  const facts = { name, email, company, subject, message, job };
  const url = `${site.origin}/marketing-admin/inbox/${id}`;
  const toOwner = planMail(db, {
    ...writeOwnerMail({ site, reference, topic: topic.name, url, ...facts }),
    occasion: `enquiry:${id}:owner`,
    kind: "enquiry-owner",
    recipient: topic.mailbox,
    replyTo: email,
    enquiryId: id,
  });
  const toSender = planMail(db, {
    ...writeSenderMail({ site, reference, topic: topic.name }),
    occasion: `enquiry:${id}:sender`,
    kind: "enquiry-sender",
    recipient: email,
    // It invites an answer, and nobody may read what comes to the address of the software.
    replyTo: topic.mailbox,
    enquiryId: id,
    // Asked while it is written: of enquiries that arrive at one moment none sees an older count.
    condition: sql<boolean>`(${countConfirmations(db, email)}) < ${mostConfirmationsAnHour}`,
  });
  return [toOwner, toSender];
}

/** The query of how many confirmations an address was written within the last hour. */
function countConfirmations(db: Db, recipient: string) {
  return db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "enquiry-sender")
    .where("created_at", ">", now() - 3_600_000)
    .where(({ fn }) => fn<string>("lower", ["recipient"]), "=", recipient.toLowerCase());
}
