import type { Db } from "../db/client.ts";
import type { MailId } from "../db/email-tables.ts";

/** How many mails a list of the outbox holds. */
export const listedMails = 100;

/** The newest mails of the outbox, whatever their state. */
export async function listMails(db: Db) {
  return selectMails(db).execute();
}

/** The query of `listMails`. */
export function selectMails(db: Db) {
  return db
    .selectFrom("outbox")
    .select(["id", "created_at", "state", "recipient", "subject", "kind"])
    .orderBy("created_at", "desc")
    .limit(listedMails);
}

/** One mail with everything it holds, or undefined. */
export async function readMail(db: Db, id: string) {
  return db
    .selectFrom("outbox")
    .selectAll()
    .where("id", "=", id as MailId)
    .executeTakeFirst();
}
