import fc from "fast-check";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { cleanLine } from "#shared/text/clean-line.ts";
import { countRuns, takeSome } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { consumeMails } from "#worker/email/consume.ts";
import { checkAddress, checkHeader, HeaderError } from "#worker/email/header.ts";
import { computeWait, sendMail } from "#worker/email/send-mail.ts";
import { sweepOutbox } from "#worker/email/sweep.ts";
import { readMailSetup, sendTestMail } from "#worker/email/test-mail.ts";
import { writeOwnerMail } from "#worker/enquiries/mail-templates.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import { makeBatch, makeFields, makeMailer, readMails, receive, site } from "../enquiries/enquiries-make.ts";
import { breakDatabase } from "../faulty-bindings.ts";
import { makeScope } from "../make-scope.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";
import { muteConsole } from "../make.ts";

const from = "website@example.com";
const db = openDb(env.DB);

muteConsole("error");

/** Stores an enquiry without a queue that would send its mails by itself. */
async function storeEnquiry() {
  await receive(await makeFields(), { scope: makeScope({ MAIL_QUEUE: { sendBatch: async () => {} } as never }) });
  return (await readMails()).map(({ id }) => id);
}

const makeDue = () => openDb(env.DB).updateTable("outbox").set({ due_at: 1 }).execute();

test("a batch of the queue sends each mail once, from the configured address, and remembers when", async () => {
  const ids = await storeEnquiry();
  const mailer = makeMailer();
  const { batch, messages } = makeBatch(ids);
  await consumeMails(batch, makeScope({ EMAIL: mailer.binding, MAIL_FROM: from }));
  expect(mailer.sent).toHaveLength(2);
  expect(mailer.sent[0]).toMatchObject({ from, to: "sales@example.com" });
  expect(messages.every(({ ack }) => ack.mock.calls.length === 1)).toBe(true);
  for (const mail of await readMails()) expect(mail).toMatchObject({ state: "sent", attempts: 1, last_error: null });
});

test("messages that arrive ten times over, at once and later, send each mail once", async () => {
  const ids = await storeEnquiry();
  const mailer = makeMailer();
  const scope = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from });
  await Promise.all(Array.from({ length: 10 }, () => consumeMails(makeBatch(ids).batch, scope)));
  await consumeMails(makeBatch(ids).batch, scope);
  expect(mailer.send).toHaveBeenCalledTimes(2);
});

test("a mail that the binding refuses waits longer each time, then counts as failed with its last error", async () => {
  const [id = "" as MailId] = await storeEnquiry();
  const mailer = makeMailer(() => true);
  const scope = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from });
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const { batch, messages } = makeBatch([id]);
    await makeDue();
    await consumeMails(batch, scope);
    const mail = (await readMails()).find((one) => one.id === id);
    expect(mail).toMatchObject({ attempts: attempt, last_error: "E_DELIVERY_FAILED" });
    expect(mail?.state).toBe(attempt < 8 ? "waiting" : "failed");
    expect(messages[0]?.retry.mock.calls.length).toBe(attempt < 8 ? 1 : 0);
  }
  await makeDue();
  expect(await sendMail(db, { id }, scope)).toBe("not-due");
  expect([1, 2, 3, 9].map(computeWait)).toEqual([60_000, 240_000, 960_000, 43_200_000]);
});

test("a mail that was refused is sent by the next sweep, once it is due", async () => {
  await storeEnquiry();
  let isDown = true;
  const mailer = makeMailer(() => isDown);
  const scope = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from });
  expect(await sweepOutbox(db, scope)).toEqual({ sent: 0, waiting: 2, unconfirmed: 0, purged: 0 });
  isDown = false;
  expect(await sweepOutbox(db, scope)).toEqual({ sent: 0, waiting: 0, unconfirmed: 0, purged: 0 });
  await makeDue();
  expect(await sweepOutbox(db, scope)).toEqual({ sent: 2, waiting: 0, unconfirmed: 0, purged: 0 });
  expect(mailer.sent).toHaveLength(2);
});

test("a queue that refuses costs nothing: the sweep sends", async () => {
  const refusing = { sendBatch: async () => Promise.reject(new Error("queue is away")) } as never;
  await receive(await makeFields(), { scope: makeScope({ MAIL_QUEUE: refusing }) });
  const mailer = makeMailer();
  const outcome = await sweepOutbox(db, makeScope({ EMAIL: mailer.binding, MAIL_FROM: from }));
  expect(outcome.sent).toBe(2);
});

test("when D1 fails before the mail leaves, the message goes back and the mail is sent later, once", async () => {
  const ids = await storeEnquiry();
  const mailer = makeMailer();
  const broken = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from, DB: breakDatabase(1) });
  const { batch, messages } = makeBatch(ids.slice(0, 1));
  await consumeMails(batch, broken);
  expect(mailer.send).not.toHaveBeenCalled();
  expect(messages[0]?.retry).toHaveBeenCalledOnce();
  await consumeMails(makeBatch(ids.slice(0, 1)).batch, makeScope({ EMAIL: mailer.binding, MAIL_FROM: from }));
  expect(mailer.sent).toHaveLength(1);
});

