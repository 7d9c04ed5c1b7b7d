/** Dead letters through the built Worker: `queue()` stores them, and staff deal with them on their page. */
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { Role } from "#app/shared/permissions.ts";
import { worker } from "./built-worker.ts";
import { makeAddress, makeSession, makeUser, siteOrigin, writeCookies } from "./make.ts";

const db = openDb(env.DB);
const mailId = "00000000-0000-4000-8000-000000000001";

beforeEach(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function deliver(queue: string, bodies: readonly unknown[], overrides: Partial<Env> = {}) {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, { ...env, ...overrides }, ctx);
  const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
  return { acked: explicitAcks.length, retried: retryMessages.length };
}

const readLetters = () => db.selectFrom("dead_letters").selectAll().orderBy("message_id").execute();
const readActions = async () =>
  (
    await db.selectFrom("audit_log").select(["action", "detail"]).where("action", "like", "dead_letter.%").execute()
  ).map(({ action, detail }) => [action, JSON.parse(detail)]);

/** A queue that keeps what it is given, after `wait`. */
function makeQueue(wait: () => Promise<void> = async () => {}) {
  const sent: unknown[] = [];
  const send = async (body: unknown) => {
    await wait();
    sent.push(body);
  };
  return { sent, queue: { send } as unknown as Queue };
}

async function signIn(role: Role = "marketing_admin") {
  const user = await makeUser({ roles: [role] });
  const Cookie = writeCookies(await makeSession(user.id));
  async function visit(path: string, form?: Record<string, string>, overrides: Partial<Env> = {}) {
    const headers = { Cookie, "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", Origin: siteOrigin };
    const body = form && { method: "POST", body: new URLSearchParams(form) };
    const request = new Request(new URL(path, siteOrigin), { headers, redirect: "manual", ...body });
    const ctx = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
    const answer = { status: response.status, to: response.headers.get("Location"), html: await response.text() };
    await waitOnExecutionContext(ctx);
    return answer;
  }
  return { user, visit };
}

test("what a queue gave up is stored once however often it comes, under the name of that queue", async () => {
  const bodies = [{ mailId }, { kind: "nonsense" }];
  for (let times = 0; times < 2; times += 1)
    expect(await deliver("fivewright-visitor-records-dead", bodies)).toEqual({ acked: 2, retried: 0 });
  const letters = await readLetters();
  expect(letters.map(({ queue, body, attempts }) => [queue, JSON.parse(body ?? ""), attempts])).toEqual(
    bodies.map((body) => ["fivewright-visitor-records", body, null]),
  );
});

test("a message of the mail queue that cannot be read is set aside at once, with the reason", async () => {
  expect(await deliver("fivewright-mail", ["nonsense"])).toEqual({ acked: 1, retried: 0 });
  expect(await readLetters()).toMatchObject([
    { queue: "fivewright-mail", body: '"nonsense"', attempts: 1, last_error: expect.stringMatching(/expected/i) },
  ]);
});

test("while D1 is away dead letters go back; a body over 128 KiB is noted without it", async () => {
  const away = {
    prepare: () => {
      throw new Error("D1 is away");
    },
  } as unknown as D1Database;
  expect(await deliver("fivewright-mail-dead", [{ mailId }], { DB: away })).toEqual({ acked: 0, retried: 1 });
  expect(await deliver("fivewright-mail-dead", ["x".repeat(131_072), "é".repeat(65_536)])).toMatchObject({ acked: 2 });
  expect((await readLetters()).map(({ body }) => body)).toEqual([null, null]);
});

test("an unknown queue is an error of the Worker", async () => {
  await expect(deliver("nobody-reads-this", [{}])).rejects.toThrow("nobody-reads-this");
});

test("a message is sent again to its own queue, once of ten who press at once, and recorded", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readLetters();
  const { visit } = await signIn();
  expect((await visit("/failed-messages")).html).toContain(mailId);
  const { sent, queue } = makeQueue(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const press = () => visit("/failed-messages", { intent: "send-again", id: letter?.id ?? "" }, { MAIL_QUEUE: queue });
  const answers = await Promise.all(Array.from({ length: 10 }, press));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(409)]);
  expect(sent).toEqual([{ mailId }]);
  expect(await readLetters()).toEqual([]);
  expect(await readActions()).toEqual([["dead_letter.sent_again", { queue: "fivewright-mail" }]]);
  const again = await press();
  expect([again.status, sent.length]).toEqual([409, 1]);
  expect(again.html).toContain("not on the list any longer");
});

test("a message that its queue does not take stays on the list and can be sent later", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readLetters();
  const { visit } = await signIn();
  const form = { intent: "send-again", id: letter?.id ?? "" };
  const closed = { send: () => Promise.reject(new Error("queue is down")) } as unknown as Queue;
  expect((await visit("/failed-messages", form, { MAIL_QUEUE: closed })).status).toBe(503);
  expect(await readLetters()).toMatchObject([{ claimed_at: null }]);
  expect(await readActions()).toEqual([]);
  const { sent, queue } = makeQueue();
  expect((await visit("/failed-messages", form, { MAIL_QUEUE: queue })).to).toContain("done=sent");
  expect(sent).toHaveLength(1);
});

test("all are sent again or deleted as the page showed them: what came later stays", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }, { mailId: "second" }]);
  const until = String(Math.max(...(await readLetters()).map(({ received_at }) => received_at)));
  await deliver("fivewright-visitor-records-dead", [{ kind: "later" }]);
  await db
    .updateTable("dead_letters")
    .set({ received_at: Number(until) + 1 })
    .where("queue", "=", "fivewright-visitor-records")
    .execute();
  const { visit } = await signIn("super_admin");
  const { sent, queue } = makeQueue();
  const all = await visit("/failed-messages", { intent: "send-all", until }, { MAIL_QUEUE: queue });
  expect(all.to).toContain("done=all-sent");
  expect(sent).toHaveLength(2);
  expect(await readLetters()).toHaveLength(1);

  expect((await visit("/failed-messages", { intent: "delete-all", until })).status).toBe(303);
  expect(await readLetters()).toHaveLength(1);
  const question = await visit("/failed-messages?delete=all");
  expect(question.html).toContain("Delete for good");
  const late = String(Number(until) + 1);
  expect((await visit("/failed-messages", { intent: "delete-all", until: late })).to).toContain("done=all-deleted");
  expect(await readLetters()).toEqual([]);
  expect((await visit("/failed-messages")).html).toContain("No failed messages");
  expect((await readActions()).map(([action]) => action)).toEqual([
    "dead_letter.sent_again",
    "dead_letter.sent_again",
    "dead_letter.all_deleted",
  ]);
});

test("one message is deleted after a question, once, and recorded", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readLetters();
  const id = letter?.id ?? "";
  const { visit } = await signIn();
  expect((await visit(`/failed-messages?delete=${id}`)).html).toContain("Delete this message?");
  expect((await visit("/failed-messages", { intent: "delete", id })).to).toContain("done=deleted");
  expect((await visit("/failed-messages", { intent: "delete", id })).status).toBe(409);
  expect(await readActions()).toEqual([["dead_letter.deleted", {}]]);
});

test("who may not open the page can change nothing by posting to it", async () => {
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const [letter] = await readLetters();
  for (const role of ["HR", "talent_admin"] as const) {
    const { visit } = await signIn(role);
    for (const intent of ["send-again", "delete"])
      expect((await visit("/failed-messages", { intent, id: letter?.id ?? "" })).status).toBe(403);
    expect((await visit("/failed-messages")).status).toBe(403);
  }
  expect(await readLetters()).toHaveLength(1);
});
