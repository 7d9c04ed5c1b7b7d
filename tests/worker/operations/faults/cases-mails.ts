/** Mails to candidates, and their templates. */
import { env } from "cloudflare:workers";
import { addReply } from "#worker/hiring/mails/replies.ts";
import { sendCandidateMail } from "#worker/hiring/mails/send-mail.ts";
import { createTemplate, deleteTemplate } from "#worker/hiring/mails/templates.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeApplication } from "../../hiring/application-rows.ts";
import { type Caller, type FaultCase, ofStaff } from "./case.ts";
import { page, propose, scope } from "./cases-hiring.ts";

const db = openDb(env.DB);
const template = { name: "Any", kind: "general", subject: "Hello", body: "Dear {candidate}" } as const;
const doer = (user: Caller) => ({ actor: user.id, requestId: scope().requestId });

async function write(applicationId: ApplicationId, { id: actor }: Caller): Promise<CandidateMailId> {
  const mailId = newId<CandidateMailId>();
  const typed = { subject: "Hello", body: "Dear {candidate}" };
  await sendCandidateMail(db, { mailId, applicationId, actor, typed, template: null, seen: 0 }, scope());
  return mailId;
}

async function fail(applicationId: ApplicationId): Promise<string> {
  const failing = db.updateTable("outbox").set({ state: "failed" }).where("subject_id", "=", applicationId);
  return (await failing.returning("id").executeTakeFirstOrThrow()).id;
}

export const candidateMails: readonly FaultCase[] = [
  page(
    "mail-send",
    () => ({ do: "mail-send", id: newId(), seen: "0", version: "1", subject: "Hello", body: "Dear candidate of ours" }),
    { leaves: ["application.mailed"], typed: ["Dear candidate of ours"] },
  ),
  page("mail-withdraw", async ({ id }, user) => ({ do: "mail-withdraw", mail: await write(id, user) }), {
    leaves: ["application.mail_withdrawn"],
  }),
  page(
    "mail-again",
    async ({ id }, user) => {
      const mail = await write(id, user);
      await fail(id);
      return { do: "mail-again", mail };
    },
    { leaves: ["application.mail_sent_again"] },
  ),
  ...(["mail-other-again", "mail-seen"] as const).map((what) =>
    page(
      what,
      async ({ id }) => {
        await propose(id);
        return { do: what, mail: await fail(id) };
      },
      what === "mail-seen" ? { leaves: ["application.mail_accepted"] } : {},
    ),
  ),
  page("reply", () => ({ do: "reply", id: newId(), reply: "I come on Monday.", from: "", when: "" }), {
    leaves: ["application.reply_added"],
    typed: ["I come on Monday."],
  }),
  page(
    "undo of a reply",
    async ({ id: applicationId }, { id: actor }) => {
      const mailId = newId<CandidateMailId>();
      await addReply(db, { mailId, applicationId, actor, text: "I come.", from: "", at: null }, scope());
      return { do: "undo", undo: `reply:${mailId}:0` };
    },
    { leaves: ["application.reply_removed"] },
  ),
  ofStaff({
    door: "staff/hiring/mails/mail-html",
    as: "HR",
    make: async () => [
      `/job-applications/${(await makeApplication()).id}/mail-preview`,
      { subject: "Hello", body: "Dear" },
    ],
  }),
  ofStaff({
    door: "staff/hiring/mails/templates",
    what: "new",
    as: "HR",
    leaves: ["mail_template.created"],
    typed: ["Our first words"],
    make: async () => ["/job-applications/templates", { do: "save", ...template, name: "Our first words" }],
  }),
  ofStaff({
    door: "staff/hiring/mails/templates",
    what: "save",
    as: "HR",
    leaves: ["mail_template.changed"],
    make: async (user) => {
      const id = await createTemplate(db, template, doer(user));
      return ["/job-applications/templates", { do: "save", ...template, subject: "Another", id, version: "1" }];
    },
  }),
  ofStaff({
    door: "staff/hiring/mails/templates",
    what: "delete",
    as: "HR",
    leaves: ["mail_template.deleted"],
    make: async (user) => {
      const id = await createTemplate(db, template, doer(user));
      return ["/job-applications/templates", { do: "delete", id, version: "1" }];
    },
  }),
  ofStaff({
    door: "staff/hiring/mails/templates",
    what: "undo",
    as: "HR",
    leaves: ["mail_template.restored"],
    make: async (user) => {
      const id = await createTemplate(db, template, doer(user));
      await deleteTemplate(db, { id, version: 1 }, doer(user));
      return ["/job-applications/templates", { do: "undo", undo: `${id}:2` }];
    },
  }),
];
