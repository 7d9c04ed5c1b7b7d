/** What can be done to a mail after it was put into the outbox: take it back before it leaves, or send it again. */
import { type RawBuilder, sql } from "kysely";
import { linkStandIn } from "#shared/hiring/mail-variables.ts";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { type BesideMove, takeBackMove } from "#worker/hiring/applications/move-application.ts";
import { recordAudit } from "#worker/audit/record.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { TypedMail } from "./compose.ts";
import { nameMailKey } from "./send-mail.ts";
import { maySay } from "#worker/hiring/applications/withdraw-rejections.ts";

const cannotLeave =
  "This mail has gone out, is about to, its text is no longer kept, or it tells of a rejection that was taken back.";

interface MessageChange {
  mailId: CandidateMailId;
  applicationId: ApplicationId;
  actor: AccountId;
}

/**
 * Takes a mail back that has not left, and with `version` (after it) the move that was made with it. What the outbox holds of it is blank
 * then. Returns its words, for a form.
 * @throws {ConflictError} when it has left or is about to, or the application has changed since the move
 * @throws {NotFoundError} when there is no such mail
 */
export async function withdrawMail(
  db: Db,
  { mailId, applicationId, actor, version }: MessageChange & { version: number | null },
  scope: RequestScope,
): Promise<TypedMail> {
  const { requestId } = scope;
  const mail = await readCandidateMail(db, { mailId, applicationId });
  const key = nameMailKey(mailId);
  const at = now();
  const where: RawBuilder<boolean> = sql`exists (select 1 from outbox
    where dedupe_key = ${key} and state = 'waiting' and withdrawn_at is null)
    and exists (select 1 from applications as own where own.id = ${applicationId} and own.sealed_at is null)
    and (${version} is null or exists (select 1 from application_history
      where application_id = ${applicationId} and kind = 'mailed' and json_extract(detail, '$.mail') = ${mailId}
        and json_extract(detail, '$.version') = ${version}))`;
  const beside: BesideMove = {
    where,
    queries: [
      db
        .updateTable("outbox")
        .set({ withdrawn_at: at, text: "", html: "" })
        .where("dedupe_key", "=", key)
        .where("state", "=", "waiting"),
      db.updateTable("application_mails").set({ withdrawn_at: at }).where("id", "=", mailId),
      addHistory(db, { applicationId, actor, kind: "mail-withdrawn" }),
    ],
  };
  const conflict = "This mail has left already, or is about to.";
  const entry = { action: "application.mail_withdrawn", detail: { mail: mailId } } as const;
  if (version === null) {
    const given = { rows: sql`(select 1 where ${where})`, conflict };
    await runRecorded(db, { actor, requestId, subject: applicationId, audit: entry, given, queries: beside.queries });
  } else {
    const queries = [...beside.queries, recordAudit(db, { ...entry, actor, subject: applicationId, requestId })];
    await takeBackMove(db, { known: { id: applicationId, version }, actor, beside: { where, queries } }, scope).catch(
      async (error: unknown) => {
        if (error instanceof ConflictError && !(await isWaiting(db, key)))
          throw new ConflictError(conflict, { cause: error });
        throw error;
      },
    );
  }
  return { subject: mail.subject.replace(/ \[[^[\]]*\]$/, ""), body: toTyped(mail) };
}

/**
 * Lets a mail leave again that could not be sent, with all its attempts.
 * @throws {ConflictError} when it is not in such a state any more, or its text is gone
 * @throws {NotFoundError} when there is no such mail
 */
export async function sendMessageAgain(
  db: Db,
  { mailId, applicationId, actor }: MessageChange,
  scope: RequestScope,
): Promise<void> {
  await readCandidateMail(db, { mailId, applicationId });
  const stopped = db
    .selectFrom("outbox")
    .select("id")
    .where("dedupe_key", "=", nameMailKey(mailId))
    .where("withdrawn_at", "is", null)
    // Once its text is past its term there is nothing to send.
    .where("html", "<>", "")
    .where("state", "in", ["failed", "unconfirmed"])
    .where(maySay(mailId, applicationId))
    .where("subject_id", "in", db.selectFrom("applications").select("id").where("sealed_at", "is", null));
  const found = await stopped.executeTakeFirst();
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: applicationId,
    audit: { action: "application.mail_sent_again", detail: { mail: mailId } },
    given: { rows: stopped, conflict: cannotLeave },
    queries: [
      db
        .updateTable("outbox")
        .set({ state: "waiting", attempts: 0, unanswered: 0, due_at: now(), last_error: null })
        .where("id", "in", stopped),
    ],
  });
  if (found) scope.ctx.waitUntil(announceMails([found.id], scope));
}

async function readCandidateMail(db: Db, { mailId, applicationId }: Omit<MessageChange, "actor">) {
  const mail = await db
    .selectFrom("application_mails")
    .innerJoin("applications", "applications.id", "application_mails.application_id")
    .select(["subject", "body", "has_link"])
    .where("application_mails.id", "=", mailId)
    .where("application_id", "=", applicationId)
    .where("sealed_at", "is", null)
    .where("direction", "=", "out")
    .executeTakeFirst();
  if (!mail) throw new NotFoundError();
  return mail;
}

async function isWaiting(db: Db, key: string): Promise<boolean> {
  const mail = db.selectFrom("outbox").select("id").where("dedupe_key", "=", key).where("state", "=", "waiting");
  return (await mail.where("withdrawn_at", "is", null).executeTakeFirst()) !== undefined;
}

/** The text as it could have been typed: the next mail makes a private link of its own. */
function toTyped({ body, has_link }: { body: string; has_link: 0 | 1 }): string {
  return has_link === 1 ? body.replaceAll(linkStandIn, "{private link}") : body;
}
