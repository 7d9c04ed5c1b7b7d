/** Failed messages through the built Worker: staff send them again and delete them, and learn the truth about both. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { replaceCalls } from "../faulty-bindings.ts";
import { deliver, mailId, makeQueue, readActions, readMessages, signIn } from "./failed-messages-make.ts";
import { insert, makeMessage } from "../privacy/retention-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

/** What waits for `passed` goes on once somebody calls `open`. */
function makeGate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** The database, with `wait` before it is first asked whether a message is free. */
function beforeSelect(wait: () => Promise<void>): D1Database {
  const delay = (statement: D1PreparedStatement): D1PreparedStatement =>
    replaceCalls(statement, {
      bind: (...values) => delay(statement.bind(...values)),
      all: <Row>() => wait().then(() => statement.all<Row>()),
    });
  const prepare = (sql: string) => {
    const statement = env.DB.prepare(sql);
    return sql.includes("is_free") ? delay(statement) : statement;
  };
  return replaceCalls(env.DB, { prepare });
}

test("a message is sent again to its own queue, once of ten who press at once, and recorded", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  const { visit } = await signIn();
  expect((await visit("/failed-messages")).html).toContain(mailId);
  const { sent, queue } = makeQueue(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const press = () => visit("/failed-messages", { do: `send-again ${letter?.id}` }, { MAIL_QUEUE: queue });
  const answers = await Promise.all(Array.from({ length: 10 }, press));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  expect(sent).toEqual([{ mailId }]);
  expect(await readMessages()).toEqual([]);
  expect(await readActions()).toEqual([["dead_letter.sent_again", { queue: "fivewright-mail" }]]);
  const again = await press();
  expect([again.status, sent.length]).toEqual([409, 1]);
  expect(again.html).toContain("not on the list any longer");
});

test("a message that its queue does not take stays on the list and can be sent later", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  const { visit } = await signIn();
  const form = { do: `send-again ${letter?.id}` };
  const closed = { send: () => Promise.reject(new Error("queue is down")) } as unknown as Queue;
  const refused = await visit("/failed-messages", form, { MAIL_QUEUE: closed });
  expect(refused.status).toBe(503);
  expect(refused.html).toContain("Its queue does not take it just now.");
  expect(await readMessages()).toMatchObject([{ claimed_at: null }]);
  expect(await readActions()).toEqual([]);
  const { sent, queue } = makeQueue();
  const made = await visit("/failed-messages", form, { MAIL_QUEUE: queue });
  expect([made.status, sent.length]).toEqual([200, 1]);
  expect(made.html).toContain("1 message is back in the queue.");
});

test("ticked messages are sent again or deleted together, and each that could not be is named with the reason", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }, "x".repeat(131_072), { mailId: "third" }]);
  const [first, long, third] = await readMessages();
  const rows = [first, long].map((letter): [string, string] => ["row", letter?.id ?? ""]);
  const { visit } = await signIn();
  const { sent, queue } = makeQueue();
  const answer = await visit("/failed-messages", [["do", "send-again"], ...rows], { MAIL_QUEUE: queue });
  expect([answer.status, sent]).toEqual([200, [{ mailId }]]);
  expect(answer.html).toContain("1 message is back in the queue.");
  expect(answer.html).toContain("too long to keep, so it cannot be sent again");
  const left: [string, string][] = [long, third].map((letter) => ["row", letter?.id ?? ""]);
  expect((await visit("/failed-messages", [["do", "delete"], ...left])).html).toContain("2 messages are deleted.");
  expect(await readMessages()).toEqual([]);
  expect((await readActions()).map(([action]) => action)).toEqual([
    "dead_letter.sent_again",
    "dead_letter.deleted",
    "dead_letter.deleted",
  ]);
  for (const form of [{ do: "delete" }, { do: "nonsense" }, { do: "delete nonsense" }, { do: "delete-all" }] as const)
    expect((await visit("/failed-messages", form)).status, form.do).toBe(400);
});

