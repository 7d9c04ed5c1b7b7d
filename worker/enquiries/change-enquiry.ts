import { sql } from "kysely";
import type { Enquiry } from "#shared/enquiries/enquiry.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { EnquiryFolder, EnquiryId, EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { announceMails, restoreMails, withdrawMails } from "#worker/email/outbox.ts";
import type { MailSite } from "#worker/email/layout.ts";
import { type Given, planGiven } from "#worker/email/plan-given.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { foldAddress } from "#worker/lib/text/fold-address.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isAddressHeld } from "#worker/privacy/held-rows.ts";
import { heldWords } from "#worker/privacy/holds.ts";
import { confirmWithinLimits, notifyWithinLimits } from "./limits.ts";
import { planEnquiryMails, type Topic } from "./plan-mails.ts";

/** What is changed, as its reader saw it, and who changes it. */
export interface EnquiryChange {
  id: EnquiryId;
  /** Of the state that the reader saw. */
  version: number;
  actor: AccountId;
}

interface Handling extends EnquiryChange {
  status: EnquiryStatus;
  owner: AccountId | null;
  /** Added to the notes; "" for none. */
  note: string;
  /** What the same action has given to whom before. */
  given?: Given;
}

/**
 * Sets status and owner, and adds the note. A new owner gets a mail.
 * @throws {ConflictError} when the enquiry is no longer as it was seen; nothing has changed then
 * @throws {NotFoundError} when it is gone
 */
export async function saveHandling(
  db: Db,
  { status, owner, note, given, ...change }: Handling,
  scope: RequestScope,
): Promise<void> {
  const values = { id: newId(), enquiry_id: change.id, author_id: change.actor, written_at: now(), note };
  const gift = await planOwner(db, { ...change, owner, given }, scope);
  await runVersioned(db, {
    ...seen(change, scope.requestId),
    set: { status, owner_id: owner, updated_at: now() },
    audit: { action: "enquiry.changed", detail: { status, owner, noted: note !== "" } },
    queries: [...(note === "" ? [] : [db.insertInto("enquiry_notes").values(values)]), ...gift.queries],
  });
  scope.ctx.waitUntil(gift.tell());
}

interface Owning extends EnquiryChange {
  owner: AccountId | null;
  given: Given | undefined;
}

/** The mail to who owns it from now on. A change of a row that is no longer as it was seen is refused, and its mail with it. */
async function planOwner(db: Db, { id, owner, actor, given }: Owning, scope: RequestScope) {
  const row = await db.selectFrom("enquiries").select(["owner_id", "subject"]).where("id", "=", id).executeTakeFirst();
  return planGiven(
    db,
    {
      kind: "enquiry-given",
      subject: id,
      from: row?.owner_id ?? null,
      to: owner,
      actor,
      facts: [
        ["Enquiry", row?.subject ?? ""],
        ["Reference", formatReference(id)],
      ],
      path: `/marketing-admin/inbox/${id}`,
      stillHas: (from) =>
        sql<boolean>`exists (select 1 from enquiries where owner_id = ${from} and updated_at >= outbox.created_at)`,
      ...(given && { given }),
    },
    scope,
  );
}

/**
 * Moves an enquiry of the inbox to the spam folder, blanks the network it came from, and withdraws the mails about it
 * that have not left: "not spam" restores them.
 * @throws {ConflictError} as `saveHandling`, or when it is there already
 */
export async function markAsSpam(
  db: Db,
  change: EnquiryChange,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  await runVersioned(db, {
    ...seen(change, requestId),
    where: isIn("inbox"),
    set: { folder: "spam", network_hash: null, updated_at: now() },
    audit: { action: "enquiry.marked_spam" },
    queries: [withdrawMails(db, { subjectId: change.id })],
  });
}

interface Clearing extends EnquiryChange {
  topics: readonly Topic[];
  site: MailSite;
}

