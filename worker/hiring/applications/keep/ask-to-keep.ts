import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { daysBetweenQuestions } from "#shared/hiring/ending.ts";
import { formatDay } from "#shared/dates/format-day.ts";
import { hiredStage } from "#shared/hiring/hiring-stages.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { KeepRequestId } from "#worker/db/privacy-tables.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { addHistory } from "../history.ts";
import { makeOwnLink } from "../own-links.ts";
import { writeOwnPath } from "../plan-mails.ts";
import { readEnd, selectEnds } from "./keep-question.ts";
import { writeKeepMail } from "./mail-templates.ts";

/** How long the mail may wait to leave, in milliseconds. */
const mailLife = 7 * day;

/**
 * Asks the candidate by mail whether the application may be stored for `terms.keptApplications` more. Nothing is kept longer by
 * that: only a yes on the candidate's own page does so.
 * @throws {ConflictError} when they were asked within `daysBetweenQuestions`, or there is nothing to ask
 * @throws {NotFoundError} when the application is gone
 */
export async function askToKeep(
  db: Db,
  { id, actor }: { id: ApplicationId; actor: AccountId },
  scope: RequestScope,
): Promise<void> {
  const row = await db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select(["applications.email", "applications.stage", "openings.title", selectEnds.as("ends")])
    .where("applications.id", "=", id)
    .where("sealed_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  if (row.stage === hiredStage) throw new ConflictError("Who was hired is not asked: other duties keep the papers.");
  const at = now();
  // The end of a day is easier to agree to than an instant.
  const keepUntil = Math.ceil((at + readLength(terms.keptApplications)) / day) * day - 1;
  const words = `Keep my application, with everything in it, for other roles until ${formatDay(keepUntil)}.`;
  const { token, query: link } = await makeOwnLink(db, id);
  const mail = planMail(db, {
    ...writeKeepMail({
      site: nameSite(scope),
      job: row.title,
      deletedAt: readEnd(row.ends)?.at ?? null,
      keepUntil,
      url: scope.env.SITE_ORIGIN + writeOwnPath(token),
    }),
    dedupeKey: `application:${id}:keep:${at}`,
    kind: "application-keep",
    recipient: row.email,
    replyTo: scope.company.careersEmail,
    subjectId: id,
    isSecret: true,
    purgeAt: at + mailLife,
  });
  const earliest = at - daysBetweenQuestions * day;
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "application.keep_asked" },
    given: {
      rows: sql`(select 1 from applications where id = ${id} and sealed_at is null and stage <> ${hiredStage}
        and not exists (select 1 from keep_requests where application_id = ${id} and asked_at > ${earliest}))`,
      conflict: `The candidate was asked within the last ${daysBetweenQuestions} days.`,
    },
    queries: [
      db.insertInto("keep_requests").values({
        id: newId<KeepRequestId>(),
        application_id: id,
        asked_at: at,
        asked_by: actor,
        keep_until: keepUntil,
        words,
        answer: null,
        answered_at: null,
      }),
      link,
      mail.query,
      addHistory(db, { applicationId: id, actor, kind: "keep_asked", detail: { until: keepUntil } }),
    ],
  });
  scope.ctx.waitUntil(announceMails([mail.id], scope));
}
