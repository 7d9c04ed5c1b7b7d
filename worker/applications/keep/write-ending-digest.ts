import { sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import { endingDays } from "#app/shared/ending.ts";
import { type Db, runBatch } from "../../db/client.ts";
import { nameSite } from "../../email/layout.ts";
import { announceMails, planMail } from "../../email/outbox.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { selectEnding } from "./keep-question.ts";
import { writeEndingMail } from "./mail-templates.ts";

/**
 * Tells the hiring team's mailbox how many applications are deleted within `endingDays`; once a week (from Monday, UTC) at most,
 * so that each is told of at least a week before. Returns of how many it told.
 */
export async function writeEndingDigest(db: Db, scope: RequestScope): Promise<{ ending: number }> {
  const at = now();
  // The first day was a Thursday.
  const week = Math.floor((at / day + 3) / 7);
  const dedupeKey = `applications-ending:${week}`;
  const { count, isTold } = await selectCount(db, { dedupeKey, at }).executeTakeFirstOrThrow();
  if (count === 0 || isTold === 1) return { ending: 0 };
  const mail = planMail(db, {
    ...writeEndingMail({
      site: nameSite(scope),
      count,
      days: endingDays,
      url: `${scope.env.SITE_ORIGIN}/job-applications?keeps=ending`,
    }),
    dedupeKey,
    kind: "application-ending",
    recipient: scope.company.careersEmail,
  });
  const [inserted] = await runBatch(db, [mail.query]);
  if (inserted?.meta.changes !== 1) return { ending: 0 };
  await announceMails([mail.id], scope);
  return { ending: count };
}

/** How many end soon, and whether the mail of the week is written. */
function selectCount(db: Db, { dedupeKey, at }: { dedupeKey: string; at: number }) {
  const ending = selectEnding(at + endingDays * day);
  return db.selectNoFrom([
    sql<number>`(select count(*) from applications where sealed_at is null and id in ${ending})`.as("count"),
    sql<0 | 1>`exists (select 1 from outbox where dedupe_key = ${dedupeKey})`.as("isTold"),
  ]);
}
