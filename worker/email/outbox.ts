import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { MailFile, MailId } from "../db/email-tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { MailKind } from "../subjects.ts";
import { checkAddress, checkHeader } from "./header.ts";
import type { MailText } from "./layout.ts";

interface Mail extends MailText {
  /** One mail for each key, however often it is planned; begins with the kind of its subject: `invite:<id>`. */
  dedupeKey: string;
  /** One of the `mails` of the subject that plans it. */
  kind: MailKind;
  recipient: string;
  replyTo?: string;
  /** Id of what the mail is about: `withdrawMails` and `restoreMails` find it by that. */
  subjectId?: string;
  /** When it may leave, epoch milliseconds; at once by default. Until then it can be withdrawn. */
  dueAt?: number;
  files?: readonly MailFile[];
  /** Where a click ends mails of this kind (RFC 8058): it takes a POST from anybody. */
  stopUrl?: string;
  /** The mail is written only if this is true at that point of the batch. */
  condition?: RawBuilder<boolean>;
  /** A mail of the same key that has not been tried yet gets this text and subject in place of its own. */
  isRewritten?: boolean;
}

/** The text is blanked at `purgeAt` (epoch milliseconds); the mail does not leave after that. */
type Purging =
  | { purgeAt?: number; isSecret?: false }
  /** A text that holds a secret, such as a link that signs in, is also blanked once it is sent. */
  | { purgeAt: number; isSecret: true };

/** The message of the mail queue. */
interface MailMessage {
  mailId: MailId;
}

/**
 * The query that puts a mail into the outbox; it goes into the same `runBatch` as the change that it is about. Returns the
 * mail's id with it.
 * @throws {HeaderError} when subject or an address may not stand in a header.
 */
export function planMail(db: Db, mail: Mail & Purging) {
  const id = newId<MailId>();
  const row = {
    id,
    dedupe_key: mail.dedupeKey,
    subject_id: mail.subjectId ?? null,
    kind: mail.kind,
    recipient: checkAddress("To", mail.recipient),
    reply_to: mail.replyTo === undefined ? null : checkAddress("Reply-To", mail.replyTo),
    subject: checkHeader("Subject", mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: JSON.stringify(mail.files ?? []),
    is_secret: mail.isSecret ? 1 : 0,
    created_at: now(),
    due_at: mail.dueAt ?? now(),
    purge_at: mail.purgeAt ?? null,
    stop_url: mail.stopUrl ?? null,
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  const query = db
    .insertInto("outbox")
    .columns(columns)
    // SQLite reads `on conflict` after a select only when that select has a where clause.
    .expression(
      db
        .selectNoFrom(columns.map((column) => sql.val(row[column]).as(column)))
        .where(mail.condition ?? sql<boolean>`true`),
    )
    .onConflict((conflict) => {
      const same = conflict.column("dedupe_key");
      if (!mail.isRewritten) return same.doNothing();
      const { subject_id, subject, text, html, due_at } = row;
      return same
        .doUpdateSet({ subject_id, subject, text, html, due_at, withdrawn_at: null })
        .where("outbox.state", "=", "waiting")
        .where("outbox.attempts", "=", 0);
    });
  return { id, query };
}

/**
 * The query that stops every mail about `subjectId` that has not left, whatever its state. It goes into the same
 * `runBatch` as the reason. A mail that the mail binding has already received cannot be stopped; if the binding refuses
 * it, it is not tried again.
 */
export function withdrawMails(db: Db, { subjectId }: { subjectId: string }) {
  return db
    .updateTable("outbox")
    .set({ withdrawn_at: now() })
    .where("subject_id", "=", subjectId)
    .where("state", "<>", "sent")
    .where("withdrawn_at", "is", null);
}

/** The query that takes a withdrawal back. What waits leaves with the next sweep of the outbox. */
export function restoreMails(db: Db, { subjectId }: { subjectId: string }) {
  return db
    .updateTable("outbox")
    .set({ withdrawn_at: null })
    .where("subject_id", "=", subjectId)
    .where("withdrawn_at", "is not", null);
}

/** True for mails that may leave: neither withdrawn nor past their purge time. */
export function mayLeave() {
  return sql<boolean>`outbox.withdrawn_at is null and (outbox.purge_at is null or outbox.purge_at > ${now()})`;
}

/**
 * Tells the queue about mails that are stored, after `delaySeconds` where they are not due yet. A queue that does not take
 * them costs time, not mail: the sweep finds what is waiting.
 */
export async function announceMails(
  ids: readonly MailId[],
  { env, log }: RequestScope,
  { delaySeconds }: { delaySeconds?: number } = {},
): Promise<void> {
  if (!env.MAIL_QUEUE || ids.length === 0) return;
  try {
    await env.MAIL_QUEUE.sendBatch(
      ids.map((mailId) => ({
        body: { mailId } satisfies MailMessage,
        ...(delaySeconds !== undefined && { delaySeconds }),
      })),
    );
  } catch (error) {
    log.error("mail queue refused mails", error, { count: ids.length });
  }
}
