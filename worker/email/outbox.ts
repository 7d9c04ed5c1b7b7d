import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { EnquiryId, MailId } from "../db/contact-tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { checkAddress, checkHeader } from "./header.ts";

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

interface Mail extends MailText {
  /** One mail for each occasion, however often it is planned. */
  occasion: string;
  kind: "enquiry-owner" | "enquiry-sender" | "enquiry-digest" | "test";
  recipient: string;
  replyTo?: string;
  enquiryId?: EnquiryId;
  /** Besides, it is written only where this holds at that point of the batch. */
  condition?: RawBuilder<boolean>;
}

/** The message of the mail queue. */
interface MailMessage {
  mailId: MailId;
}

/**
 * The query that puts a mail into the outbox; it goes into the same `runBatch` as what the mail tells of. With an
 * `enquiryId` it does nothing unless that enquiry is stored. Returns the mail's id with it.
 * @throws {HeaderError} when subject or an address may not stand in a header.
 */
export function planMail(db: Db, mail: Mail) {
  const id = newId<MailId>();
  const row = {
    id,
    occasion: mail.occasion,
    enquiry_id: mail.enquiryId ?? null,
    kind: mail.kind,
    recipient: checkAddress("To", mail.recipient),
    reply_to: mail.replyTo === undefined ? null : checkAddress("Reply-To", mail.replyTo),
    subject: checkHeader("Subject", mail.subject),
    text: mail.text,
    html: mail.html,
    created_at: now(),
    due_at: now(),
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  const { enquiryId, condition = sql<boolean>`true` } = mail;
  const isStored = enquiryId
    ? sql<boolean>`exists (select 1 from enquiries where id = ${enquiryId})`
    : sql<boolean>`true`;
  const query = db
    .insertInto("outbox")
    .columns(columns)
    // SQLite reads `on conflict` after a select only when that select has a where clause.
    .expression(
      db
        .selectNoFrom(columns.map((column) => sql.val(row[column]).as(column)))
        .where(isStored)
        .where(condition),
    )
    .onConflict((conflict) => conflict.column("occasion").doNothing());
  return { id, query };
}

/**
 * Tells the queue about mails that are stored. A queue that does not take them costs time, not mail: the sweep finds
 * what is waiting.
 */
export async function announceMails(ids: readonly MailId[], { env, log }: RequestScope): Promise<void> {
  if (!env.MAIL_QUEUE || ids.length === 0) return;
  try {
    await env.MAIL_QUEUE.sendBatch(ids.map((mailId) => ({ body: { mailId } satisfies MailMessage })));
  } catch (error) {
    log.error("mail queue refused mails", error, { count: ids.length });
  }
}
