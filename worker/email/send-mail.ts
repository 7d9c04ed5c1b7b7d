import { hour, minute } from "#app/shared/durations.ts";
import type { Db } from "../db/client.ts";
import type { MailFile, MailId } from "../db/email-tables.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import { isLocalSite } from "../lib/local-site.ts";
import type { RequestScope } from "../lib/scope.ts";
import { checkAddress, checkHeader } from "./header.ts";
import { mayLeave } from "./outbox.ts";

export type SendOutcome = "sent" | "not-due" | "not-configured" | "retry" | "failed";

/** Tries before a mail counts as failed; the waits between them add up to about a day. */
const mostAttempts = 8;
const firstWaitMs = minute;

/** What is left of a mail whose text is gone. */
export const blank = { text: "", html: "", attachments: "[]", stop_url: null };

/** True when this deployment can send mail. */
export function isMailConfigured(env: Pick<Env, "EMAIL" | "MAIL_FROM">): boolean {
  return Boolean(env.EMAIL && env.MAIL_FROM);
}

/** How long to wait after try number `attempts`, in milliseconds: 1, 4, 16 … minutes, at most 12 hours. */
export function computeWait(attempts: number): number {
  return Math.min(12 * hour, firstWaitMs * 4 ** (attempts - 1));
}

/**
 * Sends one mail of the outbox, unless somebody else is at it or it is not due. The row is claimed before the mail
 * leaves, so a message that arrives twice sends one mail; a claim that nobody closed is settled by `sweepOutbox`. The
 * claim also asks whether the mail may leave, so that a withdrawal counts up to that moment.
 * @throws whatever D1 throws: the caller puts the message back.
 */
export async function sendMail(db: Db, { id }: { id: MailId }, { env, log }: RequestScope): Promise<SendOutcome> {
  const { EMAIL, MAIL_FROM } = env;
  if (!EMAIL || !MAIL_FROM) return "not-configured";
  const mail = await db
    .updateTable("outbox")
    .set((eb) => ({ state: "sending" as const, attempts: eb("attempts", "+", 1), due_at: now() }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("due_at", "<=", now())
    .where(mayLeave())
    .returningAll()
    .executeTakeFirst();
  if (!mail) return "not-due";
  try {
    await EMAIL.send({
      from: checkAddress("From", MAIL_FROM),
      to: checkAddress("To", mail.recipient),
      ...(mail.reply_to !== null && { replyTo: checkAddress("Reply-To", mail.reply_to) }),
      subject: checkHeader("Subject", mail.subject),
      text: mail.text,
      html: mail.html,
      ...toAttachments(mail.attachments),
      ...(mail.stop_url !== null && { headers: writeStopHeaders(mail.stop_url) }),
    });
  } catch (error) {
    log.error("mail not sent", error, { mailId: id, attempts: mail.attempts });
    const isLast = mail.attempts >= mostAttempts;
    await db
      .updateTable("outbox")
      .set({
        state: isLast ? "failed" : "waiting",
        due_at: now() + computeWait(mail.attempts),
        last_error: readErrorMessage(error),
      })
      .where("id", "=", id)
      .where("state", "=", "sending")
      .execute();
    return isLast ? "failed" : "retry";
  }
  // On localhost no mail leaves the machine, and developers open its links in the mailbox.
  const isBlanked = mail.is_secret === 1 && !isLocalSite(env);
  await db
    .updateTable("outbox")
    .set({ state: "sent", sent_at: now(), last_error: null, ...(isBlanked && blank) })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();
  return "sent";
}

/** By these, mail programs offer to end such mails at a click (RFC 8058). */
export function writeStopHeaders(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${checkHeader("Address that ends mails", url, 400)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** The files of a mail as the mail binding takes them. Bytes, because a text would be taken for base64. */
function toAttachments(json: string): { attachments?: EmailAttachment[] } {
  const files = JSON.parse(json) as MailFile[];
  if (files.length === 0) return {};
  const attachments = files.map(({ name, type, content }) => ({
    disposition: "attachment" as const,
    filename: checkHeader("File name", name),
    type: checkHeader("File type", type),
    content: new TextEncoder().encode(content),
  }));
  return { attachments };
}
