import { sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { endingDays } from "#shared/hiring/ending.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { selectEnding } from "./keep-question.ts";
import { writeEndingMail } from "./mail-templates.ts";

/**
 * Tells the hiring team's mailbox how many applications are deleted within `endingDays`; once in seven days at most, also where two
 * runs meet, so that each is announced at least a week before. Returns the number of applications.
 */
export async function writeEndingDigest(db: Db, scope: RequestScope): Promise<{ ending: number }> {
  const at = now();
  const { count, isSent } = await selectCount(db, at).executeTakeFirstOrThrow();
  if (count === 0 || isSent === 1) return { ending: 0 };
  const mail = planMail(db, {
    ...writeEndingMail({
      site: nameSite(scope),
      count,
      days: endingDays,
      url: `${scope.env.SITE_ORIGIN}/job-applications?keeps=ending`,
    }),
    dedupeKey: `applications-ending:${at}`,
    kind: "application-ending",
    recipient: scope.company.careersEmail,
    condition: sql<boolean>`not ${wasSent(at)}`,
  });
  const [inserted] = await runBatch(db, [mail.query]);
  if (inserted?.meta.changes !== 1) return { ending: 0 };
  await announceMails([mail.id], scope);
  return { ending: count };
}

/** True where such a mail was written within seven days; an hour less, because the job is not run to the minute. */
function wasSent(at: number) {
  return sql<
    0 | 1
  >`exists (select 1 from outbox where kind = 'application-ending' and created_at > ${at - 7 * day + hour})`;
}

/** How many end soon, and whether the mail of the week is written. */
function selectCount(db: Db, at: number) {
  const ending = selectEnding(at + endingDays * day);
  return db.selectNoFrom([
    sql<number>`(select count(*) from applications where sealed_at is null and id in ${ending})`.as("count"),
    wasSent(at).as("isSent"),
  ]);
}
