/** Alerts when one of their own channels is broken, and on days on which clocks change. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { changeAlertSettings } from "#worker/operations/alert-settings.ts";
import { isQuietTime } from "#worker/operations/plan-alerts.ts";
import { sendTestAlert } from "#worker/operations/send-test-alert.ts";
import { subject as operations } from "#worker/operations/subject.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const five = 300_000;
const hook = "https://alerts.operator.example/site";
const person = "ops@operator.example";

let answers: (url: string) => Response;
let asked: { url: string; body: string }[];

beforeEach(async () => {
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["Date"] });
  asked = [];
  answers = () => new Response(null, { status: 204 });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init as RequestInit);
    asked.push({ url: request.url, body: await request.text() });
    return answers(request.url);
  });
  return () => vi.useRealTimers();
});

async function setAlerts(recipients: string[], webhookUrl: string) {
  const { version } = await db.selectFrom("alert_settings").select("version").executeTakeFirstOrThrow();
  const rest = { quiet: null, errorThreshold: 10, version };
  await changeAlertSettings(db, { recipients, webhookUrl, ...rest }, { actor: null, requestId: "r" });
}

/** One run of the watch, five minutes after the one before. */
async function watch(bindings: Partial<Env> = {}) {
  vi.setSystemTime(Date.now() + five);
  await runJobs(schedules.everyFiveMinutes, { ...makeScope(bindings), subjects: [operations] });
}

const readSubjects = async () =>
  (await db.selectFrom("outbox").select("subject").where("kind", "=", "alert").orderBy("created_at").execute()).map(
    ({ subject }) => subject.replace(/ \(.*/, ""),
  );

const postedKeys = () =>
  asked.flatMap(({ body }) => {
    const { data } = JSON.parse(body) as { data: { alerts: { state: string; key: string }[] } };
    return data.alerts.map(({ state, key }) => `${state} ${key}`);
  });

async function askForTest(bindings: Partial<Env> = {}) {
  const { id: actor } = await makeAccount({ roles: ["super_admin"] });
  return sendTestAlert(db, { actor, requestId: "r" }, makeScope(bindings));
}

test("a webhook that refuses is told by mail, once, and is well again with the first post that it takes", async () => {
  await setAlerts([person], hook);
  answers = () => new Response(null, { status: 410 });
  expect(await askForTest()).toMatchObject({ mails: 1, post: { problem: "It answered 410." } });
  await watch();
  expect(await readSubjects()).toEqual([]);
  for (let run = 0; run < 6; run += 1) await watch();
  expect(await readSubjects()).toEqual(["Failing: Check “alerts”"]);
  answers = () => new Response(null, { status: 200 });
  for (let run = 0; run < 6; run += 1) await watch();
  expect(await readSubjects()).toEqual(["Failing: Check “alerts”", "Well again: Check “alerts”"]);
});

test("a mail that is refused is told by the webhook, and another address ends it", async () => {
  await setAlerts([person], hook);
  expect(await askForTest({ MAIL_FROM: "" })).toEqual({ mails: 1, isMailSet: false, post: { problem: null } });
  await db.updateTable("outbox").set({ state: "failed", last_error: "No such mailbox" }).execute();
  for (let run = 0; run < 3; run += 1) await watch();
  expect(postedKeys()).toEqual(["failed check alerts"]);
  await setAlerts(["other@operator.example"], hook);
  for (let run = 0; run < 4; run += 1) await watch();
  expect(postedKeys()).toEqual(["failed check alerts", "recovered check alerts"]);
});

test("an outage of the database is told by whatever way mails leave", async () => {
  const mailing = {
    MAIL_FROM: "site@operator.example",
    MAIL_TRANSPORT: "http",
    MAIL_API: "resend",
    MAIL_API_KEY: "k",
    EMAIL: undefined,
  } as unknown as Partial<Env>;
  answers = () => Response.json({ id: "1" });
  await setAlerts([person], "");
  await watch(mailing);
  expect(asked).toEqual([]);
  const away = { batch: () => Promise.reject(new Error("D1 is away")), prepare: () => ({}) };
  await expect(watch({ ...mailing, DB: away as unknown as D1Database })).rejects.toThrow("Scheduled jobs failed");
  expect(asked).toEqual([
    {
      url: expect.stringMatching(/^https:/),
      body: expect.stringMatching(/Database \(D1\).*ops@operator|ops@operator.*Database \(D1\)/s),
    },
  ]);
});

test("quiet hours follow the clock on the days on which it changes", () => {
  const quiet = { from: 22 * 60, until: 7 * 60 };
  const at = (time: string) => isQuietTime(quiet, "Europe/Berlin", Date.parse(time));
  // The night to 29 March has eight hours of quiet, that to 25 October ten.
  expect(["2026-03-28T20:59Z", "2026-03-28T21:00Z", "2026-03-29T04:59Z", "2026-03-29T05:00Z"].map(at)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(["2026-10-24T19:59Z", "2026-10-24T20:00Z", "2026-10-25T05:59Z", "2026-10-25T06:00Z"].map(at)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  // An end at a time that the clock leaves out is the first time after it.
  const short = (time: string) => isQuietTime({ from: 60, until: 150 }, "Europe/Berlin", Date.parse(time));
  expect(["2026-03-29T00:59Z", "2026-03-29T01:00Z"].map(short)).toEqual([true, false]);
});
