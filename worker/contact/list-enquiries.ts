import { sql } from "kysely";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { EnquiryFolder, EnquiryId, EnquiryStatus } from "../db/contact-tables.ts";

/** Which enquiries of the inbox are asked for. */
export interface InboxFilter {
  folder: EnquiryFolder;
  /** Null for any. */
  status: EnquiryStatus | null;
  /** Null for any. */
  topic: string | null;
  /** Whose they are; "nobody" for those without an owner, null for any. */
  owner: UserId | "nobody" | null;
  /** What name, address, company, subject or reference must contain; "" for anything. */
  words: string;
}

/** The enquiry after which a page begins. */
export interface InboxCursor {
  receivedAt: number;
  id: EnquiryId;
}

export const enquiriesPerPage = 20;

/** How many enquiries of a folder, from the newest, a search for words looks through. */
export const searchedAtMost = 1000;

/** What the inbox shows of one enquiry. */
export type ListedEnquiry = Awaited<ReturnType<typeof listEnquiries>>["enquiries"][number];

/**
 * One page of the inbox, the newest first, with what is new in each folder and how the outbox stands: three queries in
 * one round trip. `next` is where the following page begins, null after the last.
 */
export async function listEnquiries(db: Db, { filter, after }: { filter: InboxFilter; after: InboxCursor | null }) {
  const listed = selectEnquiries(db, { filter, after, limit: enquiriesPerPage + 1 });
  const counted = countNew(db);
  const mailed = countMails(db);
  const [listedRows, countedRows, mailedRows] = await runBatch(db, [listed, counted, mailed]);
  const rows = readRows(listed, listedRows);
  const enquiries = rows.slice(0, enquiriesPerPage);
  const last = rows.length > enquiriesPerPage ? enquiries.at(-1) : undefined;
  const mails = new Map(readRows(mailed, mailedRows).map(({ state, count }) => [state, count]));
  return {
    enquiries,
    next: last ? { receivedAt: last.received_at, id: last.id } : null,
    fresh: toCounts(readRows(counted, countedRows)),
    mails: {
      waiting: (mails.get("waiting") ?? 0) + (mails.get("sending") ?? 0),
      unconfirmed: mails.get("unconfirmed") ?? 0,
      failed: mails.get("failed") ?? 0,
    },
  };
}

interface Selection {
  filter: InboxFilter;
  after: InboxCursor | null;
  limit: number;
}

/** The query behind every list of enquiries. */
export function selectEnquiries(db: Db, { filter, after, limit }: Selection) {
  const { folder, status, topic, owner, words } = filter;
  return db
    .selectFrom("enquiries")
    .leftJoin("users", "users.id", "enquiries.owner_id")
    .select([
      "enquiries.id",
      "enquiries.received_at",
      "enquiries.name",
      "enquiries.email as sender",
      "enquiries.company",
      "enquiries.topic",
      "enquiries.subject",
      "enquiries.status",
      "enquiries.is_demo",
      "users.email as owner",
      "users.name as owner_name",
      sql<string>`substr(enquiries.message, 1, 160)`.as("excerpt"),
    ])
    .where("enquiries.folder", "=", folder)
    .$if(status !== null, (query) => query.where("enquiries.status", "=", status ?? "new"))
    .$if(topic !== null, (query) => query.where("enquiries.topic", "=", topic ?? ""))
    .$if(owner === "nobody", (query) => query.where("enquiries.owner_id", "is", null))
    .$if(owner !== null && owner !== "nobody", (query) => query.where("enquiries.owner_id", "=", owner as UserId))
    .$if(words !== "", (query) =>
      query
        .where("enquiries.id", "in", selectNewest(db, folder))
        // D1 takes LIKE patterns of at most 50 bytes; instr knows no such limit.
        .where(sql<boolean>`instr(lower(${haystack}), lower(${words})) > 0`),
    )
    .$if(after !== null, (query) =>
      query
        .where("enquiries.received_at", "<=", after?.receivedAt ?? 0)
        .where(({ or, eb }) =>
          or([
            eb("enquiries.received_at", "<", after?.receivedAt ?? 0),
            eb("enquiries.id", "<", after?.id ?? ("" as EnquiryId)),
          ]),
        ),
    )
    .orderBy("enquiries.received_at", "desc")
    .orderBy("enquiries.id", "desc")
    .limit(limit);
}

/** What is searched; the last part is the reference as people quote it (see reference.ts). */
const haystack = sql<string>`enquiries.name || char(10) || enquiries.email || char(10) || enquiries.company || char(10)
  || enquiries.subject || char(10) || substr(enquiries.id, -8, 4) || '-' || substr(enquiries.id, -4)`;

function selectNewest(db: Db, folder: EnquiryFolder) {
  return db
    .selectFrom("enquiries as newest")
    .select("newest.id")
    .where("newest.folder", "=", folder)
    .orderBy("newest.received_at", "desc")
    .limit(searchedAtMost);
}

/** The query of what nobody has taken up yet, by folder. */
export function countNew(db: Db) {
  return db
    .selectFrom("enquiries")
    .select(({ fn }) => ["folder", fn.countAll<number>().as("count")])
    .where("folder", "in", ["inbox", "spam"])
    .where("status", "=", "new")
    .groupBy("folder");
}

/** How many enquiries are new in each folder. */
export async function readNew(db: Db) {
  return toCounts(await countNew(db).execute());
}

function toCounts(rows: readonly { folder: EnquiryFolder; count: number }[]): Record<EnquiryFolder, number> {
  const find = (folder: EnquiryFolder) => rows.find((row) => row.folder === folder)?.count ?? 0;
  return { inbox: find("inbox"), spam: find("spam") };
}

/** The query of the mails that have not left and were not withdrawn, by state. */
export function countMails(db: Db) {
  return db
    .selectFrom("outbox")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .where("state", "in", ["waiting", "sending", "unconfirmed", "failed"])
    .where("withdrawn_at", "is", null)
    .groupBy("state");
}
