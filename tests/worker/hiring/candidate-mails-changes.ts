/** Every function of worker/hiring/mails by which staff change something, for audited-changes.test.ts. */
import { env } from "cloudflare:workers";
import { sendMessageAgain, withdrawMail } from "#worker/hiring/mails/change-mail.ts";
import { acceptTroubled, sendTroubledAgain } from "#worker/hiring/mails/troubled-mails.ts";
import { addReply, removeReply } from "#worker/hiring/mails/replies.ts";
import { sendCandidateMail } from "#worker/hiring/mails/send-mail.ts";
import { changeTemplate, createTemplate, deleteTemplate, restoreTemplate } from "#worker/hiring/mails/templates.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId, MailTemplateId } from "#worker/db/hiring-mails-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeApplication } from "./application-rows.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const scope = () => makeScope({ MAIL_QUEUE: { sendBatch: async () => {} } as never });
const nowhere = () => newId<ApplicationId>();
const noTemplate = () => ({ ...template, id: newId<MailTemplateId>(), version: 2 });
const template = { name: "Any", kind: "general", subject: "Hello", body: "Dear {candidate}" } as const;
const doer = (actor: AccountId) => ({ actor, requestId: scope().requestId });

function makeMessage(applicationId: ApplicationId, actor: AccountId) {
  const typed = { subject: "Hello", body: "Dear {candidate}" };
  return { mailId: newId<CandidateMailId>(), applicationId, actor, typed, template: null, seen: 0 };
}

function makeReply(applicationId: ApplicationId, actor: AccountId) {
  return { mailId: newId<CandidateMailId>(), applicationId, actor, text: "I come.", from: "", at: null };
}

async function sendOne(actor: AccountId) {
  const letter = makeMessage((await makeApplication()).id, actor);
  await sendCandidateMail(db, letter, scope());
  return letter;
}

async function failOne(actor: AccountId) {
  const { applicationId } = await sendOne(actor);
  const failed = db.updateTable("outbox").set({ state: "failed" }).where("subject_id", "=", applicationId);
  const { id } = await failed.returning("id").executeTakeFirstOrThrow();
  return { outboxId: id, applicationId, actor };
}

export const mailMutations = {
  sendCandidateMail: {
    action: "application.mailed",
    prepare: async (actor: AccountId) => {
      const { id } = await makeApplication();
      const letter = makeMessage(id, actor);
      return () => sendCandidateMail(db, letter, scope());
    },
    missing: (actor: AccountId) => sendCandidateMail(db, makeMessage(nowhere(), actor), scope()),
  },
  withdrawMail: {
    action: "application.mail_withdrawn",
    prepare: async (actor: AccountId) => {
      const change = await sendOne(actor);
      return () => withdrawMail(db, { ...change, version: null }, scope());
    },
    missing: (actor: AccountId) => withdrawMail(db, { ...makeMessage(nowhere(), actor), version: null }, scope()),
  },
  sendMessageAgain: {
    action: "application.mail_sent_again",
    prepare: async (actor: AccountId) => {
      const change = await sendOne(actor);
      await db.updateTable("outbox").set({ state: "failed" }).execute();
      return () => sendMessageAgain(db, change, scope());
    },
    missing: (actor: AccountId) => sendMessageAgain(db, makeMessage(nowhere(), actor), scope()),
  },
  sendTroubledAgain: {
    action: "application.mail_sent_again",
    prepare: async (actor: AccountId) => {
      const change = await failOne(actor);
      return () => sendTroubledAgain(db, change, scope());
    },
  },
  acceptTroubled: {
    action: "application.mail_accepted",
    prepare: async (actor: AccountId) => {
      const change = await failOne(actor);
      return () => acceptTroubled(db, change, scope());
    },
  },
  addReply: {
    action: "application.reply_added",
    prepare: async (actor: AccountId) => {
      const { id } = await makeApplication();
      const reply = makeReply(id, actor);
      return () => addReply(db, reply, scope());
    },
    missing: (actor: AccountId) => addReply(db, makeReply(nowhere(), actor), scope()),
  },
  removeReply: {
    action: "application.reply_removed",
    prepare: async (actor: AccountId) => {
      const reply = makeReply((await makeApplication()).id, actor);
      await addReply(db, reply, scope());
      return () => removeReply(db, reply, scope());
    },
  },
  createTemplate: {
    action: "mail_template.created",
    prepare: async (actor: AccountId) => () => createTemplate(db, template, doer(actor)),
  },
  changeTemplate: {
    action: "mail_template.changed",
    prepare: async (actor: AccountId) => {
      const id = await createTemplate(db, template, doer(actor));
      return () => changeTemplate(db, { ...template, id, version: 1 }, doer(actor));
    },
    missing: (actor: AccountId) => changeTemplate(db, noTemplate(), doer(actor)),
  },
  deleteTemplate: {
    action: "mail_template.deleted",
    prepare: async (actor: AccountId) => {
      const id = await createTemplate(db, template, doer(actor));
      return () => deleteTemplate(db, { id, version: 1 }, doer(actor));
    },
    missing: (actor: AccountId) => deleteTemplate(db, noTemplate(), doer(actor)),
  },
  restoreTemplate: {
    action: "mail_template.restored",
    prepare: async (actor: AccountId) => {
      const id = await createTemplate(db, template, doer(actor));
      await deleteTemplate(db, { id, version: 1 }, doer(actor));
      return () => restoreTemplate(db, { id, version: 2 }, doer(actor));
    },
    missing: (actor: AccountId) => restoreTemplate(db, noTemplate(), doer(actor)),
  },
};
