/** Alerts when something fails: what is decided, what is stored and what leaves. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { changeAlertSettings, findUrlProblem, forgetRecipient } from "#worker/operations/alert-settings.ts";
import { type AlertRow, type Condition, isQuietTime, planAlerts } from "#worker/operations/plan-alerts.ts";
import { sendTestAlert } from "#worker/operations/send-test-alert.ts";
import { subject as operations } from "#worker/operations/subject.ts";
import { readSigningKey } from "#worker/operations/webhook.ts";
import { replaceWebhookKey } from "#worker/operations/webhook-key.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const [five, hour] = [300_000, 3_600_000];
const hook = "https://alerts.operator.example/site";

beforeEach(async () => {
  await env.DB.exec(
    "UPDATE alert_settings SET recipients = '[]', webhook_url = '', quiet_from = NULL, quiet_until = NULL, error_threshold = 10, version = 1",
  );
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["Date"] });
});

const outbox: Condition = { key: "check outbox", name: "Check “outbox”", todo: "Look.", isUrgent: true };
const purges: Condition = { key: "check purges", name: "Check “purges”", todo: "Look.", isUrgent: false };

/** Runs of the watch, one after another: what fails at each, and what is sent then. */
function simulate(runs: readonly { at: number; failing: readonly Condition[]; isQuiet?: boolean; isMute?: boolean }[]) {
  let rows: AlertRow[] = [];
  return runs.map(({ at, failing, isQuiet = false, isMute = false }) => {
    const plan = planAlerts(failing, rows, { at, isQuiet, isMute });
    const changed = new Set([...plan.changed.map(({ key }) => key), ...plan.gone]);
    rows = [...rows.filter(({ key }) => !changed.has(key)), ...plan.changed];
    return plan.alerts.map(({ kind, row }) => `${kind} ${row.key}`).join(", ");
  });
}

test("what changes is told once: a failure, a reminder each day, and the recovery once it has lasted", () => {
  const times = [0, five, 2 * five, 24 * hour, 24 * hour + five, 25 * hour, 25 * hour + five, 25 * hour + 2 * five];
  const sent = simulate(times.map((at, run) => ({ at, failing: run < 5 ? [purges] : [] })));
  expect(sent).toEqual(["failed check purges", "", "", "reminder check purges", "", "", "", "recovered check purges"]);
  // What comes and goes every five minutes is one alert.
  const flapping = [0, 1, 2, 3, 4, 5, 6].map((run) => ({ at: run * five, failing: run % 2 === 0 ? [purges] : [] }));
  expect(simulate(flapping).filter(Boolean)).toEqual(["failed check purges"]);
  expect(simulate([{ at: 0, failing: [outbox, purges] }])).toEqual(["failed check outbox, failed check purges"]);
});

test("quiet hours hold back what visitors can wait for, and what is over by their end is never told", () => {
  const night = { isQuiet: true };
  expect(
    simulate([
      { at: 0, failing: [purges, outbox], ...night },
      { at: five, failing: [purges], ...night },
      { at: 3 * five, failing: [purges], ...night },
      { at: 8 * hour, failing: [purges] },
    ]),
  ).toEqual(["failed check outbox", "", "recovered check outbox", "failed check purges"]);
  expect(
    simulate([
      { at: 0, failing: [purges], ...night },
      { at: five, failing: [], ...night },
      { at: hour, failing: [] },
    ]),
  ).toEqual(["", "", ""]);
  // Where nobody is named, it is sent as soon as somebody is.
  expect(
    simulate([
      { at: 0, failing: [purges], isMute: true },
      { at: five, failing: [purges] },
    ]),
  ).toEqual(["", "failed check purges"]);
  const quiet = { from: 22 * 60, until: 7 * 60 };
  const at = (time: string) => isQuietTime(quiet, "Asia/Kolkata", Date.parse(`2026-11-22T${time}:00+05:30`));
  expect(["21:59", "22:00", "03:00", "06:59", "07:00"].map(at)).toEqual([false, true, true, true, false]);
  expect(isQuietTime({ from: 60, until: 120 }, "UTC", Date.parse("2026-11-22T01:30Z"))).toBe(true);
});

test("posts go to names of the internet by https alone", () => {
  const refused = [
    "http://a.example/",
    "ftp://a.example",
    "no",
    "https://localhost/x",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.0.0.8/",
    "https://intern/",
    "https://db.internal/",
    "https://router.local./",
    "https://u:p@a.example/",
    "https://2130706433/",
    `https://a.example/${"x".repeat(500)}`,
  ];
  expect(refused.filter((each) => findUrlProblem(each) === null)).toEqual([]);
  expect(findUrlProblem(hook)).toBeNull();
});