test("who presses while a message is being sent, or after it, learns what has come of it", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  const { visit } = await signIn();
  const gate = makeGate();
  const { sent, queue } = makeQueue(() => gate.passed);
  const press = (intent: string, overrides: Partial<Env> = { MAIL_QUEUE: queue }) =>
    visit("/failed-messages", { do: `${intent} ${letter?.id}` }, overrides);
  const first = press("send-again");
  await vi.waitFor(async () => expect((await readMessages())[0]?.claimed_at).not.toBeNull());
  for (const intent of ["send-again", "delete"]) {
    const answer = await press(intent);
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("is sending this message just now");
  }
  const until = String(letter?.received_at);
  expect((await visit("/failed-messages", { do: "delete-all", until })).html).toContain("1 message not deleted");
  gate.open();
  expect((await first).html).toContain("1 message is back in the queue.");
  for (const intent of ["send-again", "delete"])
    expect((await press(intent)).html).toContain("not on the list any longer: somebody has sent it again");
  expect(sent).toHaveLength(1);

  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [other] = await readMessages();
  const remove = () => visit("/failed-messages", { do: `delete ${other?.id}` });
  await remove();
  expect((await remove()).html).toContain("somebody has deleted it");
});

test("who presses at the moment when another's try fails learns that it did, and that the message is still here", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  const { visit } = await signIn();
  const gate = makeGate();
  const closed = { send: () => gate.passed.then(() => Promise.reject(new Error("queue is down"))) } as unknown as Queue;
  const form = { do: `send-again ${letter?.id}` };
  const first = visit("/failed-messages", form, { MAIL_QUEUE: closed });
  await vi.waitFor(async () => expect((await readMessages())[0]?.claimed_at).not.toBeNull());
  // Between the claim that finds nothing and the question why, the other try comes to its end.
  const DB = beforeSelect(async () => {
    gate.open();
    await first;
  });
  const second = await visit("/failed-messages", form, { DB });
  expect([(await first).status, second.status]).toEqual([503, 409]);
  expect(second.html).toContain("at the same moment, and that failed. It is still here.");
  expect(await readMessages()).toMatchObject([{ claimed_at: null }]);
});

test("a message that was sent and could not be taken off the list is called that, and can be sent once more at once", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  const { visit } = await signIn();
  const form = { do: `send-again ${letter?.id}` };
  const { sent, queue } = makeQueue();
  const batch = () => Promise.reject(new Error("D1_ERROR: network connection lost"));
  const DB = replaceCalls(env.DB, { batch });
  const half = await visit("/failed-messages", form, { DB, MAIL_QUEUE: queue });
  expect([half.status, sent.length]).toEqual([503, 1]);
  expect(half.html).toContain("was sent, but it could not be taken off this list");
  expect(await readActions()).toEqual([]);
  expect((await visit("/failed-messages", form, { MAIL_QUEUE: queue })).html).toContain("1 message is back");
  expect(sent).toHaveLength(2);
});

test("all are sent again or deleted as the page showed them: what came later stays", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }, { mailId: "second" }]);
  const until = String(Math.max(...(await readMessages()).map(({ received_at }) => received_at)));
  await deliver("fivewright-visitor-records-dead", [{ kind: "later" }]);
  await db
    .updateTable("failed_messages")
    .set({ received_at: Number(until) + 1 })
    .where("queue", "=", "fivewright-visitor-records")
    .execute();
  const { visit } = await signIn("super_admin");
  const { sent, queue } = makeQueue();
  const all = await visit("/failed-messages", { do: "send-all", until }, { MAIL_QUEUE: queue });
  expect(all.html).toContain("2 messages are back in the queue.");
  expect(sent).toHaveLength(2);
  expect(await readMessages()).toHaveLength(1);

  expect((await visit("/failed-messages", { do: "delete-all", until })).status).toBe(200);
  expect(await readMessages()).toHaveLength(1);
  const question = await visit("/failed-messages");
  expect(question.html).toContain("Delete all messages?");
  expect(question.html).toContain("Delete 1 message");
  const late = String(Number(until) + 1);
  expect((await visit("/failed-messages", { do: "delete-all", until: late })).html).toContain("1 message is deleted.");
  expect(await readMessages()).toEqual([]);
  expect((await visit("/failed-messages")).html).toContain("No failed messages");
  const sentAgain = ["dead_letter.sent_again", { queue: "fivewright-mail" }];
  const allDeleted = ["dead_letter.all_deleted", { until: Number(late), messages: 1 }];
  expect(await readActions()).toEqual([sentAgain, sentAgain, allDeleted]);
});

