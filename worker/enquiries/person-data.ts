import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";

/** The enquiries from `email`, as typed in any case: what foldAddress takes for one address may belong to two people. */
export function isFrom(email: string) {
  return sql<boolean>`lower(enquiries.email) = lower(${email})`;
}

/** The enquiries of a person, for the export of their data. */
export function selectEnquiriesOf(db: Db, email: string) {
  return db
    .selectFrom("enquiries")
    .select(["id", "received_at", "name", "email", "company", "topic", "subject", "message", "opening as job"])
    .select(["consented_at", "folder", "spam_reasons", "status", "updated_at"])
    .where(isFrom(email))
    .orderBy("received_at");
}

/** The notes that staff wrote about these enquiries. */
export function selectNotesAbout(db: Db, email: string) {
  return db
    .selectFrom("enquiry_notes")
    .innerJoin("enquiries", "enquiries.id", "enquiry_notes.enquiry_id")
    .select(["enquiry_notes.enquiry_id", "enquiry_notes.written_at", "enquiry_notes.note"])
    .where(isFrom(email))
    .orderBy("enquiry_notes.written_at");
}
