import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { namesAddress } from "#worker/lib/text/names-address.ts";

/** Messages that hold `email` as a value of its own, so that nobody else's address which ends in this one is meant. */
export function isAbout(email: string) {
  return sql<boolean>`coalesce(instr(lower(body), lower(${JSON.stringify(email)})) > 0, false)`;
}

/** Messages whose last error names `email`. */
export function hasErrorAbout(email: string) {
  return namesAddress(sql.ref("last_error"), email);
}

/**
 * The failed messages about a person, for the export of their data. Where only the error names the person, the message may be
 * about somebody else, so it is left out.
 */
export function selectMessagesAbout(db: Db, email: string) {
  return db
    .selectFrom("failed_messages")
    .select(["queue", "last_error", "queued_at", "received_at"])
    .select(sql<string | null>`iif(${isAbout(email)}, body, null)`.as("body"))
    .where(({ or }) => or([isAbout(email), hasErrorAbout(email)]))
    .orderBy("received_at");
}
