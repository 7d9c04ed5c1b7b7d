import { sql } from "kysely";
import { openDb, runBatch } from "../db/client.ts";
import type { MailId } from "../db/contact-tables.ts";
import { announceMails, planMail } from "../email/outbox.ts";
import { writeDigestMail } from "../email/templates.ts";
import type { RequestScope } from "../lib/scope.ts";
import { mostMailsADay } from "./limits.ts";

/**
 * Writes one mail to each mailbox that has enquiries without a mail of their own (see limits.ts), about all of them, and
 * notes it with them in the same transaction: two runs at once tell of each enquiry once.
 */
export async function writeDigests(scope: RequestScope): Promise<{ digests: number }> {
  const db = openDb(scope.env.DB);
  const origin = scope.env.SITE_ORIGIN;
  // Among colleagues the address of the site is name enough.
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
      ...writeDigestMail({ site, count, since, most: mostMailsADay, url: `${origin}/marketing-admin/inbox` }),
      occasion: `digest:${oldest}`,
      kind: "enquiry-digest",
      recipient: mailbox ?? "",
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
