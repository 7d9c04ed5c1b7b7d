import { data } from "react-router";
import { z } from "zod";
import { readZonedTime } from "#shared/dates/zoned-time.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { explainRefusal, refuseForm } from "#app/staff/lists/list-outcome.ts";
import { acceptTroubled, sendTroubledAgain } from "#worker/hiring/mails/troubled-mails.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { sendMessageAgain, withdrawMail } from "#worker/hiring/mails/change-mail.ts";
import { composeMail, readMailFacts } from "#worker/hiring/mails/compose.ts";
import { addReply, removeReply } from "#worker/hiring/mails/replies.ts";
import { sendCandidateMail } from "#worker/hiring/mails/send-mail.ts";
import { readTemplate, readTemplateOfKind } from "#worker/hiring/mails/templates.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId, MailTemplateId } from "#worker/db/hiring-mails-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import type { ApplicationMailAnswer, MailAnswer, MailFields } from "./mail-answer.ts";

const todos = new Set([
  "mail-template",
  "mail-replace",
  "mail-preview",
  "mail-send",
  "mail-again",
  "mail-other-again",
  "mail-seen",
  "mail-withdraw",
  "reply",
]);
const mail = z.uuid().transform((id) => id as CandidateMailId);
const form = z.object({
  id: mail,
  seen: z.coerce.number().int().min(0).max(1e6),
  used: z.union([z.literal(""), z.uuid()]).default(""),
  template: z.union([z.literal(""), z.uuid()]).default(""),
  subject: z.string().default(""),
  body: z.string().default(""),
  move: z.string().max(40).default(""),
  version: z.coerce.number().int().min(1),
});
const undo = z.templateLiteral([z.enum(["mail", "reply"]), ":", z.uuid(), ":", z.number().int().min(0)]);

interface Asked extends ListTarget {
  db: Db;
  applicationId: ApplicationId;
  fields: URLSearchParams;
}

/**
 * Answers the forms of the panel of mails, by `do`: `mail-template` (fills in the template of the field `template`, or asks),
 * `mail-replace` (fills it in), `mail-preview`, `mail-send`, `mail-again` and `mail-withdraw` (field `mail`),
 * `mail-other-again` and `mail-seen` (field `mail`: the id in the outbox), `reply`, and
 * `undo` of a mail (`mail:<id>:<version after its move, or 0>`) or of a reply. Null for any other form.
 */
export function answerMails(applicationId: ApplicationId, fields: URLSearchParams, target: ListTarget) {
  const todo = fields.get("do") ?? "";
  const asked: Asked = { ...target, db: openDb(target.scope.env.DB), applicationId, fields };
  const back = todo === "undo" ? undo.safeParse(fields.get("undo")).data : undefined;
  if (back !== undefined) return takeBack(back, asked);
  if (!todos.has(todo)) return null;
  if (todo === "reply") return addPasted(asked);
  if (todo === "mail-again") return sendAgain(asked);
  if (todo === "mail-other-again" || todo === "mail-seen") return settleTroubled(todo, asked);
  if (todo === "mail-withdraw") return takeBack(`mail:${fields.get("mail") ?? ""}:0`, asked);
  return answerForm(todo, asked);
}

function answerForm(todo: string, asked: Asked) {
  const posted = form.safeParse(Object.fromEntries(asked.fields)).data;
  if (!posted) throw refuseForm();
  const { db, applicationId, actor, scope } = asked;
  const { id, used, subject, body } = posted;
  const typed = { subject, body };
  const typedFields: MailFields = { id, used, ...typed, move: posted.move };
  const refused = { fields: typedFields };
  return attempt(asked, refused, async () => {
    if (todo === "mail-template" || todo === "mail-replace")
      return fillIn(db, { ...posted, typedFields, mayReplace: todo === "mail-replace" });
    if (todo === "mail-preview") {
      const facts = await readMailFacts(db, { applicationId, actor });
      if (!facts) throw new NotFoundError();
      const { company } = scope;
      const preview = composeMail(facts, typed, company);
      return { mail: { fields: typedFields, preview: { to: facts.email, replyTo: company.careersEmail, ...preview } } };
    }
    const move = posted.move === "" ? undefined : { to: posted.move, version: posted.version };
    const letter = { mailId: id, applicationId, actor, typed, template: used || null, seen: posted.seen, move };
    const { movedTo } = await sendCandidateMail(db, letter, scope);
    const done =
      movedTo === null ? "The mail leaves in 20 seconds." : "The mail leaves in 20 seconds. The stage is changed.";
    return { outcome: { done, refused: [], undo: [`mail:${id}:${movedTo ?? 0}`] }, mail: { fields: null } };
  });
}

interface Filling extends z.output<typeof form> {
  typedFields: MailFields;
  mayReplace: boolean;
}

/** Puts a template into the form, unless something was typed that it would replace: then it asks. */
async function fillIn(db: Db, { template, used, subject, body, typedFields, mayReplace }: Filling): Promise<Answered> {
  if (template === "") return { mail: { fields: { ...typedFields, used: "" } } };
  const chosen = await readTemplate(db, template as MailTemplateId);
  if (!chosen) return { mail: { fields: typedFields, problems: { template: "Somebody has deleted this template." } } };
  const before = used === "" ? undefined : await readTemplate(db, used as MailTemplateId);
  const isTyped = !isAs(subject, before?.subject) || !isAs(body, before?.body);
  if (isTyped && !mayReplace) return { mail: { fields: typedFields, asks: { template, name: chosen.name } } };
  const filled = { ...typedFields, used: template, subject: chosen.subject, body: chosen.body };
  return { mail: { fields: filled, fill: "put" } };
}

