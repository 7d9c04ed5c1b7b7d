import type { Compilable } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { isEnding } from "#shared/hiring/hiring-stages.ts";
import { fillMail, joinParts } from "#shared/hiring/mail-variables.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import type { CandidateMailId } from "../../worker/db/hiring-mails-tables.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import type { MailId } from "../../worker/db/email-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

/** Most applications with a conversation. */
const most = 14;
const replies = [
  "Thank you, that sounds good. Tuesday or Thursday after 14:00 would suit me.",
  "Thank you for the quick answer. I have sent the certificate by my own page.",
  "I would like to come. May I ask who will be there?",
];

/**
 * Stores demo conversations about some of the demo applications that have got beyond the first stage, once; the templates come
 * with the migrations. Nothing leaves: only one mail is in the outbox, as one that could not be sent.
 */
export async function seedCandidateMails({ env }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  const known = await db.selectFrom("application_mails").select("id").limit(1).executeTakeFirst();
  if (known) return console.log("Demo mails to candidates: in order.");
  const staff = await readDemoStaff<AccountId>(env.DB);
  const hr = staff.get("hr") ?? null;
  const templates = await db.selectFrom("mail_templates").selectAll().where("deleted_at", "is", null).execute();
  const rows = await db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select(["applications.id", "name", "email", "stage", "stage_since", "openings.title as job"])
    .where("applications.is_demo", "=", 1)
    .where("stage", "not in", ["new", "withdrawn", "hired"])
    .orderBy("stage_since", "desc")
    .limit(most)
    .execute();
  const queries: Compilable[] = [];
  for (const [index, { id, name, email, stage, stage_since, job }] of rows.entries()) {
    const kind = isEnding(stage)
      ? "rejection"
      : stage === "offer"
        ? "offer"
        : index % 3 === 2
          ? "general"
          : "invitation";
    const template = templates.find((each) => each.kind === kind);
    if (!template) continue;
    const values = {
      candidate: name,
      "first name": name.split(" ")[0] ?? name,
      job: job ?? "a role with us",
      sender: "HR",
      company: "Fivewright",
      reference: formatReference(id),
    };
    const filled = (text: string) => joinParts(fillMail(text, values));
    const subject = `${filled(template.subject)} [${formatReference(id)}]`;
    const at = Math.min(stage_since + 2 * hour, Date.now() - hour);
    const mail = newId<CandidateMailId>();
    const both = { application_id: id, author_id: hr, address: email };
    const body = filled(template.body);
    queries.push(
      db.insertInto("application_mails").values({
        ...both,
        id: mail,
        position: 1,
        direction: "out",
        at,
        stored_at: at,
        subject,
        body,
      }),
    );
    if (index === 1)
      queries.push(
        db.insertInto("outbox").values({
          id: newId<MailId>(),
          dedupe_key: `candidate-mail:${mail}`,
          subject_id: id,
          kind: "candidate-mail",
          recipient: email,
          subject,
          text: body,
          html: `<p>Demo mail</p>`,
          state: "failed",
          attempts: 8,
          created_at: at,
          due_at: at,
          last_error: "The mailbox of the recipient does not exist.",
        }),
      );
    if (index % 2 === 0 && kind !== "rejection")
      queries.push(
        db.insertInto("application_mails").values({
          ...both,
          id: newId<CandidateMailId>(),
          position: 2,
          direction: "in",
          at: Math.min(at + day, Date.now() - hour / 2),
          stored_at: Math.min(at + day + hour, Date.now() - hour / 2),
          subject: `Re: ${subject}`.slice(0, 200),
          body: `${replies[index % replies.length]}\n\n${name}`,
          quoted: `On the day before, ${values.company} wrote:\n> ${body.split("\n")[0]}`,
        }),
      );
  }
  if (queries.length > 0) await runBatch(db, queries);
  console.log(`Demo mails to candidates: ${queries.length} made.`);
}
