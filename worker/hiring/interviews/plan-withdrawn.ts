import type { Compilable } from "kysely";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { toAll } from "./change-interview.ts";
import { type MailScope, planInterviewMails } from "./plan-mails.ts";
import { readInterview, toChanged } from "./read-interview.ts";
import { readParties } from "./read-parties.ts";

/**
 * The queries that tell interviewers that their booked interviews of an application do not take place, because all of it is
 * about to be erased. These mails name nobody, and stay when the application goes.
 */
export async function planWithdrawn(
  db: Db,
  application: ApplicationId,
  scope: MailScope,
): Promise<{ queries: Compilable[]; ids: MailId[] }> {
  const booked = await db
    .selectFrom("interviews")
    .select("id")
    .where("application_id", "=", application)
    .where("state", "=", "booked")
    .where("starts_at", ">", now())
    .execute();
  const plans = [];
  for (const { id } of booked) {
    const before = await readInterview(db, id);
    const { candidate, colleagues } = await readParties(db, application, before.people);
    const startsAt = before.starts_at ?? 0;
    plans.push(
      await planInterviewMails(
        db,
        {
          candidate,
          interview: toChanged(before, { startsAt, sequence: (before.sequence ?? -1) + 1 }),
          news: null,
          toColleagues: toAll(colleagues, "cancelled"),
          calendar: { startsAt, minutes: before.minutes, method: "cancel" },
          isErased: true,
        },
        scope,
      ),
    );
  }
  return { queries: plans.flatMap(({ queries }) => queries), ids: plans.flatMap(({ ids }) => ids) };
}
