/** Enquiries and mails about them, as rows. */
import { env } from "cloudflare:workers";
import type { Insertable } from "kysely";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { MailId, MailState } from "#worker/db/email-tables.ts";
import type { Database } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";

const db = openDb(env.DB);

export type NewEnquiry = Partial<Insertable<Database["enquiries"]>>;

/** The values of one enquiry, in the inbox by default. */
export function fillEnquiry(overrides: NewEnquiry = {}): Insertable<Database["enquiries"]> {
  const at = Date.now();
  return {
    id: newId<EnquiryId>(),
    submission_hash: randomHash(),
    words_hash: randomHash(),
    request_id: crypto.randomUUID(),
    received_at: at,
    name: "Ada Example",
    email: "ada@client.example",
    company: "Client Works",
    topic: "project",
    subject: "A platform for our plant",
    message: "We want to know what a platform would cost.\n\nTwo plants, one team.",
    opening: null,
    consented_at: at,
    folder: "inbox",
    owner_id: null,
    updated_at: at,
    ...overrides,
  };
}

function randomHash(): string {
  return (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
}

/** A stored enquiry. */
export async function makeEnquiry(overrides: NewEnquiry = {}) {
  const row = fillEnquiry(overrides);
  await db.insertInto("enquiries").values(row).execute();
  return row;
}

/** A stored mail about the enquiry. */
export async function makeMail(
  enquiryId: EnquiryId,
  state: MailState,
  overrides: { subject?: string; html?: string } = {},
) {
  const id = newId<MailId>();
  const mail = {
    id,
    dedupe_key: `test:${id}`,
    subject_id: enquiryId,
    kind: "enquiry-owner",
    recipient: "sales@site.example",
  };
  const content = {
    reply_to: null,
    subject: "Enquiry",
    text: "Text",
    html: "<p>Text</p>",
    sent_at: null,
    last_error: null,
  };
  await db
    .insertInto("outbox")
    .values({ ...mail, ...content, ...overrides, state, attempts: 8, created_at: Date.now(), due_at: Date.now() + 1e6 })
    .execute();
  return id;
}

/** Many enquiries in few statements. */
export async function makeMany(count: number, fill: (index: number) => NewEnquiry): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => fillEnquiry(fill(index)));
  for (let from = 0; from < rows.length; from += 500) {
    const inserts = rows.slice(from, from + 500).map((row) => db.insertInto("enquiries").values(row).compile());
    await env.DB.batch(inserts.map(({ sql, parameters }) => env.DB.prepare(sql).bind(...parameters)));
  }
}

export async function countRows(table: "enquiries" | "enquiry_notes" | "outbox" | "audit_log"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function readRow(id: EnquiryId) {
  return db.selectFrom("enquiries").selectAll().where("id", "=", id).executeTakeFirst();
}
