import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { Enquiry } from "#shared/enquiries/enquiry.ts";
import { insertConversion } from "#worker/analytics/conversions.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { EnquiryFolder, EnquiryId } from "#worker/db/enquiries-tables.ts";
import { announceMails } from "#worker/email/outbox.ts";
import type { MailSite } from "#worker/email/layout.ts";
import { hashNetwork, readClientKey } from "#worker/lib/http/client-address.ts";
import { now } from "#worker/lib/clock.ts";
import { FormUsedError, TooManyAttemptsError, UnavailableError } from "#worker/lib/errors.ts";
import { foldAddress } from "#worker/lib/text/fold-address.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import type { EnquiryForm } from "./enquiry-form.ts";
import { confirmWithinLimits, notifyWithinLimits } from "./limits.ts";
import { pickAnswers, planEnquiryMails, type Topic } from "./plan-mails.ts";
import { listSpamReasons } from "./spam.ts";
import { readTicket, type Ticket } from "#worker/lib/forms/ticket.ts";
import { checkChallenge } from "#worker/lib/forms/turnstile.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

export interface EnquirySource {
  /** Tells which address and network it comes from. */
  request: Request;
  form: EnquiryForm;
  site: MailSite;
}

interface Received {
  id: EnquiryId;
  topic: Topic;
  /** True when no confirmation was written because of a limit; false for spam, whose sender must not know. */
  isPastLimit: boolean;
}

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts a form that was sent, whatever stands in it.
 * @throws {TooManyAttemptsError} past the limit of one address
 */
export async function limitEnquiries(request: Request, { env }: Pick<RequestScope, "env">): Promise<void> {
  const success = await isWithinLimit(env.CONTACT_LIMIT, `contact:${readClientKey(request)}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}

/**
 * Stores an enquiry and, in the same transaction, the mails about it: to the topic's mailbox and to the sender, within
 * the limits. What looks like spam is stored in its own folder, and no mail is written for it. The same submission
 * again, whether by a double click or after an answer that got lost, stores and sends nothing further.
 *
 * @throws {FormUsedError} when another enquiry came from this very form
 * @throws {UnavailableError} when it could not be stored; nothing is lost as long as the form keeps its answers
 */
export async function receiveEnquiry(
  db: Db,
  { request, form, site }: EnquirySource,
  scope: RequestScope,
): Promise<Received> {
  const { topic, ticket: ticketText, website: trap, visit, "cf-turnstile-response": token, ...answers } = form;
  const enquiry: Enquiry = { ...answers, topic: topic.id };
  const ticket = await readTicket(listSecrets(scope.env), ticketText);
  const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET } = scope.env;
  // Without a site key no form shows the challenge, so nobody could pass it.
  const challenge = await checkChallenge(TURNSTILE_SITE_KEY && TURNSTILE_SECRET, {
    token,
    address: request.headers.get("CF-Connecting-IP"),
  });
  const hashes = await hashSubmission(enquiry, ticket);
  const networkHash = await hashNetwork(request, scope.env.AUTH_SECRET);
  try {
    const earlier = await findEarlier(db, hashes);
    if (earlier?.form_id === hashes.formId) return { ...repeat(earlier, hashes, ticket), topic };
    const spamReasons = listSpamReasons({
      enquiry,
      trap,
      ticket,
      isRepeated: earlier !== undefined,
      challenge,
    });
    const id = newId<EnquiryId>();
    const folder: EnquiryFolder = spamReasons.length > 0 ? "spam" : "inbox";
    const row = {
      id,
      form_id: hashes.formId,
      submission_hash: hashes.submission,
      words_hash: hashes.words,
      folded_email: hashes.foldedEmail,
      request_id: scope.requestId,
      received_at: now(),
      ...pickAnswers(enquiry),
      consented_at: now(),
      folder,
      spam_reasons: JSON.stringify(spamReasons),
      updated_at: now(),
    };
    const counted = {
      network_hash: networkHash,
      confirmed_at: confirmWithinLimits({ foldedEmail: hashes.foldedEmail, networkHash }),
      ...notifyWithinLimits({ topic, networkHash }),
    };
    const insert = db
      .insertInto("enquiries")
      .values({ ...row, ...(folder === "inbox" && counted) })
      .onConflict((conflict) => conflict.doNothing());
    const mails = folder === "spam" ? [] : planEnquiryMails(db, { id, enquiry, topic, site });
    const counting = folder === "spam" ? [] : [insertConversion(db, { goal: "enquiry", id, visit })];
    const [inserted, , , toSender] = await runBatch(db, [insert, ...counting, ...mails.map(({ query }) => query)]);
    if (inserted?.meta.changes === 0) return { ...repeat(await findStored(db, hashes), hashes, ticket), topic };
    scope.ctx.waitUntil(
      announceMails(
        mails.map((mail) => mail.id),
        scope,
      ),
    );
    return { id, topic, isPastLimit: toSender?.meta.changes === 0 };
  } catch (error) {
    if (error instanceof FormUsedError) throw error;
    scope.log.error("enquiry not stored", error);
    throw new UnavailableError(30, error);
  }
}

/** What identifies a submission. Without a ticket, each submission counts as the only one of its form. */
async function hashSubmission(enquiry: Enquiry, ticket: Ticket | null) {
  const formId = ticket?.id ?? newId();
  const foldedEmail = foldAddress(enquiry.email);
  return {
    formId,
    foldedEmail,
    submission: await hashText(JSON.stringify([formId, enquiry])),
    words: await hashText(JSON.stringify([foldedEmail, enquiry.message])),
  };
}

type Hashes = Awaited<ReturnType<typeof hashSubmission>>;

/** What came from the same form, or else the same words from the same sender within a day. */
function findEarlier(db: Db, { formId, words }: Hashes) {
  const isOfSameForm = sql<boolean>`form_id = ${formId}`;
  return db
    .selectFrom("enquiries")
    .select(["id", "form_id", "submission_hash", "folder", "confirmed_at"])
    .where(({ or, and, eb }) =>
      or([isOfSameForm, and([eb("words_hash", "=", words), eb("received_at", ">", now() - day)])]),
    )
    .orderBy(sql`case when ${isOfSameForm} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst();
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findEarlier>>>;

/** The submission from the same form that got in first. */
async function findStored(db: Db, hashes: Hashes): Promise<Earlier> {
  const stored = await findEarlier(db, hashes);
  if (stored?.form_id !== hashes.formId) throw new Error("What is stored of this form cannot be found.");
  return stored;
}

/** @throws {FormUsedError} unless it is the same submission once more */
function repeat(earlier: Earlier, { submission }: Hashes, ticket: Ticket | null) {
  const { id, submission_hash, folder, confirmed_at } = earlier;
  if (submission_hash !== submission) throw new FormUsedError(ticket?.issuedAt ?? now());
  return { id, isPastLimit: folder === "inbox" && confirmed_at === null };
}
