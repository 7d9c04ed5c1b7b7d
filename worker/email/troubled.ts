import type { Db } from "../db/client.ts";
import type { MailState } from "../db/email-tables.ts";

/** States of mails that somebody has to look at. */
export const troubledStates = ["failed", "unconfirmed"] as const satisfies readonly MailState[];

/** Ids of what has a mail that somebody has to look at, in whatever table: the caller names them. */
export function selectTroubled<Id extends string>(db: Db) {
  return db
    .selectFrom("outbox")
    .select("outbox.subject_id")
    .$narrowType<{ subject_id: Id }>()
    .where("outbox.state", "in", troubledStates)
    .where("outbox.withdrawn_at", "is", null)
    .where("outbox.subject_id", "is not", null);
}
