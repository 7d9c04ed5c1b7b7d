/** Mails of the outbox about an application that somebody has to look at, whatever wrote them. */
import { sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { announceMails } from "#worker/email/outbox.ts";
import { troubledStates } from "#worker/email/troubled.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** A mail that failed or may not have left, and that is no letter of the conversation. */
export interface TroubledRow {
  id: MailId;
  recipient: string;
  subject: string;
  state: (typeof troubledStates)[number];
  error: string | null;
  /** The outbox has its text no longer: it cannot be sent again. */
  isBlank: 0 | 1;
}

/** SQL of those about the row of `applications`, as JSON. */
export function selectTroubledMails() {
  return sql<string>`(select json_group_array(json_object('id', id, 'recipient', recipient, 'subject', subject,
      'state', state, 'error', last_error, 'isBlank', html = '')) from outbox
    where subject_id = applications.id and state in (${sql.join(troubledStates)}) and withdrawn_at is null
      and kind <> 'candidate-mail')`;
}

interface TroubledMail {
  outboxId: MailId;
  applicationId: ApplicationId;
  actor: AccountId;
}

/**
 * Lets such a mail leave again, with all its attempts.
 * @throws {ConflictError} when it is not in such a state any more, its text is gone, or the candidate has withdrawn
 */
export async function sendTroubledAgain(db: Db, mail: TroubledMail, scope: RequestScope): Promise<void> {
  // Once its text is past its term there is nothing to send.
  const stopped = selectStopped(db, mail).where("html", "<>", "");
  await runRecorded(db, {
    actor: mail.actor,
    requestId: scope.requestId,
    subject: mail.applicationId,
    audit: { action: "application.mail_sent_again", detail: { mail: mail.outboxId } },
    given: { rows: stopped, conflict: "This mail has gone out, is about to, or its text is no longer kept." },
    queries: [
      db
        .updateTable("outbox")
        .set({ state: "waiting", attempts: 0, unanswered: 0, due_at: now(), last_error: null })
        .where("id", "in", stopped),
    ],
  });
  scope.ctx.waitUntil(announceMails([mail.outboxId], scope));
}

/**
 * Somebody has seen that the mail did not leave: it is no longer among those to look at, and its text is blank.
 * @throws {ConflictError} when it is not in such a state any more, or the candidate has withdrawn
 */
export async function acceptTroubled(
  db: Db,
  mail: TroubledMail,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const stopped = selectStopped(db, mail);
  await runRecorded(db, {
    actor: mail.actor,
    requestId,
    subject: mail.applicationId,
    audit: { action: "application.mail_accepted", detail: { mail: mail.outboxId } },
    given: { rows: stopped, conflict: "This mail has gone out, or somebody has marked it already." },
    queries: [db.updateTable("outbox").set({ withdrawn_at: now(), text: "", html: "" }).where("id", "in", stopped)],
  });
}

function selectStopped(db: Db, { outboxId, applicationId }: TroubledMail) {
  return db
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", outboxId)
    .where("state", "in", troubledStates)
    .where("withdrawn_at", "is", null)
    .where(
      "subject_id",
      "in",
      db.selectFrom("applications").select("id").where("id", "=", applicationId).where("sealed_at", "is", null),
    );
}
