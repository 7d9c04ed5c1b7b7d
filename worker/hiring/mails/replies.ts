import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { readAddress } from "#shared/text/email-address.ts";
import { cleanText } from "#shared/hiring/mail-template.ts";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isApplicationHeld } from "#worker/privacy/held-rows.ts";
import { heldWords } from "#worker/privacy/holds.ts";
import { hidePrivateLinks } from "./hide-private-links.ts";
import { parseReply } from "./parse-reply.ts";

/** Longest text of a reply, in UTF-16 code units as `maxlength` counts them. */
const longestReply = 20_000;
interface NewReply {
  /** Made with the form: sent twice, it is one reply. */
  mailId: CandidateMailId;
  applicationId: ApplicationId;
  actor: AccountId;
  /** The mail as it was pasted, with or without headers. */
  text: string;
  /** Who sent it, where the headers do not say so; "" for the candidate. */
  from: string;
  /** When it was sent, where the headers do not say so; null for now. */
  at: number | null;
}

/**
 * Adds a reply to the conversation, without the private links that it quotes. What its headers say counts more than what was typed beside it.
 * @throws {InvalidInputError} by field: `reply`, `from`, `when`
 * @throws {NotFoundError} when the application is gone
 */
export async function addReply(
  db: Db,
  { mailId, applicationId, actor, text, from, at }: NewReply,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const pasted = hidePrivateLinks(cleanText(text));
  if (pasted.length > longestReply)
    throw new InvalidInputError({ reply: ["Keep it within 20,000 characters: leave out what it quotes."] });
  const parsed = parseReply(pasted);
  if (parsed.body === "") throw new InvalidInputError({ reply: ["Paste the reply."] });
  const candidate = await db
    .selectFrom("applications")
    .select("email")
    .where("id", "=", applicationId)
    .where("sealed_at", "is", null)
    .executeTakeFirst();
  if (!candidate) throw new NotFoundError();
  const sender = parsed.from ?? (from.trim() || candidate.email);
  const sent = parsed.at ?? at ?? now();
  if (sent > now() + day) throw new InvalidInputError({ when: ["This day is still to come."] });
  if (sent < 0) throw new InvalidInputError({ when: ["Enter the day on which it was sent."] });
  await runRecorded(db, {
    actor,
    requestId,
    subject: applicationId,
    audit: { action: "application.reply_added", detail: { mail: mailId } },
    given: {
      rows: sql`(select 1 from applications where id = ${applicationId} and sealed_at is null
        and not exists (select 1 from application_mails where id = ${mailId}))`,
      conflict: "This application is gone. The reply was not saved.",
    },
    queries: [
      db.insertInto("application_mails").values({
        id: mailId,
        application_id: applicationId,
        position: sql<number>`coalesce((select max(position) from application_mails
          where application_id = ${applicationId}), 0) + 1`,
        direction: "in",
        author_id: actor,
        address: checkSender(sender),
        at: sent,
        stored_at: now(),
        subject: cleanLine(parsed.subject ?? "", 200),
        body: parsed.body,
        quoted: parsed.quoted,
      }),
      addHistory(db, { applicationId, actor, kind: "replied" }),
      db.updateTable("applications").set({ updated_at: now() }).where("id", "=", applicationId),
    ],
  }).catch(async (error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
    const stored = db.selectFrom("application_mails").select("id").where("id", "=", mailId);
    if (!(await stored.where("application_id", "=", applicationId).executeTakeFirst())) throw error;
  });
}

/**
 * Takes a reply out again that was pasted by mistake.
 * @throws {ConflictError} when it is gone, or a legal hold keeps its application
 */
export async function removeReply(
  db: Db,
  { mailId, applicationId, actor }: Pick<NewReply, "mailId" | "applicationId" | "actor">,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const reply = db
    .selectFrom("application_mails")
    .innerJoin("applications", "applications.id", "application_mails.application_id")
    .select("application_mails.id")
    .where("application_mails.id", "=", mailId)
    .where("application_id", "=", applicationId)
    .where("direction", "=", "in")
    .where("sealed_at", "is", null);
  const free = reply.where(sql<boolean>`not ${sql.raw(isApplicationHeld)}`);
  const found = await reply.select(sql<0 | 1>`${sql.raw(isApplicationHeld)}`.as("isHeld")).executeTakeFirst();
  await runRecorded(db, {
    actor,
    requestId,
    subject: applicationId,
    audit: { action: "application.reply_removed", detail: { mail: mailId } },
    given: { rows: free, conflict: found?.isHeld === 1 ? heldWords : "This reply is gone." },
    queries: [
      db.deleteFrom("application_mails").where("id", "=", mailId),
      addHistory(db, { applicationId, actor, kind: "reply-removed" }),
      db.updateTable("applications").set({ updated_at: now() }).where("id", "=", applicationId),
    ],
  });
}

function checkSender(typed: string): string {
  const { address, problem } = readAddress(typed);
  if (problem !== null) throw new InvalidInputError({ from: [problem] });
  return address;
}
