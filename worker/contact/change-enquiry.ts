import { type Compilable, sql } from "kysely";
import type { Enquiry } from "#app/shared/enquiry.ts";
import { recordAudit, recordAuditWhen } from "../audit/record.ts";
import { type Db, openDb, runBatch } from "../db/client.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { EnquiryFolder, EnquiryId, EnquiryStatus } from "../db/contact-tables.ts";
import type { MailId } from "../db/email-tables.ts";
import { announceMails, restoreMails, withdrawMails } from "../email/outbox.ts";
import type { MailSite } from "../email/layout.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { foldAddress } from "../lib/fold-address.ts";
import { confirmWithinLimits, notifyWithinLimits } from "./limits.ts";
import { planEnquiryMails, type Topic } from "./plan-mails.ts";

/** The enquiry to change, in the version its reader saw, and who changes it. */
export interface EnquiryChange {
  id: EnquiryId;
  /** Of the state that the reader saw. */
  version: number;
  actor: UserId;
  scope: RequestScope;
}

interface Handling {
  status: EnquiryStatus;
  owner: UserId | null;
  /** Added to the notes; "" for none. */
  note: string;
}

/**
 * Sets status and owner, and adds the note.
 * @throws {ConflictError} when the enquiry is no longer as it was seen; nothing has changed then
 */
export async function saveHandling(change: EnquiryChange, { status, owner, note }: Handling): Promise<void> {
  const { id, actor, scope } = change;
  const db = openDb(scope.env.DB);
  const values = { id: newId(), enquiry_id: id, author_id: actor, written_at: now(), note };
  await applyChange(change, {
    claim: claimEnquiry(db, change).set({ status, owner_id: owner }),
    rest: note === "" ? [] : [db.insertInto("enquiry_notes").values(values)],
    audit: { action: "enquiry.changed", detail: { status, owner, noted: note !== "" } },
  });
}

/**
 * Moves an enquiry of the inbox to the spam folder, blanks the network it came from, and withdraws the mails about it
 * that have not left: "not spam" restores them.
 * @throws {ConflictError} as `saveHandling`, or when it is there already
 */
export async function markAsSpam(change: EnquiryChange): Promise<void> {
  const db = openDb(change.scope.env.DB);
  await applyChange(change, {
    claim: claimEnquiry(db, change, "inbox").set({ folder: "spam", network_hash: null }),
    rest: [withdrawMails(db, { subjectId: change.id })],
    audit: { action: "enquiry.marked_spam" },
  });
}

interface Clearing {
  topics: readonly Topic[];
  site: MailSite;
}

/**
 * Moves an enquiry of the spam folder to the inbox and writes the mails that it should have had, each once, however
 * often it goes to and fro, and within the limits. A topic that is no longer offered counts as the first.
 * @throws {ConflictError} as `markAsSpam`
 */
export async function clearOfSpam(change: EnquiryChange, { topics, site }: Clearing): Promise<void> {
  const { id, scope } = change;
  const db = openDb(scope.env.DB);
  const row = await db.selectFrom("enquiries").selectAll().where("id", "=", id).executeTakeFirst();
  const topic = topics.find((each) => each.id === row?.topic) ?? topics[0];
  if (!row || !topic) throw new NotFoundError();
  const enquiry: Enquiry = { ...row, job: row.job ?? "", consent: "on" };
  const mails = planEnquiryMails(db, { id, enquiry, topic, site });
  const counted = { foldedEmail: foldAddress(row.email), networkHash: row.network_hash };
  const confirmed_at = sql<number | null>`coalesce(confirmed_at, ${confirmWithinLimits(counted)})`;
  await applyChange(change, {
    claim: claimEnquiry(db, change, "spam").set({
      folder: "inbox",
      folded_email: counted.foldedEmail,
      confirmed_at,
      ...notifyWithinLimits({ topic, networkHash: row.network_hash, earlier: sql`mailed_at` }),
    }),
    rest: [restoreMails(db, { subjectId: id }), ...mails.map(({ query }) => query)],
    audit: { action: "enquiry.cleared_of_spam" },
  });
  announce(
    mails.map((mail) => mail.id),
    scope,
  );
}

/**
 * Deletes an enquiry with its notes and mails. That it was done is recorded; what stood in it is not.
 * @throws {ConflictError} as `saveHandling`
 */
export async function eraseEnquiry(change: EnquiryChange): Promise<void> {
  const db = openDb(change.scope.env.DB);
  await applyChange(change, {
    claim: claimEnquiry(db, change),
    // A foreign key takes the notes along, a trigger the mails.
    rest: [db.deleteFrom("enquiries").where("id", "=", change.id)],
    audit: { action: "enquiry.erased" },
  });
}

/**
 * Schedules a failed or unconfirmed mail to be sent now, with all its attempts.
 * @throws {ConflictError} when it is no longer in such a state
 */
export async function sendAgain({ id, actor, scope }: Omit<EnquiryChange, "version">, mailId: MailId): Promise<void> {
  const db = openDb(scope.env.DB);
  const stopped = db
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", mailId)
    .where("subject_id", "=", id)
    .where("withdrawn_at", "is", null)
    // Once its text is past its term there is nothing to send.
    .where("html", "<>", "")
    .where("state", "in", ["failed", "unconfirmed"]);
  const [, updated] = await runBatch(db, [
    recordAuditWhen(db, stopped, {
      action: "mail.sent_again",
      actor,
      subject: id,
      requestId: scope.requestId,
      detail: { mail: mailId },
    }),
    db
      .updateTable("outbox")
      .set({ state: "waiting", attempts: 0, due_at: now(), last_error: null })
      .where("id", "in", stopped),
  ]);
  if (updated?.meta.changes !== 1)
    throw new ConflictError("This mail has gone out, is about to, or its text is no longer kept.");
  announce([mailId], scope);
}

function announce(ids: readonly MailId[], scope: RequestScope): void {
  scope.ctx.waitUntil(announceMails(ids, scope));
}

/**
 * The update that claims the version the reader saw. If the enquiry has changed since, the version becomes null. The
 * column refuses that, so the whole batch fails, and its other queries need no condition of their own.
 */
function claimEnquiry(db: Db, { id, version }: EnquiryChange, folder?: EnquiryFolder) {
  const isThere = folder === undefined ? sql`true` : sql`folder = ${folder}`;
  return db
    .updateTable("enquiries")
    .set({
      version: sql<number>`case when version = ${version} and ${isThere} then version + 1 end`,
      updated_at: now(),
    })
    .where("id", "=", id);
}

interface PlannedChange {
  claim: Compilable;
  rest: readonly Compilable[];
  audit: Pick<Parameters<typeof recordAudit>[1], "action" | "detail">;
}

async function applyChange({ id, actor, scope }: EnquiryChange, { claim, rest, audit }: PlannedChange): Promise<void> {
  const db = openDb(scope.env.DB);
  const stored = db.selectFrom("enquiries").select("id").where("id", "=", id);
  const recorded = recordAuditWhen(db, stored, { ...audit, actor, subject: id, requestId: scope.requestId });
  const results = await runBatch(db, [claim, recorded, ...rest]).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : "";
    if (/NOT NULL constraint failed: enquiries\.version/.test(words))
      throw new ConflictError("Somebody changed this enquiry while you had it open.");
    throw /FOREIGN KEY constraint failed/.test(words) ? new NotFoundError() : error;
  });
  if (results[0]?.meta.changes !== 1) throw new NotFoundError();
}
