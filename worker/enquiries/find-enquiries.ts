import type { Db } from "#worker/db/client.ts";
import { foldPeople } from "#worker/lib/text/search-people.ts";
import { filterEnquiries } from "./filter-enquiries.ts";

const everything = { folder: "inbox", status: null, topic: null, owner: null, since: null, isUnmailed: false } as const;

/** The newest enquiries of the inbox whose name, address, company, subject or reference has all `words`. */
export async function findEnquiries(db: Db, { words, limit }: { words: string; limit: number }) {
  await foldPeople(db, "enquiries");
  return filterEnquiries(db, { ...everything, words })
    .select(["enquiries.id", "enquiries.name", "enquiries.company", "enquiries.subject", "enquiries.status"])
    .orderBy("enquiries.received_at", "desc")
    .orderBy("enquiries.id", "desc")
    .limit(limit)
    .execute();
}
