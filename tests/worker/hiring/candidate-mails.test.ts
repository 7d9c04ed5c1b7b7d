/** Mails to candidates: what leaves and when, what is taken back, and what stays out of the database. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { selectTemplates } from "#worker/hiring/mails/templates.ts";
import { moveApplication } from "#worker/hiring/applications/move-application.ts";
import { openDb } from "#worker/db/client.ts";
import { sendMail } from "#worker/email/send-mail.ts";
import { newId } from "#worker/lib/ids.ts";
import { company } from "#worker/site/company.ts";
import { makeApplication, readRow } from "./application-rows.ts";
import { openApplicationPage } from "./applications-make.ts";
import { makeMailer, readMails } from "../enquiries/enquiries-make.ts";
import { breakDatabase } from "../faulty-bindings.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeScope } from "../make-scope.ts";

import { makeDue, makeTemplates, post, prepare, queue, readAll, readThread, write } from "./candidate-mails-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);
const from = "website@example.com";

muteConsole("warn", "error");
beforeEach(() => void queue.sendBatch.mockClear());

test("a mail waits for 20 seconds, leaves once, and leaves nothing of its private link in the database", async () => {
  const { application, hana } = await prepare();
  const { id } = application;
  const mail = newId();
  const typed = {
    id: mail,
    subject: "About {job}",
    body: "Dear {candidate}, <b>see</b>\n\n{private link}\n\n{sender}",
  };
  const before = Date.now();
  const answers = await Promise.all([write(id, hana, typed), write(id, hana, typed)]);
  expect(answers.map(({ outcome, mail: { fields } }) => [outcome?.done, fields])).toEqual(
    [1, 2].map(() => ["The mail leaves in 20 seconds.", null]),
  );
  const [row, ...none] = await readMails();
  expect(none).toEqual([]);
  expect(row).toMatchObject({ kind: "candidate-mail", recipient: application.email, state: "waiting", is_secret: 1 });
  expect(row?.subject).toMatch(/^About a role with us \[[0-9A-F]{4}-[0-9A-F]{4}\]$/);
  expect((row?.due_at ?? 0) - before).toBeGreaterThanOrEqual(20_000);
  expect(queue.sendBatch).toHaveBeenCalledWith([{ body: { mailId: row?.id }, delaySeconds: 21 }]);
  const token = /careers\/application\/([\w-]{43})/.exec(row?.text ?? "")?.[1] ?? "none";
  expect(row?.html).toContain("Dear Ada {private link} Example, &lt;b&gt;see&lt;/b&gt;</p><p");

  const mailer = makeMailer();
  const scope = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from, SITE_ORIGIN: "https://site.example" });
  expect(await sendMail(db, { id: row!.id }, scope)).toBe("not-due");
  await makeDue();
  expect(await sendMail(db, { id: row!.id }, scope)).toBe("sent");
  expect(mailer.sent[0]).toMatchObject({ to: application.email, replyTo: company.careersEmail });
  expect(mailer.sent[0]?.text).toContain(token);
  expect(await readAll()).not.toContain(token);
  const { view } = await openApplicationPage(id, hana);
  expect(view?.mails.thread).toMatchObject([
    {
      who: "Hana Recruit",
      state: "sent",
      body: "Dear Ada {private link} Example, <b>see</b>\n\n(private link)\n\nHana Recruit",
    },
  ]);
  // The same form with other words would be another mail, and one that nobody has seen the first of.
  expect((await write(id, hana, { ...typed, body: "Other" })).status).toBe(409);
});

test("a mail is taken back before it leaves, with the move that was made with it; afterwards it is not", async () => {
  const { application, hana } = await prepare();
  const { id } = application;
  const sent = await write(id, hana, { body: "{private link}", move: "interview" });
  expect(sent.outcome).toMatchObject({ done: "The mail leaves in 20 seconds. The stage is changed." });
  expect(await readRow(id)).toMatchObject({ stage: "interview", version: 2 });
  const undo: [string, string][] = [
    ["do", "undo"],
    ["undo", sent.outcome?.undo[0] ?? ""],
  ];
  const back = await post(id, undo, hana);
  expect(back).toMatchObject({
    status: 200,
    mail: { fill: "offer", fields: { subject: "Hello", body: "{private link}" } },
  });
  expect(await readRow(id)).toMatchObject({ stage: "new", version: 3 });
  await makeDue();
  const mailer = makeMailer();
  const scope = makeScope({ EMAIL: mailer.binding, MAIL_FROM: from });
  const [row] = await readMails();
  expect([await sendMail(db, { id: row!.id }, scope), row?.text, mailer.sent]).toEqual(["not-due", "", []]);

  // With a mail only its own move is taken back, not a colleague's later one.
  const plain = newId();
  await write(id, hana, { id: plain, seen: 1, version: 3 });
  const version = await moveApplication(db, { known: { id, version: 3 }, to: "offer", actor: null }, makeScope());
  expect((await post(id, [undo[0]!, ["undo", `mail:${plain}:${version}`]], hana)).status).toBe(409);
  expect(await readRow(id)).toMatchObject({ stage: "offer", version });
  await post(id, [undo[0]!, ["undo", `mail:${plain}:0`]], hana);
  const again = await write(id, hana, { seen: 2, version, move: "screening" });
  const last = (await readMails()).find(({ withdrawn_at }) => withdrawn_at === null);
  await makeDue();
  expect(await sendMail(db, { id: last!.id }, scope)).toBe("sent");
  const late = await post(
    id,
    [
      ["do", "undo"],
      ["undo", again.outcome?.undo[0] ?? ""],
    ],
    hana,
  );
  expect(late.outcome?.refused[0]?.why).toBe("This mail has left already, or is about to.");
  expect(await readRow(id)).toMatchObject({ stage: "screening" });
  const history = (await openApplicationPage(id, hana)).view?.history.map(({ what }) => what) ?? [];
  expect(history.filter((what) => what.includes("e-mail"))).toEqual([
    "wrote an e-mail",
    "took an e-mail back before it left",
    "wrote an e-mail",
    "took an e-mail back before it left",
    "wrote an e-mail",
  ]);
  // A move that is not possible any more sends nothing.
  const stale = await write(id, hana, { seen: 3, version: 1, move: "offer" });
  expect(stale).toMatchObject({ status: 409, mail: { fields: { subject: "Hello", move: "offer" } } });
  expect(await readThread(id)).toHaveLength(3);
});

test("of two colleagues who write at once one is told of the other's mail, with everything kept", async () => {
  const { application, hana } = await prepare();
  const { hana: piet } = await prepare({}, "Piet");
  const answers = await Promise.all([
    write(application.id, hana, { subject: "Mine" }),
    write(application.id, piet, { subject: "Mine too" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.mail.problems[""]).toMatch(/(Hana Recruit|Piet) has written to the candidate since.*“Mine/);
  expect(refused?.mail.fields?.body).toBe("Dear {candidate}");
  expect(await readThread(application.id)).toHaveLength(1);
});

test("a rejection is written to who is rejected, and by a person; the dialog opens its template", async () => {
  const { application, hana, user } = await prepare();
  const { rejection } = await makeTemplates(user.id);
  const { id } = application;
  expect((await write(id, hana, { used: rejection })).mail.problems.template).toContain("Reject the application first");
  const form: [string, string][] = [
    ["do", "end"],
    ["end", "rejected:skills"],
    ["row", `${id}:1`],
    ["write", "rejection"],
  ];
  const ended = await post(id, form, hana);
  expect(ended.outcome?.done).toContain("is rejected.");
  expect(ended.mail).toMatchObject({
    fill: "offer",
    fields: { used: rejection, subject: "Your application for {job}" },
  });
  expect(await readMails()).toEqual([]);
  const opened = await openApplicationPage(id, hana, "?write=rejection");
  expect(opened.view?.mails.start?.used).toBe(rejection);
  const written = newId();
  expect((await write(id, hana, { id: written, used: rejection })).status).toBe(200);
  // Taken back, the rejection takes the mail with it; sent again it is not.
  await moveApplication(db, { known: { id, version: 2 }, to: "screening", actor: user.id }, makeScope());
  expect(await readMails()).toMatchObject([{ withdrawn_at: expect.any(Number), text: "", html: "" }]);
  expect(await readThread(id)).toMatchObject([{ withdrawn_at: expect.any(Number) }]);
  await db.updateTable("outbox").set({ withdrawn_at: null, state: "failed", html: "x" }).execute();
  const again = await post(
    id,
    [
      ["do", "mail-again"],
      ["mail", written],
    ],
    hana,
  );
  expect([again.status, again.outcome?.refused[0]?.why]).toEqual([409, expect.stringContaining("was taken back")]);
});

test("whatever D1 statement fails, nothing is sent by half and what was typed comes back", async () => {
  const { application, hana } = await prepare();
  let sent = false;
  for (let broken = 1; broken < 9 && !sent; broken += 1) {
    const visit = { ...hana, env: { ...hana.env, DB: breakDatabase(broken) } };
    const { status, mail } = await write(application.id, visit, { body: "{private link}", move: "offer" });
    sent = status === 200;
    if (sent) break;
    expect([status, mail.fields?.body, mail.problems[""]]).toEqual([
      503,
      "{private link}",
      "It could not be stored just now. Please try again in a minute.",
    ]);
    expect([await readMails(), await readThread(application.id)]).toEqual([[], []]);
  }
  expect(sent).toBe(true);
});

test("nobody writes to a person more than five times a day, or more than thirty mails an hour", async () => {
  const { application, hana, user } = await prepare();
  const { id } = application;
  for (let seen = 0; seen < 5; seen += 1) expect((await write(id, hana, { seen })).status).toBe(200);
  const sixth = await write(id, hana, { seen: 5 });
  expect([sixth.status, sixth.mail.problems[""]]).toEqual([429, expect.stringContaining("5 times within a day")]);
  const other = await makeApplication();
  const row = { application_id: id, direction: "out" as const, author_id: user.id, address: "a@b.example" };
  for (let position = 6; position <= 30; position += 1)
    await db
      .insertInto("application_mails")
      .values({ ...row, id: newId(), position, at: 1, stored_at: Date.now(), subject: "", body: "" })
      .execute();
  expect((await write(other.id, hana)).mail.problems[""]).toContain("30 mails within the last hour");
});

test("a mail that could not be sent says why, and is sent again", async () => {
  const { application, hana } = await prepare();
  const { id } = application;
  const mail = newId();
  await write(id, hana, { id: mail });
  await db.updateTable("outbox").set({ state: "failed", last_error: "No such mailbox" }).execute();
  expect((await openApplicationPage(id, hana)).view?.mails.thread).toMatchObject([
    { state: "failed", error: "No such mailbox", canSendAgain: true },
  ]);
  const again = await post(
    id,
    [
      ["do", "mail-again"],
      ["mail", mail],
    ],
    hana,
  );
  expect([again.outcome?.done, (await readMails())[0]?.state]).toEqual(["The mail is sent again.", "waiting"]);
  expect(
    (
      await post(
        id,
        [
          ["do", "mail-again"],
          ["mail", mail],
        ],
        hana,
      )
    ).status,
  ).toBe(409);
  // Of another application nothing is changed.
  const other = await makeApplication();
  expect(
    (
      await post(
        other.id,
        [
          ["do", "mail-withdraw"],
          ["mail", mail],
        ],
        hana,
      )
    ).status,
  ).toBe(404);
  // What failed otherwise, such as times that were proposed, is on the page too, to be sent again or marked.
  const [times] = await db
    .updateTable("outbox")
    .set({ kind: "interview-candidate", dedupe_key: "other", state: "failed" })
    .returning("id")
    .execute();
  const readTroubled = async () => (await openApplicationPage(id, hana)).view?.mails.troubled;
  expect(await readTroubled()).toMatchObject([{ id: times?.id, canSendAgain: true }]);
  const settle = async (todo: string, of = id) =>
    (
      await post(
        of,
        [
          ["do", todo],
          ["mail", times?.id ?? ""],
        ],
        hana,
      )
    ).status;
  expect([await settle("mail-seen", other.id), await settle("mail-other-again")]).toEqual([409, 200]);
  expect([await readTroubled(), (await readMails())[0]?.state]).toEqual([[], "waiting"]);
  await db.updateTable("outbox").set({ state: "unconfirmed" }).execute();
  expect([await settle("mail-seen"), await settle("mail-other-again"), await readTroubled()]).toEqual([200, 409, []]);
  await expectIndexed(selectTemplates(db));
});
