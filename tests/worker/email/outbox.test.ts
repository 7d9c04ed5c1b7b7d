/** The outbox as any subject uses it, and mails that must not leave. */
import { env } from "cloudflare:workers";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { consumeMails } from "#worker/email/consume.ts";
import { layOutMail } from "#worker/email/layout.ts";
import { planMail, restoreMails, withdrawMails } from "#worker/email/outbox.ts";
import { sweepOutbox } from "#worker/email/sweep.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { makeBatch, makeFields, makeMailer, readMails, receive, site } from "../enquiries/enquiries-make.ts";
import { openEnquiry, postChange } from "../enquiries/enquiries-staff-make.ts";
import { makeScope } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("error");

const makeSender = (binding: SendEmail, overrides: Partial<Env> = {}) =>
  makeScope({ EMAIL: binding, MAIL_FROM: "website@example.com", ...overrides });

const makeDue = () => db.updateTable("outbox").set({ due_at: 1 }).execute();

const readState = async () => (await readMails()).map(({ state, text, html }) => [state, text + html === ""]);

/** What a subject has for a mail: its template, its kind, its key. */
function planFitting(id: string, purging: { purgeAt?: number } | { purgeAt: number; isSecret: true } = {}) {
  const text = layOutMail(site, {
    subject: "Your fitting",
    title: "Your fitting",
    facts: [["Tailor", "<b>Ada</b>"]],
    paragraphs: ["Come as you are."],
    link: { url: `${site.origin}/fitting?secret=${id}`, name: "Confirm" },
    after: "",
  });
  const about = { kind: "test" as const, subjectId: id, dedupeKey: `fitting:${id}`, recipient: "bo@example.com" };
  return planMail(db, { ...text, ...about, ...purging });
}

test("a mail is written once for each key, and sent", async () => {
  await Promise.all(Array.from({ length: 10 }, () => runBatch(db, [planFitting("f1").query])));
  await runBatch(db, [planFitting("f2").query]);
  const mails = await readMails();
  expect(mails.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
    ["test", "f1"],
    ["test", "f2"],
  ]);
  const mailer = makeMailer();
  await consumeMails(makeBatch(mails.map(({ id }) => id)).batch, makeSender(mailer.binding));
  expect(mailer.sent.map(({ to }) => to)).toEqual(["bo@example.com", "bo@example.com"]);
  expect(mailer.sent[0]?.html).toContain("&lt;b&gt;Ada&lt;/b&gt;");
  expect(await readState()).toEqual([
    ["sent", false],
    ["sent", false],
  ]);
});

test("a mail that is planned under a condition is not written where that does not hold", async () => {
  const mail = { subject: "s", text: "t", html: "h", kind: "test" as const, recipient: "bo@example.com" };
  await runBatch(db, [
    planMail(db, { ...mail, dedupeKey: "fitting:no", condition: sql<boolean>`false` }).query,
    planMail(db, { ...mail, dedupeKey: "fitting:yes", condition: sql<boolean>`true` }).query,
  ]);
  expect((await readMails()).map(({ dedupe_key }) => dedupe_key)).toEqual(["fitting:yes"]);
});

test("a text that holds a secret is blanked once it is sent, and not before; on localhost it stays readable", async () => {
  const { id, query } = planFitting("f1", { purgeAt: Date.now() + hour, isSecret: true });
  await runBatch(db, [query]);
  let isDown = true;
  const mailer = makeMailer(() => isDown);
  const deployed = { SITE_ORIGIN: "https://www.example.com" };
  await consumeMails(makeBatch([id]).batch, makeSender(mailer.binding, deployed));
  expect(await readState()).toEqual([["waiting", false]]);
  isDown = false;
  await makeDue();
  await consumeMails(makeBatch([id]).batch, makeSender(mailer.binding, deployed));
  expect(mailer.sent[0]?.text).toContain("secret=f1");
  expect(await readState()).toEqual([["sent", true]]);
  expect(JSON.stringify(await readMails())).not.toContain("secret=");
  const local = planFitting("f2", { purgeAt: Date.now() + hour, isSecret: true });
  await runBatch(db, [local.query]);
  await consumeMails(makeBatch([local.id]).batch, makeSender(mailer.binding));
  expect(JSON.stringify(await readMails())).toContain("secret=f2");
});

test("a secret must have an end", async () => {
  const { query } = planFitting("f1", { isSecret: true } as never);
  await expect(query.execute()).rejects.toThrow("CHECK");
});

test("past its purge time a text is blank, sent or not, and the mail does not leave; others keep theirs", async () => {
  const soon = Date.now() + hour;
  const plans = [planFitting("a", { purgeAt: soon }), planFitting("b", { purgeAt: soon }), planFitting("c")];
  await runBatch(
    db,
    plans.map(({ query }) => query),
  );
  const mailer = makeMailer();
  const scope = makeSender(mailer.binding);
  await consumeMails(makeBatch([plans[0]?.id as MailId]).batch, scope);
  const clock = vi.spyOn(Date, "now").mockReturnValue(soon);
  await consumeMails(makeBatch([plans[1]?.id as MailId]).batch, scope);
  expect(mailer.sent).toHaveLength(1);
  expect(await sweepOutbox(db, scope)).toMatchObject({ sent: 1, purged: 2 });
  clock.mockRestore();
  expect(mailer.sent.map(({ text }) => /secret=(\w)/.exec(text)?.[1])).toEqual(["a", "c"]);
  expect(await readState()).toEqual([
    ["sent", true],
    ["failed", true],
    ["sent", false],
  ]);
  expect(await sweepOutbox(db, scope)).toMatchObject({ purged: 0 });
});