const settings = {
  recipients: ["ops@operator.example"],
  webhookUrl: hook,
  quiet: null,
  errorThreshold: 10,
};

async function setAlerts(overrides: Partial<typeof settings> = {}) {
  const { version } = await db.selectFrom("alert_settings").select("version").executeTakeFirstOrThrow();
  return changeAlertSettings(db, { ...settings, ...overrides, version }, { actor: null, requestId: "r" });
}

/** The one job, so that nothing else fails beside it. */
const watching: readonly Subject[] = [
  { ...operations, jobs: operations.jobs },
  {
    health: [
      {
        name: "outbox",
        todo: "Look.",
        isUrgent: true,
        selectFailures: (each) => each.selectFrom("outbox").select("id").where("kind", "=", "enquiry-owner").limit(1),
      },
    ],
  },
];

async function watch(bindings: Partial<Env> = {}) {
  const scope = { ...makeScope(bindings), subjects: watching };
  await runJobs(schedules.everyFiveMinutes, scope);
}

const readAlertMails = () =>
  db
    .selectFrom("outbox")
    .select(["recipient", "subject", "text"])
    .where("kind", "in", ["alert", "alert-test"])
    .orderBy("created_at")
    .execute();

test("a failing check leaves as a mail and a signed post, once, and so does its end", async () => {
  const posted: Request[] = [];
  let status = 503;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    posted.push(new Request(input as RequestInfo, init as RequestInit));
    return new Response(null, { status });
  });
  await setAlerts();
  await watch();
  expect([await readAlertMails(), posted]).toEqual([[], []]);
  const { id } = await makeEnquiry();
  await makeMail(id as EnquiryId, "waiting");
  await db.updateTable("outbox").set({ kind: "enquiry-owner" }).execute();
  await watch();
  await watch();
  const [mail, ...others] = await readAlertMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: "ops@operator.example",
    subject: expect.stringContaining("Failing: Check “outbox”"),
  });
  // The post was refused once, and is tried again once it is due.
  expect(posted).toHaveLength(1);
  status = 200;
  vi.setSystemTime(Date.now() + five);
  await watch();
  expect(posted).toHaveLength(2);
  vi.setSystemTime(Date.now() + five);
  await watch();
  expect(posted).toHaveLength(2);
  const request = posted[1] as Request;
  const body = await request.text();
  expect(JSON.parse(body)).toMatchObject({
    type: "site.alerts",
    data: { alerts: [{ state: "failed", key: "check outbox", urgent: true }] },
  });
  const { webhook_salt } = await db.selectFrom("alert_settings").select("webhook_salt").executeTakeFirstOrThrow();
  const secret = await readSigningKey(env, webhook_salt);
  const bytes = Uint8Array.from(atob(secret.slice("whsec_".length)), (each) => each.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = `${request.headers.get("Webhook-Id")}.${request.headers.get("Webhook-Timestamp")}.${body}`;
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(signed));
  expect(request.headers.get("Webhook-Signature")).toBe(`v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`);
  expect([request.url, request.redirect]).toEqual([hook, "manual"]);
  await db.deleteFrom("outbox").where("kind", "=", "enquiry-owner").execute();
  await watch();
  vi.setSystemTime(Date.now() + 2 * five);
  await watch();
  expect((await readAlertMails()).map(({ subject }) => subject.split(":")[0])).toEqual(["Failing", "Well again"]);
  expect(await db.selectFrom("alerts").select("key").execute()).toEqual([]);
});

