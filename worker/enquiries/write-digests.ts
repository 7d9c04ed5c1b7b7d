import { sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { writeDigestMail } from "./mail-templates.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { mostMails } from "./limits.ts";

/**
 * Writes one mail to each mailbox that has enquiries without a mail of their own (see limits.ts). The same transaction
 * marks these enquiries, so that two runs at once report each enquiry once.
 */
export async function writeDigests(db: Db, scope: RequestScope): Promise<{ digests: number }> {
  const origin = scope.env.SITE_ORIGIN;
  // Mails to our own mailboxes name the site by its host.
  const site = { name: new URL(origin).host, origin };
  const held = await db
    .selectFrom("enquiries")
    .select(({ fn }) => [
      "held_for as mailbox",
      fn.countAll<number>().as("count"),
      fn.min("id").as("oldest"),
      fn.min("received_at").as("since"),
      sql<number>`max(rowid)`.as("latest"),
    ])
    .where("held_for", "is not", null)
    .where("digest_id", "is", null)
    .where("folder", "=", "inbox")
    .groupBy("held_for")
    .execute();
  const written: MailId[] = [];
  for (const { mailbox, count, oldest, since, latest } of held) {
    const mail = planMail(db, {
      ...writeDigestMail({ site, count, since, most: mostMails, url: `${origin}/marketing-admin/inbox` }),
      dedupeKey: `digest:${oldest}`,
      kind: "enquiry-digest",
      recipient: mailbox ?? "",
      // The number must be that of the enquiries which are marked below; if one has changed since, the next run reports them.
      condition: sql<boolean>`(select count(*) from enquiries where held_for = ${mailbox} and digest_id is null
        and folder = 'inbox' and rowid <= ${latest}) = ${count}`,
    });
    const note = db
      .updateTable("enquiries")
      .set({ digest_id: mail.id })
      .where("held_for", "=", mailbox)
      .where("digest_id", "is", null)
      .where("folder", "=", "inbox")
      .where(sql<boolean>`rowid <= ${latest}`)
      .where(({ exists, selectFrom }) => exists(selectFrom("outbox").select("id").where("id", "=", mail.id)));
    const [inserted] = await runBatch(db, [mail.query, note]);
    if (inserted?.meta.changes === 1) written.push(mail.id);
  }
  await announceMails(written, scope);
  return { digests: written.length };
}