test("however many messages cannot be sent, those that came after them are sent with the others", async () => {
  const unsendable = Array.from({ length: 100 }, (_, index) =>
    makeMessage(index % 2 ? { body: null } : { queue: "no-queue-of-ours" }),
  );
  for (const letter of unsendable) await insert("failed_messages", { ...letter, received_at: 1 });
  for (let count = 0; count < 101; count += 1)
    await insert("failed_messages", makeMessage({ body: JSON.stringify({ count }), received_at: 2 + count }));
  const { visit } = await signIn();
  const page = await visit("/failed-messages");
  expect(page.html).toContain("Send the oldest 100 messages again?");
  expect(page.html).toContain("Send 100 messages");
  const until = "1000";
  const { sent, queue } = makeQueue();
  const press = () => visit("/failed-messages", { do: "send-all", until }, { MAIL_QUEUE: queue });
  const first = await press();
  expect(first.html).toContain("100 messages are back in the queue.");
  expect(first.html).toContain("1 message not sent yet");
  expect((await press()).html).toContain("1 message is back in the queue.");
  expect(sent).toEqual(Array.from({ length: 101 }, (_, count) => ({ count })));
  expect(await readMessages()).toHaveLength(100);
  expect((await visit("/failed-messages")).html).not.toContain("Send all again");
});

test("one message is deleted after a question, once, and recorded", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  const form = { do: `delete ${letter?.id}` };
  const { visit } = await signIn();
  expect((await visit("/failed-messages")).html).toContain("Delete this message?");
  expect((await visit("/failed-messages", form)).html).toContain("1 message is deleted.");
  expect((await visit("/failed-messages", form)).status).toBe(409);
  expect(await readActions()).toEqual([["dead_letter.deleted", {}]]);
});

test("who may not open the page can change nothing by posting to it", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readMessages();
  for (const role of ["HR", "talent_admin"] as const) {
    const { visit } = await signIn(role);
    for (const what of ["send-again", "delete"])
      expect((await visit("/failed-messages", { do: `${what} ${letter?.id}` })).status).toBe(403);
    expect((await visit("/failed-messages")).status).toBe(403);
  }
  expect(await readMessages()).toHaveLength(1);
});

test("where one queue is chosen, its messages alone are sent again or deleted, and the question says so", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }, { mailId: "second" }]);
  await deliver("fivewright-visitor-records-dead", [{ kind: "one" }]);
  const { visit } = await signIn();
  const page = await visit("/failed-messages?queue=fivewright-mail");
  expect(page.html).toContain("Send all messages of fivewright-mail again?");
  expect(page.html).toContain("Send 2 messages");
  expect(page.html).toContain("Delete all messages of fivewright-mail?");
  const until = String(Date.now() + 1000);
  const mail = makeQueue();
  const visits = makeQueue();
  const queues = { MAIL_QUEUE: mail.queue, VISITOR_QUEUE: visits.queue };
  const press = (what: string, queue: string) => visit("/failed-messages", { do: what, until, queue }, queues);
  expect((await press("send-all", "fivewright-mail")).html).toContain("2 messages are back in the queue.");
  expect([mail.sent.length, visits.sent.length]).toEqual([2, 0]);
  expect((await press("delete-all", "fivewright-mail")).status).toBe(200);
  expect(await readMessages()).toHaveLength(1);
  expect((await press("delete-all", "fivewright-visitor-records")).html).toContain("1 message is deleted.");
  expect((await readActions()).at(-1)).toEqual([
    "dead_letter.all_deleted",
    { until: Number(until), queue: "fivewright-visitor-records", messages: 1 },
  ]);
});
