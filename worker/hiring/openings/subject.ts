import { sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";
import { dropEnded } from "./drop-ended.ts";

/** Openings hold nothing about candidates and stay until staff delete them. */
export const subject = {
  tables: [
    "openings",
    "opening_drafts",
    "opening_presence",
    "opening_locations",
    "opening_remote_countries",
    "opening_lists",
    "opening_counts",
  ],
  jobs: [{ name: "take ended openings off the lists", schedule: schedules.hourly, run: dropEnded }],
  retention: [
    {
      table: "opening_presence",
      key: ["opening_id", "tab"],
      since: "seen_at",
      term: terms.presence,
      keeps: "Which job a member of staff has open",
      after: "after it was last in sight",
      why: "Interest in work that is not overwritten, Article 6(1)(f)",
    },
  ],
  personData: [{ name: "Jobs open", select: selectPresenceOf }],
  auditActions: ["job.created", "job.saved", "job.published", "job.closed", "job.extended", "job.put_back"],
} as const satisfies Subject;

/** For the export of what is held about a person. */
function selectPresenceOf(db: Db, email: string) {
  return db
    .selectFrom("opening_presence")
    .select(["opening_id as job_id", "seen_at", "typed_at"])
    .where("account_id", "=", sql<AccountId>`(SELECT id FROM accounts WHERE email = ${email})`);
}
