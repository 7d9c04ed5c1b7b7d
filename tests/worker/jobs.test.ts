import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { openSigner } from "#worker/accounts/signing-keys.ts";
import { openDb } from "#worker/db/client.ts";
import { runJobs } from "#worker/jobs.ts";
import { createLogger } from "#worker/lib/log.ts";
import configuration from "../../wrangler.toml?raw";

afterEach(() => {
  vi.restoreAllMocks();
});

function makeScope(changes: Partial<Env> = {}) {
  return {
    env: { ...env, ...changes } as Env,
    ctx: createExecutionContext(),
    requestId: "job",
    log: createLogger("job"),
  };
}

test("the hourly jobs rotate an old signing key and forget quiet backoff, and say so", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const db = openDb(env.DB);
  const before = await openSigner(env);
  await db.updateTable("signing_keys").set({ activated_at: 1 }).where("state", "=", "current").execute();
  const row = { failed_count: 1, blocked_until: 0 };
  await db
    .insertInto("sign_in_backoff")
    .values([
      { ...row, email_hash: "a".repeat(43), attempted_at: 1 },
      { ...row, email_hash: "b".repeat(43), attempted_at: Date.now() },
    ])
    .execute();

  await runJobs("17 * * * *", makeScope());

  expect((await openSigner(env)).kid).not.toBe(before.kid);
  const left = await db.selectFrom("sign_in_backoff").select("email_hash").execute();
  expect(left).toEqual([{ email_hash: "b".repeat(43) }]);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(Array(5).fill("job done"));
});

test("a failing job does not keep the others from running, and the run counts as failed", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = {
    prepare: () => {
      throw new Error("D1 is away");
    },
    batch: () => Promise.reject(new Error("D1 is away")),
  };
  await expect(runJobs("17 * * * *", makeScope({ DB: broken as unknown as D1Database }))).rejects.toThrow(
    "Scheduled jobs failed",
  );
  expect(errors).toHaveBeenCalledTimes(5);
});

test("the outbox is swept on the frequent schedule, which the configuration asks for", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const crons = /^crons = (\[.*\])$/m.exec(configuration)?.[1] ?? "[]";
  for (const cron of JSON.parse(crons) as string[]) await runJobs(cron, makeScope());
  const jobs = log.mock.calls.map(([line]) => JSON.parse(String(line)).job);
  expect(jobs.toSorted()).toEqual([
    "forget erased numbers and counted networks",
    "forget expired sessions and tokens",
    "forget the networks of enquiries",
    "rotate signing keys",
    "send what waits in the outbox",
    "tell of enquiries without a mail of their own",
  ]);
});
