import { sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { mostMails } from "./limits.ts";
import { writeTeamDigest } from "./mail-templates.ts";

/**
 * Writes one mail about the applications that have none of their own (see limits.ts). The same transaction marks them, so that
 * two runs at once report each once.
 */
export async function writeApplicationDigest(db: Db, scope: RequestScope): Promise<{ told: number }> {
  const origin = scope.env.SITE_ORIGIN;
  const { count, oldest, since, latest } = await selectHeld(db).executeTakeFirstOrThrow();
  if (count === 0 || oldest === null || since === null) return { told: 0 };
  const mail = planMail(db, {
    ...writeTeamDigest({
      site: { name: new URL(origin).host, origin },
      count,
      since,
      most: mostMails,
      url: `${origin}/job-applications`,
    }),
    dedupeKey: `applications:${oldest}`,
    kind: "application-digest",
    recipient: scope.company.careersEmail,
    // The number must be that of the applications which are marked below; if one has gone since, the next run reports them.
    condition: sql<boolean>`(select count(*) from applications where is_held = 1 and digest_id is null
      and rowid <= ${latest}) = ${count}`,
  });
  const note = db
    .updateTable("applications")
    .set({ digest_id: mail.id })
    .where("is_held", "=", 1)
    .where("digest_id", "is", null)
    .where(sql<boolean>`rowid <= ${latest}`)
    .where(({ exists, selectFrom }) => exists(selectFrom("outbox").select("id").where("id", "=", mail.id)));
  const [inserted] = await runBatch(db, [mail.query, note]);
  if (inserted?.meta.changes !== 1) return { told: 0 };
  await announceMails([mail.id], scope);
  return { told: count };
}

/** What waits for a digest. */
export function selectHeld(db: Db) {
  return db
    .selectFrom("applications")
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      sql<string | null>`min(id)`.as("oldest"),
      sql<number | null>`min(received_at)`.as("since"),
      sql<number | null>`max(rowid)`.as("latest"),
    ])
    .where("is_held", "=", 1)
    .where("digest_id", "is", null);
}