/**
 * Moves an enquiry of the spam folder to the inbox and writes the mails that it should have had, each once, however
 * often it goes to and fro, and within the limits. A topic that is no longer offered counts as the first.
 * @throws {ConflictError} as `markAsSpam`
 */
export async function clearOfSpam(db: Db, { topics, site, ...change }: Clearing, scope: RequestScope): Promise<void> {
  const { id } = change;
  const row = await db.selectFrom("enquiries").selectAll().where("id", "=", id).executeTakeFirst();
  const topic = topics.find((each) => each.id === row?.topic) ?? topics[0];
  if (!row || !topic) throw new NotFoundError();
  const enquiry: Enquiry = { ...row, job: row.opening ?? "", consent: "on" };
  const mails = planEnquiryMails(db, { id, enquiry, topic, site });
  const counted = { foldedEmail: foldAddress(row.email), networkHash: row.network_hash };
  const confirmed_at = sql<number | null>`coalesce(confirmed_at, ${confirmWithinLimits(counted)})`;
  await runVersioned(db, {
    ...seen(change, scope.requestId),
    where: isIn("spam"),
    set: {
      folder: "inbox",
      folded_email: counted.foldedEmail,
      confirmed_at,
      ...notifyWithinLimits({ topic, networkHash: row.network_hash, earlier: sql`mailed_at` }),
      updated_at: now(),
    },
    audit: { action: "enquiry.cleared_of_spam" },
    queries: [restoreMails(db, { subjectId: id }), ...mails.map(({ query }) => query)],
  });
  announce(
    mails.map((mail) => mail.id),
    scope,
  );
}

/**
 * Deletes an enquiry with its notes and mails. That it was done is recorded; what stood in it is not.
 * @throws {ConflictError} as `saveHandling`, and when a legal hold keeps it
 */
export async function eraseEnquiry(
  db: Db,
  change: EnquiryChange,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const isHeld = sql.raw<boolean>(isAddressHeld("enquiries.email"));
  await runVersioned(db, {
    ...seen(change, requestId),
    where: sql<boolean>`not ${isHeld}`,
    set: {},
    audit: { action: "enquiry.erased" },
    // A foreign key takes the notes along, a trigger the mails.
    queries: [db.deleteFrom("enquiries").where("id", "=", change.id)],
  }).catch(async (error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
    const held = db.selectFrom("enquiries").select("id").where("id", "=", change.id).where(isHeld);
    throw (await held.executeTakeFirst()) ? new ConflictError(heldWords, { cause: error }) : error;
  });
}

interface SendingAgain extends Omit<EnquiryChange, "version"> {
  mail: MailId;
}

/**
 * Schedules a failed or unconfirmed mail to be sent now, with all its attempts.
 * @throws {ConflictError} when it is no longer in such a state
 */
export async function sendAgain(db: Db, { id, actor, mail }: SendingAgain, scope: RequestScope): Promise<void> {
  const stopped = db
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", mail)
    .where("subject_id", "=", id)
    .where("withdrawn_at", "is", null)
    // Once its text is past its term there is nothing to send.
    .where("html", "<>", "")
    .where("state", "in", ["failed", "unconfirmed"]);
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "mail.sent_again", detail: { mail } },
    given: { rows: stopped, conflict: "This mail has gone out, is about to, or its text is no longer kept." },
    queries: [
      db
        .updateTable("outbox")
        .set({ state: "waiting", attempts: 0, unanswered: 0, due_at: now(), last_error: null })
        .where("id", "in", stopped),
    ],
  });
  announce([mail], scope);
}

function announce(ids: readonly MailId[], scope: RequestScope): void {
  scope.ctx.waitUntil(announceMails(ids, scope));
}

function seen(change: EnquiryChange, requestId: string) {
  const conflict = "Somebody changed this enquiry while you had it open.";
  return { ...change, requestId, table: "enquiries", conflict } as const;
}

function isIn(folder: EnquiryFolder) {
  return sql<boolean>`folder = ${folder}`;
}