test("when D1 fails after the mail has left, it is not sent again: a person is asked", async () => {
  const ids = await storeEnquiry();
  const mailer = makeMailer();
  const broken = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from, DB: breakDatabase(2) });
  await consumeMails(makeBatch(ids.slice(0, 1)).batch, broken);
  const scope = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from });
  await consumeMails(makeBatch(ids.slice(0, 1)).batch, scope);
  expect(mailer.send).toHaveBeenCalledOnce();
  await makeDue();
  await sweepOutbox(db, scope);
  expect((await readMails()).find(({ id }) => id === ids[0])?.state).toBe("unconfirmed");
});

test("without the binding or a sender nothing is sent and nothing is lost", async () => {
  const ids = await storeEnquiry();
  const { MAIL_FROM: _none, ...bare } = makeScope().env;
  const scope = { ...makeScope(), env: bare };
  await consumeMails(makeBatch(ids).batch, scope);
  await sweepOutbox(db, scope);
  for (const mail of await readMails()) expect(mail).toMatchObject({ state: "waiting", attempts: 0 });
});

test("an unreadable message of the queue is set aside, not tried for ever", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { batch, messages } = makeBatch(["nonsense" as MailId]);
  await consumeMails(batch, makeScope());
  expect(messages[0]?.ack).toHaveBeenCalledOnce();
});

test("no text with a line break, a control character or too many letters gets into a header", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\r", "\n", "\u0000", "\u2028"),
      fc.string(),
      (a, b, c) => {
        expect(() => checkHeader("Subject", a + b + c)).toThrow(HeaderError);
        expect(() => checkAddress("To", `${a}${b}${c}@example.com`)).toThrow(HeaderError);
      },
    ),
    { numRuns: countRuns(5000) },
  );
  expect(() => checkHeader("Subject", "x".repeat(201))).toThrow(HeaderError);
  for (const wrong of ["a@b, c@d", "Ada <ada@example.com>", "ada", "a b@example.com", ""])
    expect(() => checkAddress("To", wrong), wrong).toThrow(HeaderError);
  expect(checkAddress("To", "ada+x@example.com")).toBe("ada+x@example.com");
});

test("what a visitor typed is text in both parts of a mail, in its lines and in its header", () => {
  const typed = ["reference", "topic", "name", "email", "company", "subject", "job"] as const;
  const write = (text: string, message = `${text}\n\n${text}`) => {
    const line = cleanLine(text, 160);
    const answers = Object.fromEntries(typed.map((field) => [field, line])) as Record<(typeof typed)[number], string>;
    return writeOwnerMail({ site, ...answers, message, url: `${site.origin}/x` });
  };
  const harmless = write("words");
  const listOurs = (text: string) => text.split(/[\r\n\u2028\u2029]/).filter((one) => !one.startsWith("> "));
  // What our own frame is made of counts too: nothing may come on top of it.
  const find = (html: string) => new Set(findLiveMarkup(html));
  const frame = find(harmless.html);
  for (const vector of takeSome(xssVectors)) {
    const { subject, html } = write(vector);
    expect(find(html), vector).toEqual(frame);
    expect(() => checkHeader("Subject", subject), vector).not.toThrow();
    // Every line that is not marked as the visitor's is one of ours.
    expect(listOurs(write("words", vector).text), vector).toEqual(listOurs(harmless.text));
  }
});

test("the test mail goes to the configured address alone, once a minute and five times an hour", async () => {
  const scope = makeScope({ EMAIL: makeMailer().binding, MAIL_FROM: from, MAIL_TEST_TO: "operator@example.com" });
  const clock = vi.spyOn(Date, "now");
  const start = 1_800_000_000_000;
  for (const minute of [0, 2, 4, 6, 8]) {
    clock.mockReturnValue(start + minute * 60_000);
    expect(await sendTestMail(db, { site }, scope)).toBe(true);
    await expect(sendTestMail(db, { site }, scope)).rejects.toBeInstanceOf(TooManyAttemptsError);
  }
  clock.mockReturnValue(start + 30 * 60_000);
  await expect(sendTestMail(db, { site }, scope)).rejects.toMatchObject({ retryAfter: 1800 });
  clock.mockReturnValue(start + 61 * 60_000);
  expect(await sendTestMail(db, { site }, scope)).toBe(true);
  const mails = await readMails();
  expect(mails).toHaveLength(6);
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(["operator@example.com"]));
});

test("of ten test mails asked for at once one is written", async () => {
  const scope = makeScope({ EMAIL: makeMailer().binding, MAIL_FROM: from, MAIL_TEST_TO: "operator@example.com" });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sendTestMail(db, { site }, scope)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readMails()).toHaveLength(1);
});

test("the test page's check says what is set and never to what", () => {
  const setup = readMailSetup({ ...env, MAIL_FROM: from, MAIL_TEST_TO: "operator@example.com" });
  expect(setup).toMatchObject({ sender: true, recipient: true });
  expect(JSON.stringify(setup)).not.toContain("example.com");
});
