import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openSigner } from "#worker/accounts/sessions/signing-keys.ts";
import { openDb } from "#worker/db/client.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { subjects } from "#worker/subjects.ts";
import { makeWholeScope } from "../whole-scope.ts";

test("the hourly jobs rotate an old signing key and prune quiet backoff, and say so", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const db = openDb(env.DB);
  const before = await openSigner(db, env);
  await db.updateTable("signing_keys").set({ activated_at: 1 }).where("state", "=", "current").execute();
  const row = { failed_count: 1, blocked_until: 0 };
  await db
    .insertInto("sign_in_backoff")
    .values([
      { ...row, email_hash: "a".repeat(43), attempted_at: 1 },
      { ...row, email_hash: "b".repeat(43), attempted_at: Date.now() },
    ])
    .execute();

  const all: readonly Subject[] = subjects;
  const hourly = all.flatMap(({ jobs = [] }) => jobs).filter(({ schedule }) => schedule === schedules.hourly);
  await runJobs(schedules.hourly, makeWholeScope());

  expect((await openSigner(db, env)).kid).not.toBe(before.kid);
  const left = await db.selectFrom("sign_in_backoff").select("email_hash").execute();
  expect(left).toEqual([{ email_hash: "b".repeat(43) }]);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(hourly.map(() => "job done"));
});

test("a failing job does not keep the others from running, and the run counts as failed", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = {
    prepare: () => {
      throw new Error("D1 is away");
    },
    batch: () => Promise.reject(new Error("D1 is away")),
  };
  // The hour in which the nightly ones of the hourly jobs run too.
  vi.setSystemTime(new Date().setUTCHours(3));
  await expect(runJobs("17 * * * *", makeWholeScope({ DB: broken as unknown as D1Database }))).rejects.toThrow(
    "Scheduled jobs failed",
  );
  const failed = errors.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter(({ event }) => event === "job failed");
  expect(failed.map(({ job }) => job)).toEqual([
    "rotate signing keys",
    "forget visits that were not stored",
    "delete unused words",
    "sweep the files of applications",
    "tell of applications without a mail of their own",
    "tell of applications that are deleted soon",
    "take ended openings off the lists",
    "tell of enquiries without a mail of their own",
    "tidy up after imports that were taken back",
    "sweep unused covers",
    "sweep the media library",
    "prune what is past its term",
  ]);
});

test("a schedule that no job knows is an error", async () => {
  await expect(runJobs("0 0 * * *", makeWholeScope())).rejects.toThrow('No job has the schedule "0 0 * * *"');
});
