import { sql } from "kysely";
import { listRolesWith } from "#shared/permissions.ts";
import { recordReading } from "#worker/audit/record-reading.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";

export type ReadEnquiry = NonNullable<Awaited<ReturnType<typeof readEnquiry>>>;

/** Who is shown an enquiry, and within which request. */
interface Reader {
  actor: AccountId;
  requestId: string;
}

/**
 * One enquiry with its notes, the mails about it and the accounts that may own it: four queries in one round trip, and with a `reader`
 * a fifth, which records the reading. Null when there is none.
 */
export async function readEnquiry(db: Db, { id, reader }: { id: EnquiryId; reader?: Reader | undefined }) {
  const found = db
    .selectFrom("enquiries")
    .leftJoin("accounts", "accounts.id", "enquiries.owner_id")
    .selectAll("enquiries")
    .select(["accounts.email as owner", "accounts.name as owner_name"])
    .where("enquiries.id", "=", id);
  const noted = db
    .selectFrom("enquiry_notes")
    .leftJoin("accounts", "accounts.id", "enquiry_notes.author_id")
    .select([
      "enquiry_notes.id",
      "enquiry_notes.note",
      "enquiry_notes.written_at",
      "accounts.email as author",
      "accounts.name as author_name",
    ])
    .where("enquiry_notes.enquiry_id", "=", id)
    .orderBy("enquiry_notes.written_at")
    .orderBy("enquiry_notes.id");
  const mailed = db
    .selectFrom("outbox")
    .select(["id", "kind", "recipient", "state", "attempts", "due_at", "sent_at", "withdrawn_at", "last_error"])
    .where("subject_id", "=", id)
    .orderBy("kind");
  const owners = selectOwners(db);
  const given = sql<boolean>`exists (select 1 from enquiries where id = ${id})`;
  const reading = reader ? [recordReading(db, { ...reader, action: "enquiry.read", subject: id, given })] : [];
  const results = await runBatch(db, [found, noted, mailed, owners, ...reading]);
  const [enquiry] = readRows(found, results[0]);
  if (!enquiry) return null;
  return {
    enquiry,
    notes: readRows(noted, results[1]),
    mails: readRows(mailed, results[2]),
    owners: readRows(owners, results[3]),
  };
}

/** Active accounts that may open the inbox, and so own an enquiry. */
export function selectOwners(db: Db) {
  return db
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.email", "accounts.name"])
    .where("accounts.status", "=", "active")
    .where(
      "accounts.id",
      "in",
      db.selectFrom("account_roles").select("account_id").where("role", "in", listRolesWith("enquiries.read")),
    )
    .orderBy("accounts.email");
}

/** The account `id` if it may own an enquiry. */
export async function readOwner(db: Db, id: AccountId) {
  return selectOwners(db).clearOrderBy().where("accounts.id", "=", id).executeTakeFirst();
}

/** True when the account `id` may own an enquiry. */
export async function mayOwnEnquiries(db: Db, id: AccountId): Promise<boolean> {
  return (await readOwner(db, id)) !== undefined;
}

/** The present state of these enquiries, from which a change of several starts; those that are gone are left out. */
export async function readHandled(db: Db, ids: readonly EnquiryId[]) {
  return db
    .selectFrom("enquiries")
    .select(["id", "name", "subject", "folder", "status", "owner_id", "version"])
    .where("id", "in", ids)
    .execute();
}

/** True for a text that an enquiry's id could be. */
export function isEnquiryId(text: string): text is EnquiryId {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
