import { hour, minute } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import type { Selectable } from "kysely";
import type { EmailTables, MailFile, MailId, MailState } from "../db/email-tables.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import { newId } from "../lib/ids.ts";
import { isLocalSite } from "../lib/local-site.ts";
import type { RequestScope } from "../lib/scope.ts";
import { checkAddress, checkHeader } from "./header.ts";
import { mayLeave } from "./outbox.ts";
import { openBinding } from "./transports/binding.ts";
import { openHttp } from "./transports/http.ts";
import { readMailSettings } from "./transports/settings.ts";
import { openSmtp } from "./transports/smtp.ts";
import { MailError, type MailFate, type OutgoingMail, type Transport } from "./transports/transport.ts";

export type SendOutcome = "sent" | "not-due" | "not-configured" | "retry" | "failed";

/** Tries before a mail counts as failed; the waits between them add up to about a day. */
const mostAttempts = 8;
const firstWaitMs = minute;

/** What is left of a mail whose text is gone. */
export const blank = { text: "", html: "", attachments: "[]", stop_url: null };

/** True when this deployment can send mail. */
export function isMailConfigured(env: Env): boolean {
  return Boolean(env.MAIL_FROM && hasTransport(env));
}

/** True when the transport that MAIL_TRANSPORT names has all that it needs. */
export function hasTransport(env: Env): boolean {
  const { settings } = readMailSettings(env);
  return settings?.transport === "cloudflare" ? Boolean(env.EMAIL) : settings !== null;
}

function openTransport(env: Env): Transport | null {
  const { settings } = readMailSettings(env);
  if (settings?.transport === "smtp") return openSmtp(settings.smtp);
  if (settings?.transport === "http") return openHttp(settings.api);
  return settings && env.EMAIL ? openBinding(env.EMAIL) : null;
}

/**
 * Sends one mail at once, beside the outbox: for what has to leave while the database is away. Nobody tries it again.
 * Returns false where mail is not set up.
 * @throws {MailError}, or whatever the mail binding throws
 */
export async function sendDirectly(
  env: Env,
  { to, subject, text, html }: Pick<OutgoingMail, "to" | "subject" | "text" | "html">,
): Promise<boolean> {
  const transport = openTransport(env);
  if (!transport || !env.MAIL_FROM) return false;
  const bare = { replyTo: null, files: [], headers: {} };
  await transport.send({
    id: newId<MailId>(),
    from: checkAddress("From", env.MAIL_FROM),
    to,
    subject,
    text,
    html,
    ...bare,
  });
  return true;
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
  const { MAIL_FROM } = env;
  const transport = openTransport(env);
  if (!transport || !MAIL_FROM) return "not-configured";
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
    await transport.send(readOutgoing(mail, MAIL_FROM));
  } catch (error) {
    // What the other side said may name the recipient: it is in the row alone.
    log.error("mail not sent", error, { mailId: id, attempts: mail.attempts });
    const after = decideAfter(error, mail, transport);
    await db
      .updateTable("outbox")
      .set({ ...after, last_error: describeError(error) })
      .where("id", "=", id)
      .where("state", "=", "sending")
      .execute();
    return after.state === "waiting" ? "retry" : "failed";
  }
  // On localhost developers open its links in the mailbox.
  const isBlanked = mail.is_secret === 1 && !isLocalSite(env);
  await db
    .updateTable("outbox")
    .set({ state: "sent", sent_at: now(), last_error: null, ...(isBlanked && blank) })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();
  return "sent";
}

/**
 * What becomes of a mail that was not confirmed. One that may have arrived is repeated once, under the same Message-ID, and is then
 * left to a person; a service that knows a mail again makes one of many.
 */
function decideAfter(
  error: unknown,
  {
    attempts,
    unanswered,
    created_at,
  }: Pick<Selectable<EmailTables["outbox"]>, "attempts" | "unanswered" | "created_at">,
  { remembersFor }: Transport,
): { state: MailState; due_at: number; unanswered: 0 | 1 } {
  const isKnownAgain = now() - created_at < remembersFor;
  const named: MailFate = error instanceof MailError ? error.fate : "later";
  const fate = named === "unknown" && isKnownAgain ? "later" : named;
  const wait = Math.max(computeWait(attempts), error instanceof MailError ? Math.min(error.waitMs, 12 * hour) : 0);
  const after = { due_at: now() + wait, unanswered: fate === "unknown" ? (1 as const) : unanswered };
  if (fate === "unknown" && unanswered === 1) return { ...after, state: "unconfirmed" };
  return { ...after, state: fate === "never" || attempts >= mostAttempts ? "failed" : "waiting" };
}

function describeError(error: unknown): string {
  const said = error instanceof MailError && error.said ? ` ${error.said}` : "";
  return (readErrorMessage(error) + said).slice(0, 500);
}

/** @throws {HeaderError} when something may not stand in a header */
function readOutgoing(mail: Selectable<EmailTables["outbox"]>, from: string): OutgoingMail {
  return {
    id: mail.id,
    from: checkAddress("From", from),
    to: checkAddress("To", mail.recipient),
    replyTo: mail.reply_to === null ? null : checkAddress("Reply-To", mail.reply_to),
    subject: checkHeader("Subject", mail.subject),
    text: mail.text,
    html: mail.html,
    files: (JSON.parse(mail.attachments) as MailFile[]).map(({ name, type, content }) => ({
      name: checkHeader("File name", name),
      type: checkHeader("File type", type),
      content,
    })),
    headers: mail.stop_url === null ? {} : writeStopHeaders(mail.stop_url),
  };
}

/** By these, mail programs offer to end such mails at a click (RFC 8058). */
export function writeStopHeaders(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${checkHeader("Address that ends mails", url, 400)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
