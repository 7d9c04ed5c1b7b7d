import { sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { EnquiryFolder, EnquiryId, EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import type { SortColumn } from "#worker/db/list-page.ts";
import { hasPerson } from "#worker/lib/text/search-people.ts";
import { selectTroubled } from "#worker/email/troubled.ts";

/** Which enquiries of the inbox are asked for. */
export interface EnquiryFilter {
  folder: EnquiryFolder;
  /** "unfinished" for new and open ones; null for any. */
  status: EnquiryStatus | "unfinished" | null;
  /** Null for any. */
  topic: string | null;
  /** Whose they are; "nobody" for those without an owner, null for any. */
  owner: AccountId | "nobody" | null;
  /** Received at this instant (epoch milliseconds) or later; null for whenever. */
  since: number | null;
  /** Received before this instant (epoch milliseconds); absent or null for whenever. */
  before?: number | null;
  /** True: those with a mail that failed or may not have left. */
  isUnmailed: boolean;
  /** Words that name, address, company, subject or reference must contain, however they are written; "" for anything. */
  words: string;
}

/** How many enquiries of a folder, from the newest, a search for words looks through. */
export const searchedAtMost = 1000;

/** What a list of enquiries can be sorted by. Statuses follow the course of the work. */
export const enquirySorts = {
  from: { value: sql<string>`enquiries.name collate nocase`, kind: "text" },
  subject: { value: sql<string>`enquiries.subject collate nocase`, kind: "text" },
  status: {
    value: sql<number>`case enquiries.status when 'new' then 1 when 'open' then 2 when 'answered' then 3 else 4 end`,
    kind: "number",
  },
  received: { value: sql<number>`enquiries.received_at`, kind: "number" },
} as const satisfies Record<string, SortColumn>;

/** The enquiries of `filter`, without order or columns. */
export function filterEnquiries(db: Db, filter: EnquiryFilter) {
  const { folder, status, topic, owner, since, before = null, isUnmailed, words } = filter;
  return db
    .selectFrom("enquiries")
    .where("enquiries.folder", "=", folder)
    .$if(status === "unfinished", (query) => query.where("enquiries.status", "in", ["new", "open"]))
    .$if(status !== null && status !== "unfinished", (query) =>
      query.where("enquiries.status", "=", status as EnquiryStatus),
    )
    .$if(topic !== null, (query) => query.where("enquiries.topic", "=", topic ?? ""))
    .$if(owner === "nobody", (query) => query.where("enquiries.owner_id", "is", null))
    .$if(owner !== null && owner !== "nobody", (query) => query.where("enquiries.owner_id", "=", owner as AccountId))
    .$if(since !== null, (query) => query.where("enquiries.received_at", ">=", since ?? 0))
    .$if(before !== null, (query) => query.where("enquiries.received_at", "<", before ?? 0))
    .$if(isUnmailed, (query) => query.where("enquiries.id", "in", selectUnmailed(db)))
    .$if(words !== "", (query) =>
      query.where("enquiries.id", "in", selectNewest(db, folder)).where(hasPerson("enquiries", words, reference)),
    );
}

/** The reference as people quote it (see reference.ts), with its hyphen and without. */
const reference = sql<string>`lower(substr(enquiries.id, -8, 4) || '-' || substr(enquiries.id, -4) || char(10) || substr(enquiries.id, -8))`;

function selectNewest(db: Db, folder: EnquiryFolder) {
  return db
    .selectFrom("enquiries as newest")
    .select("newest.id")
    .where("newest.folder", "=", folder)
    .orderBy("newest.received_at", "desc")
    .limit(searchedAtMost);
}

/** Ids of the enquiries with a mail that somebody has to look at. */
export function selectUnmailed(db: Db) {
  return selectTroubled<EnquiryId>(db);
}
