/** How the software notes how it runs: jobs and errors, through `scheduled()`, `queue()` and requests of the built Worker. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { describeError, generalise } from "#worker/operations/describe-error.ts";
import { describeJobs, selectLateJob } from "#worker/operations/job-states.ts";
import { noteErrors } from "#worker/operations/note-errors.ts";
import { recordRun } from "#worker/operations/record-run.ts";
import { subjects } from "#worker/subjects.ts";
import { replaceCalls } from "../faulty-bindings.ts";
import { worker } from "../built-worker.ts";
import { makeAccount, muteConsole } from "../make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";
import { writeWithoutIds } from "../../without-ids.ts";

const db = openDb(env.DB);
const five = 300_000;

muteConsole("warn", "error");

const all: readonly Subject[] = subjects;

async function runCron(cron: string, bindings: Partial<Env> = {}) {
  const ctx = createExecutionContext();
  try {
    await worker.scheduled(createScheduledController({ cron }), { ...env, ...bindings }, ctx);
  } finally {
    await waitOnExecutionContext(ctx);
  }
}

const readRows = () => db.selectFrom("job_runs").selectAll().execute();
const readGroups = () =>
  db
    .selectFrom("error_groups")
    .innerJoin("error_hours", "error_hours.fingerprint", "error_groups.fingerprint")
    .select(["event", "name", "message", "place", "request_id"])
    .select(({ fn }) => fn.sum<number>("count").as("count"))
    .groupBy("error_groups.fingerprint")
    .execute();

/** A database whose statements about `table` fail, in its sessions too. */
function breakTable<Connection extends object>(table: string, connection: Connection): Connection {
  return new Proxy(connection, {
    get: (target, name) => {
      const db = target as unknown as D1Database;
      if (name === "withSession") return (first: string) => breakTable(table, db.withSession(first));
      if (name === "prepare")
        return (text: string) => {
          if (text.includes(table)) throw new TypeError(`no such table: ${table} for ada@client.example`);
          return db.prepare(text);
        };
      const value: unknown = Reflect.get(db, name);
      return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(db) : value;
    },
  });
}

test("each job of a schedule leaves how it went; a failed one leaves why, and the next good run forgives it", async () => {
  await runCron(schedules.everyFiveMinutes);
  const names = all.flatMap(({ jobs = [] }) => jobs).filter(({ schedule }) => schedule === schedules.everyFiveMinutes);
  const rows = await readRows();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.map(({ name }) => name).toSorted());
  for (const row of rows) expect(row).toMatchObject({ failures: 0, recent: "+", missed: 0, error: null });
  await expect(runCron(schedules.everyFiveMinutes, { DB: breakTable("network_limits", env.DB) })).rejects.toThrow(
    "jobs failed",
  );
  const failed = (await readRows()).filter(({ failures }) => failures > 0);
  expect(failed).toMatchObject([{ name: "limit networks", failures: 1, recent: "+-" }]);
  expect(failed[0]?.error).toContain("no such table: network_limits");
  expect(failed[0]?.error).not.toContain("ada@");
  expect(await readGroups()).toMatchObject([{ event: "job failed", name: "TypeError", place: "limit networks" }]);
  await runCron(schedules.everyFiveMinutes);
  const forgiven = (await readRows()).find(({ name }) => name === "limit networks");
  expect(forgiven).toMatchObject({ failures: 0, recent: "+-+" });
  // Which version is at work was noted once.
  expect(await db.selectFrom("deployments").select("version").execute()).toHaveLength(1);
});

test("a cron that was away for a day is seen while it is away, and afterwards", async () => {
  const at = Date.now();
  const run = (startedAt: number, isScheduled = true) =>
    recordRun(db, {
      name: "limit networks",
      schedule: schedules.everyFiveMinutes,
      isScheduled,
      startedAt,
      endedAt: startedAt + 40,
      result: { outcome: undefined },
    });
  const read = async (when: number) =>
    describeJobs(subjects, { rows: await readRows(), at: when }).find(({ name }) => name === "limit networks");
  await run(at - 288 * five);
  expect(await read(at - 287 * five)).toMatchObject({ state: "good", overdue: 0 });
  expect(await read(at)).toMatchObject({ state: "late", overdue: 287 });
  expect(await selectLateJob(db).execute()).toHaveLength(1);
  // What somebody runs by hand does not hide that the schedule is away.
  await run(at - five, false);
  expect(await read(at)).toMatchObject({ state: "late", overdue: 287 });
  await run(at + 2_000);
  expect(await read(at + 3_000)).toMatchObject({ state: "good", row: { missed: 287, missed_at: at + 2_000 } });
  expect((await readRows())[0]?.recent).toBe(`${"_".repeat(29)}+`);
  // Some seconds late is not missed, and the gap stays on record.
  await run(at + five + 20_000);
  expect((await readRows())[0]).toMatchObject({ missed: 287, recent: `${"_".repeat(28)}++` });
  expect(await selectLateJob(db).execute()).toEqual([]);
});