test("errors that nobody has seen are told from the threshold on, a gap of the cron too, and a late job by its name", async () => {
  await setAlerts({ webhookUrl: "" });
  await watch();
  await db.deleteFrom("job_runs").execute();
  const at = Date.now();
  const group = {
    event: "request failed",
    name: "Error",
    message: "It broke",
    place: "/contact",
    frames: "",
    request_id: "r",
    version: "v",
    first_at: at,
    last_at: at,
    is_demo: 0 as const,
  };
  await db
    .insertInto("error_groups")
    .values([
      { ...group, fingerprint: "a" },
      { ...group, fingerprint: "b" },
      { ...group, fingerprint: "c", is_demo: 1 },
    ])
    .execute();
  await db
    .insertInto("error_hours")
    .values([
      { fingerprint: "a", hour_at: at - (at % hour), count: 10 },
      { fingerprint: "b", hour_at: at - (at % hour), count: 9 },
      { fingerprint: "c", hour_at: at - (at % hour), count: 99 },
    ])
    .execute();
  const run = { started_at: at, duration_ms: 1, recent: "_+", scheduled_at: at };
  await db
    .insertInto("job_runs")
    .values([
      { ...run, name: "watch the site", missed: 288, missed_at: at, late_at: at + hour },
      { ...run, name: "prune what is past its term", missed: 0, missed_at: null, late_at: at - 1 },
    ])
    .execute();
  await watch();
  const [mail] = await readAlertMails();
  expect(mail?.text).toContain("10 errors in an hour: request failed, /contact");
  expect(mail?.text).toContain("Scheduled jobs did not run for 24 hours");
  expect(mail?.text).toContain("Check “jobs”");
  expect(mail?.text.match(/errors in an hour/g)).toHaveLength(1);
});

test("an outage of the database is told without it, once, and so is its end", async () => {
  const send = vi.fn(async () => ({ messageId: "1" }));
  const mailing = { EMAIL: { send } as unknown as SendEmail, MAIL_FROM: "site@operator.example" };
  const broken = {
    prepare: () => {
      throw new Error("D1 is away");
    },
    batch: () => Promise.reject(new Error("D1 is away")),
  };
  const away = { ...mailing, DB: broken as unknown as D1Database };
  await setAlerts({ webhookUrl: "" });
  await watch(mailing);
  await expect(watch(away)).rejects.toThrow("Scheduled jobs failed");
  await expect(watch(away)).rejects.toThrow("Scheduled jobs failed");
  expect(send.mock.calls).toMatchObject([
    [{ to: "ops@operator.example", subject: expect.stringContaining("Database (D1)") }],
  ]);
  await watch(mailing);
  await watch(mailing);
  expect(send).toHaveBeenCalledTimes(2);
  expect(send.mock.lastCall).toMatchObject([{ subject: expect.stringContaining("Well again") }]);
});

test("settings are checked, recorded, and not overwritten unseen; a person's address goes with the person", async () => {
  const version = await setAlerts();
  await expect(
    changeAlertSettings(db, { ...settings, version: version - 1 }, { actor: null, requestId: "r" }),
  ).rejects.toThrow("Somebody else");
  for (const wrong of [
    { recipients: ["no address"] },
    { recipients: ["a@b.example\r\nBcc: c@d.example"] },
    { webhookUrl: "https://10.0.0.1/" },
    { quiet: { from: 60, until: 60 } },
    { recipients: Array.from({ length: 11 }, (_, index) => `a${index}@b.example`) },
  ])
    await expect(
      changeAlertSettings(db, { ...settings, ...wrong, version }, { actor: null, requestId: "r" }),
    ).rejects.toThrow();
  const before = await db.selectFrom("alert_settings").select("webhook_salt").executeTakeFirstOrThrow();
  await replaceWebhookKey(db, { version, env }, { actor: null, requestId: "r" });
  const after = await db.selectFrom("alert_settings").select("webhook_salt").executeTakeFirstOrThrow();
  expect(after.webhook_salt).not.toBe(before.webhook_salt);
  expect(
    await db.selectFrom("audit_log").select("action").where("action", "like", "alerts.%").orderBy("action").execute(),
  ).toEqual([{ action: "alerts.changed" }, { action: "alerts.key_replaced" }]);
  await forgetRecipient(db, "OPS@operator.example").execute();
  expect(await db.selectFrom("alert_settings").select(["recipients", "version"]).execute()).toEqual([
    { recipients: "[]", version: version + 2 },
  ]);
});

test("a test alert goes to everybody who is named, once a minute, and to nobody where nobody is", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
  const { id: actor } = await makeAccount({ roles: ["super_admin"] });
  const ask = () => sendTestAlert(db, { actor, requestId: "r" }, makeScope());
  await setAlerts({ recipients: [], webhookUrl: "" });
  await expect(ask()).rejects.toThrow("alerts reach nobody");
  await setAlerts();
  await ask();
  await expect(ask()).rejects.toThrow("Too many");
  expect(await readAlertMails()).toMatchObject([
    { recipient: "ops@operator.example", subject: expect.stringContaining("Test alert") },
  ]);
  expect(await db.selectFrom("alert_posts").select(["attempts", "last_error"]).execute()).toEqual([
    { attempts: 1, last_error: null },
  ]);
});
