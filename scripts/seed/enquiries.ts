import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Compilable } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import { brand } from "../../app/content/brand.ts";
import { contactTopics } from "../../app/content/contact-topics.ts";
import { planEnquiryMails } from "../../worker/enquiries/plan-mails.ts";
import type { SpamReason } from "../../worker/enquiries/spam.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb, runBatch } from "../../worker/db/client.ts";
import type { EnquiryId, EnquiryStatus } from "../../worker/db/enquiries-tables.ts";
import { foldAddress } from "../../worker/lib/text/fold-address.ts";
import { hashText } from "../../worker/lib/text/hash-text.ts";
import { newId } from "../../worker/lib/ids.ts";
import { root } from "../lib/command.ts";
import { companyBegan, demoRequest, readDemoStaff } from "./past.ts";

/** Demo accounts of the staff, by the part of their address before the @. */
type Colleague = "marketing" | "super";

interface DemoEnquiry {
  hoursAgo: number;
  topic: string;
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
  /** Slug of a demo opening. */
  job?: string;
  status: EnquiryStatus;
  owner?: Colleague;
  /** The oldest first. */
  notes?: { author: Colleague; hoursAgo: number; note: string }[];
  /** Makes it spam. */
  spam?: SpamReason[];
  /** The confirmation to the sender could not be delivered. */
  isUndeliverable?: boolean;
}

/**
 * Stores the demo enquiries once, so that an enquiry that somebody has erased does not come back. Each is marked as demo
 * data, and its mails count as sent, so that none is ever sent.
 */
export async function seedEnquiries(env: Pick<Env, "DB" | "SITE_ORIGIN">): Promise<void> {
  const enquiries = JSON.parse(await readFile(join(root, "scripts/seed/enquiries.json"), "utf8")) as DemoEnquiry[];
  const db = openDb(env.DB);
  const done = await db.selectFrom("audit_log").select("id").where("action", "=", "enquiry.seeded").executeTakeFirst();
  if (!done) {
    const staff = await readDemoStaff<AccountId>(env.DB);
    const queries = await Promise.all(enquiries.map((enquiry) => planEnquiry(db, enquiry, { env, staff })));
    const entry = { id: newId(), at: companyBegan, action: "enquiry.seeded" };
    await runBatch(db, [...queries.flat(), db.insertInto("audit_log").values(entry)]);
  }
  console.log(`Demo enquiries: ${done ? "in order" : `${enquiries.length} made`}.`);
}

interface SeedContext {
  env: Pick<Env, "SITE_ORIGIN">;
  staff: ReadonlyMap<string, AccountId>;
}

/** The queries that store one enquiry with its notes and mails. */
async function planEnquiry(db: Db, demo: DemoEnquiry, { env, staff }: SeedContext): Promise<Compilable[]> {
  const { hoursAgo, topic: topicId, name, email, company, subject, message, notes = [], spam = [] } = demo;
  const topic = contactTopics.find((each) => each.id === topicId);
  if (!topic) throw new Error(`There is no topic "${topicId}".`);
  const id = newId<EnquiryId>();
  const at = Date.now() - hoursAgo * hour;
  const notedAt = notes.map((note) => Date.now() - note.hoursAgo * hour);
  const isSpam = spam.length > 0;
  const row = {
    id,
    submission_hash: await hashText(id),
    words_hash: await hashText(JSON.stringify([foldAddress(email), message])),
    folded_email: foldAddress(email),
    request_id: demoRequest,
    received_at: Math.round(at),
    name,
    email,
    company,
    topic: topic.id,
    subject,
    message,
    opening: demo.job ?? null,
    consented_at: Math.round(at),
    folder: isSpam ? ("spam" as const) : ("inbox" as const),
    spam_reasons: JSON.stringify(spam),
    status: demo.status,
    owner_id: (demo.owner && staff.get(demo.owner)) ?? null,
    version: 1 + notes.length,
    updated_at: Math.round(notedAt.at(-1) ?? at),
    confirmed_at: isSpam ? null : Math.round(at),
    mailed_at: isSpam ? null : Math.round(at),
    is_demo: 1 as const,
  };
  const noteRows = notes.map(({ author, note }, index) => ({
    id: newId(),
    enquiry_id: id,
    author_id: staff.get(author) ?? null,
    written_at: Math.round(notedAt[index] ?? at),
    note,
  }));
  const enquiry = {
    name,
    email,
    company,
    topic: topic.id,
    subject,
    message,
    job: demo.job ?? "",
    consent: "on" as const,
  };
  const site = { name: brand.name, origin: env.SITE_ORIGIN };
  const mails = isSpam ? [] : planEnquiryMails(db, { id, enquiry, topic, site });
  const sent = { state: "sent" as const, attempts: 1, created_at: row.received_at, due_at: row.received_at };
  const failed = { state: "failed" as const, attempts: 8, sent_at: null, last_error: "550 5.1.1 No such mailbox" };
  const toSender = db.updateTable("outbox").where("dedupe_key", "=", `enquiry:${id}:sender`);
  return [
    db.insertInto("enquiries").values(row),
    ...noteRows.map((note) => db.insertInto("enquiry_notes").values(note)),
    ...mails.map(({ query }) => query),
    db
      .updateTable("outbox")
      .set({ ...sent, sent_at: row.received_at + 2000 })
      .where("subject_id", "=", id),
    ...(demo.isUndeliverable ? [toSender.set(failed)] : []),
  ];
}