test("errors of requests and queues are counted by group, with the newest request, and a good request writes nothing", async () => {
  const ask = async (path: string, bindings: Partial<Env>) => {
    const ctx = createExecutionContext();
    const request = new Request(siteOrigin + path, { headers: { "CF-Connecting-IP": "10.9.8.7" } });
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...bindings }, ctx);
    await response.text();
    await waitOnExecutionContext(ctx);
    return response.headers.get("x-request-id");
  };
  await ask("/insights", {});
  expect(await readGroups()).toEqual([]);
  const DB = breakTable("insights", env.DB);
  await ask("/insights/rss.xml?q=ada%40client.example", { DB });
  const last = await ask("/insights/rss.xml?page=2", { DB });
  const ctx = createExecutionContext();
  const batch = createMessageBatch("fivewright-mail", [
    { id: "1", timestamp: new Date(), attempts: 1, body: { mailId: crypto.randomUUID() } },
  ]);
  await worker.queue(batch, { ...env, DB: breakTable('update "outbox"', env.DB) }, ctx);
  await waitOnExecutionContext(ctx);
  const groups = await readGroups();
  expect(groups.filter(({ event }) => event === "feed not made")).toMatchObject([{ count: 2, request_id: last }]);
  expect(groups.map(({ event }) => event)).toContain("mail message put back");
  expect(writeWithoutIds(groups)).not.toMatch(/ada|client\.example|page=2/);
});

test("a site whose schedules never began is told by its check, once it is no new site any longer", async () => {
  await db.deleteFrom("job_runs").execute();
  const { id } = await makeAccount();
  const count = async (hours: number) => {
    await db
      .updateTable("accounts")
      .set({ created_at: Date.now() - hours * 3_600_000 })
      .where("id", "=", id)
      .execute();
    return (await selectLateJob(db).execute()).length;
  };
  expect([await count(1), await count(4)]).toEqual([0, 1]);
});

test("what tells one person or row from another is not kept", () => {
  const id = "0190f3c4-9b2e-7cc0-8f00-aabbccddeeff";
  const texts = [
    `User ${id} (ada.lovelace@client.example) at 2001:db8::17 and 192.0.2.44 asked 12 times`,
    `User 1190f3c4-9b2e-7cc0-8f00-aabbccddee00 (bob@b.example) at 2001:db8::9 and 192.0.2.1 asked 3 times`,
  ].map(generalise);
  expect(texts[0]).toBe(texts[1]);
  expect(generalise('No row for "Ada Lovelace" in https://x.example/a?name=ada&b=2 can\'t be')).toBe(
    "No row for “…” in https://x.example/a?… can't be",
  );
  // What is stored reads as a sentence: operators see it.
  expect(generalise("The mail service did not answer within 2.5 seconds (try 3 of 8)")).toBe(
    "The mail service did not answer within … seconds (try … of …)",
  );
  expect(generalise(`token eyJhbGciOi.eyJzdWIi.c2ln ${"x".repeat(9000)}`).length).toBeLessThanOrEqual(300);
  const place = (path: string) => describeError({ event: "e", error: new Error("x"), fields: { path } }).place;
  expect(
    ["/", "/contact", "/careers/application/secret", "/user-management/ada", "/api/auth/sign-in/x", "/Ada%20L/x"].map(
      place,
    ),
  ).toEqual(["/", "/contact", "/careers/…", "/user-management/…", "/api/auth/sign-in/…", "/…"]);
  const { frames } = describeError({ event: "e", error: new TypeError("ada@client.example\n    at home") });
  expect(frames).toMatch(/^at .*:\d+:\d+\)?$/m);
  expect(frames).not.toContain("ada@");
});

test("an outage does not become a flood of writes, and a day has so many groups at most", async () => {
  let prepared = 0;
  const counting = (fail: boolean) =>
    ({
      ...env,
      DB: replaceCalls(env.DB, {
        batch(statements) {
          prepared += 1;
          return fail ? Promise.reject(new Error("D1 is away")) : env.DB.batch(statements);
        },
      }),
    }) as Env;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 3_600_000);
  const note = (kind: string, bindings: Env) =>
    noteErrors([{ event: `event ${kind}`, error: new Error("It broke") }], { env: bindings, requestId: "r" });
  for (let number = 0; number < 50; number += 1) await note("same", counting(true));
  // The first write fails; for a minute nobody tries another.
  expect(prepared).toBe(1);
  vi.setSystemTime(Date.now() + 61_000);
  for (let number = 0; number < 50; number += 1) await note("same", counting(false));
  expect(prepared).toBeLessThanOrEqual(7);
  vi.setSystemTime(Date.now() + 61_000);
  await note("same", counting(false));
  const [group] = await readGroups();
  expect(group).toMatchObject({ event: "event same", count: 101 });
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
     INSERT INTO error_groups (fingerprint, event, name, message, place, frames, request_id, version, first_at, last_at)
     SELECT 'f' || i, 'e', '', 'm', '', '', 'r', 'v', ?1, ?1 FROM n`,
  )
    .bind(Date.now())
    .run();
  vi.setSystemTime(Date.now() + 61_000);
  await note("another", counting(false));
  const events = (await readGroups()).map(({ event }) => event);
  expect(events).toContain("further errors");
  expect(events).not.toContain("event another");
});

test("the page's makeScope logs as before: a logger without a keeper keeps nothing", async () => {
  makeScope().log.error("request failed", new Error("x"));
  expect(await readGroups()).toEqual([]);
});
