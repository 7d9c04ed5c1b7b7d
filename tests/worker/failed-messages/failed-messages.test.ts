/** Failed messages through the built Worker: `queue()` stores them once and loses none. */
import { expect, test } from "vitest";
import { deliver, mailId, readMessages } from "./failed-messages-make.ts";
import { muteConsole } from "../make.ts";

muteConsole("warn", "error");

test("what a queue gave up is stored once however often it comes, under the name of that queue", async () => {
  const bodies = [{ mailId }, { kind: "nonsense" }];
  for (let times = 0; times < 2; times += 1)
    expect(await deliver("fivewright-visitor-records-dead", bodies)).toEqual({ acked: 2, retried: 0 });
  const letters = await readMessages();
  expect(letters.map(({ queue, body, attempts }) => [queue, JSON.parse(body ?? ""), attempts])).toEqual(
    bodies.map((body) => ["fivewright-visitor-records", body, null]),
  );
});

test("a message of the mail queue that cannot be read is set aside at once, with the reason", async () => {
  expect(await deliver("fivewright-mail", ["nonsense"])).toEqual({ acked: 1, retried: 0 });
  expect(await readMessages()).toMatchObject([
    { queue: "fivewright-mail", body: '"nonsense"', attempts: 1, last_error: expect.stringMatching(/expected/i) },
  ]);
});

test("while D1 is away failed messages go back; a body over 128 KiB is noted without it", async () => {
  const away = {
    prepare: () => {
      throw new Error("D1 is away");
    },
  } as unknown as D1Database;
  expect(await deliver("fivewright-mail-dead", [{ mailId }], { DB: away })).toEqual({ acked: 0, retried: 1 });
  expect(await deliver("fivewright-mail-dead", ["x".repeat(131_072), "é".repeat(65_536)])).toMatchObject({ acked: 2 });
  expect((await readMessages()).map(({ body }) => body)).toEqual([null, null]);
});

test("an unknown queue is an error of the Worker", async () => {
  await expect(deliver("nobody-reads-this", [{}])).rejects.toThrow("nobody-reads-this");
});
