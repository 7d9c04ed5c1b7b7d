import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { MailKind } from "../subjects.ts";

/** Mails to our own mailboxes. The person they are about, if any, is whom an answer goes to. */
const ownKinds: readonly MailKind[] = ["enquiry-owner", "enquiry-digest"];

/**
 * Mails with the person who has the address `email`, in any case. Our own mailboxes are no person: each would be found
 * in the mails with everybody who has written to it.
 */
export function isWith(email: string): RawBuilder<boolean> {
  const person = sql`iif(kind in (${sql.join(ownKinds)}), reply_to, recipient)`;
  return sql<boolean>`lower(${person}) = lower(${email})`;
}

/** The mails with a person, for the export of their data. A text that holds a secret is left out. */
export function selectMailsWith(db: Db, email: string) {
  return db
    .selectFrom("outbox")
    .select(["kind", "recipient", "reply_to", "subject", "state", "created_at", "sent_at", "withdrawn_at"])
    .select(sql<string>`iif(is_secret = 1, '', text)`.as("text"))
    .where(isWith(email))
    .orderBy("created_at");
}