test("a withdrawn mail does not leave by queue or sweep until it is restored, and no other is meant", async () => {
  const [held, free] = [planFitting("held"), planFitting("free")];
  await runBatch(db, [held.query, free.query, withdrawMails(db, { subjectId: "held" })]);
  const mailer = makeMailer();
  const scope = makeSender(mailer.binding);
  await consumeMails(makeBatch([held.id]).batch, scope);
  expect(await sweepOutbox(db, scope)).toMatchObject({ sent: 1, waiting: 0 });
  expect(mailer.sent[0]?.text).toContain("secret=free");
  await runBatch(db, [restoreMails(db, { subjectId: "held" })]);
  await sweepOutbox(db, scope);
  await sweepOutbox(db, scope);
  expect(mailer.sent).toHaveLength(2);
});

/** Stores an enquiry without a queue that would send its mails by itself. */
async function storeEnquiry(): Promise<EnquiryId> {
  const scope = makeScope({ MAIL_QUEUE: { sendBatch: async () => {} } as never });
  return (await receive(await makeFields(), { scope })).id;
}

const markAsSpam = (id: EnquiryId, version = 1) => postChange(id, { intent: "spam", version: String(version) });

async function sendAll(scope: RequestScope): Promise<void> {
  const ids = (await readMails()).map(({ id }) => id);
  await makeDue();
  await consumeMails(makeBatch(ids).batch, scope);
  await sweepOutbox(db, scope);
}

test("mails in the queue when their enquiry becomes spam never leave; not spam lets them leave, once", async () => {
  const id = await storeEnquiry();
  const mailer = makeMailer();
  const scope = makeSender(mailer.binding);
  await markAsSpam(id);
  await sendAll(scope);
  expect(mailer.send).not.toHaveBeenCalled();
  expect((await openEnquiry(id))?.mails.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
  await postChange(id, { intent: "not-spam", version: "2" });
  await sendAll(scope);
  await sendAll(scope);
  expect(mailer.sent.map(({ to }) => to)).toHaveLength(2);
  expect(await readMails()).toHaveLength(2);
});

test("a mail that was claimed when its enquiry became spam, and that the binding refused, is not tried again", async () => {
  const id = await storeEnquiry();
  const send = vi.fn(async () => {
    if (send.mock.calls.length === 1) await markAsSpam(id);
    throw new Error("E_DELIVERY_FAILED");
  });
  const scope = makeSender({ send } as unknown as SendEmail);
  await sendAll(scope);
  await sendAll(scope);
  expect(send).toHaveBeenCalledOnce();
  // Nor by hand.
  await db.updateTable("outbox").set({ state: "failed" }).execute();
  const [mail] = await readMails();
  expect((await postChange(id, { intent: "send-again", mail: mail?.id ?? "" })).status).toBe(409);
});

test("a mail that left while its enquiry became spam is recorded as sent, and does not leave twice", async () => {
  const id = await storeEnquiry();
  const send = vi.fn(async () => {
    if (send.mock.calls.length > 1) return;
    await markAsSpam(id);
    await postChange(id, { intent: "not-spam", version: "2" });
  });
  const scope = makeSender({ send } as unknown as SendEmail);
  await sendAll(scope);
  await sendAll(scope);
  expect(send).toHaveBeenCalledTimes(2);
  expect((await readMails()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ["sent", 1],
    ["sent", 1],
  ]);
});

test("of ten enquiries marked as spam while their mails are being sent, nothing leaves after the mark", async () => {
  const ids: EnquiryId[] = [];
  for (let index = 0; index < 10; index += 1) ids.push(await storeEnquiry());
  const { batch } = makeBatch((await readMails()).map(({ id }) => id));
  let marking: Promise<unknown> | undefined;
  // All are marked while the first mails are in the hands of the binding and the rest is about to be claimed.
  const send = vi.fn(async () => {
    marking ??= Promise.all(ids.map((id) => markAsSpam(id)));
    if (send.mock.calls.length === 3) await marking;
  });
  const scope = makeSender({ send } as unknown as SendEmail);
  await consumeMails(batch, scope);
  await marking;
  const left = send.mock.calls.length;
  await sendAll(scope);
  expect(send).toHaveBeenCalledTimes(left);
  expect(left).toBeLessThanOrEqual(3);
  const mails = await readMails();
  expect(mails.filter(({ state, attempts }) => state === "sent" && attempts === 1)).toHaveLength(left);
  const withdrawn = mails.filter(
    (mail) => mail.state === "waiting" && mail.attempts === 0 && mail.withdrawn_at !== null,
  );
  expect(withdrawn).toHaveLength(20 - left);
});

test("erasing an enquiry, or deleting it in any other way, takes its mails along and no others", async () => {
  const [erased, deleted] = [await storeEnquiry(), await storeEnquiry()];
  await storeEnquiry();
  await runBatch(db, [planFitting("other").query]);
  await postChange(erased, { intent: "erase", version: "1" });
  expect(await readMails()).toHaveLength(5);
  await db.deleteFrom("enquiries").where("id", "=", deleted).execute();
  expect(await readMails()).toHaveLength(3);
});