/** True for a text that nobody has typed. */
function isAs(text: string, other = ""): boolean {
  return [other.trim(), ""].includes(text.replaceAll("\r\n", "\n").trim());
}

function takeBack(back: string, asked: Asked) {
  const [what = "", text = "", version = ""] = back.split(":");
  const mailId = mail.safeParse(text).data;
  if (!mailId) throw refuseForm();
  const { db, applicationId, actor, scope } = asked;
  const change = { mailId, applicationId, actor };
  return attempt(asked, {}, async () => {
    if (what === "reply") {
      await removeReply(db, change, scope);
      return { outcome: { done: "The reply is removed.", refused: [], undo: [] } };
    }
    const typed = await withdrawMail(db, { ...change, version: Number(version) || null }, scope);
    const done = Number(version) ? "The mail has not left, and the stage is as before." : "The mail has not left.";
    const fields = { id: null, used: "", ...typed, move: "" };
    return { outcome: { done, refused: [], undo: [] }, mail: { fields, fill: "offer" } };
  });
}

function sendAgain(asked: Asked) {
  const mailId = mail.safeParse(asked.fields.get("mail")).data;
  if (!mailId) throw refuseForm();
  const { db, applicationId, actor, scope } = asked;
  return attempt(asked, {}, async () => {
    await sendMessageAgain(db, { mailId, applicationId, actor }, scope);
    return { outcome: { done: "The mail is sent again.", refused: [], undo: [] } };
  });
}

function settleTroubled(todo: "mail-other-again" | "mail-seen", asked: Asked) {
  const outboxId = z.uuid().safeParse(asked.fields.get("mail")).data as MailId | undefined;
  if (!outboxId) throw refuseForm();
  const { db, applicationId, actor, scope } = asked;
  return attempt(asked, {}, async () => {
    if (todo === "mail-seen") await acceptTroubled(db, { outboxId, applicationId, actor }, scope);
    else await sendTroubledAgain(db, { outboxId, applicationId, actor }, scope);
    const done = todo === "mail-seen" ? "The mail is marked as seen." : "The mail is sent again.";
    return { outcome: { done, refused: [], undo: [] } };
  });
}

function addPasted(asked: Asked) {
  const { db, applicationId, actor, fields, scope } = asked;
  const mailId = mail.safeParse(fields.get("id")).data;
  if (!mailId) throw refuseForm();
  const [text = "", from = "", local = ""] = ["reply", "from", "when"].map((name) => fields.get(name) ?? "");
  return attempt(asked, { reply: { id: mailId, reply: text, from } }, async () => {
    const at = readZonedTime(local, fields.get("when-zone") ?? "UTC");
    await addReply(db, { mailId, applicationId, actor, text, from, at: at?.at ?? null }, scope);
    return {
      outcome: { done: "The reply is saved.", refused: [], undo: [`reply:${mailId}:0`] },
      mail: { reply: null },
    };
  });
}

interface Answered {
  outcome?: ListOutcomeWords;
  mail?: Partial<MailAnswer>;
}

/** What `change` answers; or why nothing was done, beside its field, with everything that was typed. */
async function attempt(
  { scope }: Asked,
  sent: Partial<Pick<MailAnswer, "fields" | "reply">>,
  change: () => Promise<Answered>,
) {
  try {
    const { outcome = null, mail: said = {} } = await change();
    return answer({ outcome, mail: said }, "problems" in said ? 400 : 200);
  } catch (error) {
    const { why, status, fields } = explainRefusal(error);
    if (status >= 500) scope.log.error("mail of an application not changed", error);
    const gone = error instanceof NotFoundError ? "It is gone: it was withdrawn or erased." : why;
    const byField = Object.entries(fields).map(([name, [first = ""]]) => [name, first] as const);
    const problems = Object.fromEntries(byField.length > 0 ? byField : [["", gone]]);
    const isForm = sent.fields !== undefined || sent.reply !== undefined;
    const outcome = isForm ? null : { done: null, refused: [{ name: "Nothing was done", why: gone }], undo: [] };
    return answer({ outcome, mail: { ...sent, problems } }, status);
  }
}

function answer(
  { outcome, mail: said }: { outcome: ListOutcomeWords | null; mail: Partial<MailAnswer> },
  status: number,
) {
  const none = { fields: undefined, fill: "none" as const, problems: {}, preview: null, asks: null, reply: undefined };
  return data<ApplicationMailAnswer>({ outcome, refusedView: null, note: "", mail: { ...none, ...said } }, { status });
}

/** The answer to a rejection after which its sender wants to write: the same, with a template for that in the form. */
export async function offerRejection(outcome: ListOutcomeWords | null, { scope }: ListTarget) {
  const template = await readTemplateOfKind(openDb(scope.env.DB), "rejection").catch(
    (error: unknown) => void scope.log.error("template not read", error),
  );
  const fields = template && { id: null, used: template.id, subject: template.subject, body: template.body, move: "" };
  return answer({ outcome, mail: fields ? { fields, fill: "offer" } : {} }, 200);
}
