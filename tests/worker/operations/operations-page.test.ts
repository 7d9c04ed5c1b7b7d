/** The page of operations through its routes. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { action, loader } from "#app/staff/operations/operations.tsx";
import { loader as loadNow } from "#app/staff/operations/now.ts";
import type { OperationsView } from "#app/staff/operations/operations-view.ts";
import { openDb } from "#worker/db/client.ts";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";
import { insert, makeMessage } from "../privacy/retention-make.ts";

const db = openDb(env.DB);
let visit: Visit;

beforeEach(async () => {
  await env.DB.exec(
    "UPDATE alert_settings SET recipients = '[]', webhook_url = '', quiet_from = NULL, quiet_until = NULL, error_threshold = 10, version = 1",
  );
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  visit = { user: (await makeAccount({ roles: ["super_admin"] })).id, env: { BACKUP_KEY: "a".repeat(64) } };
});

async function open(): Promise<OperationsView> {
  const { data } = (await loader(makeArgs("/operations", visit).args as never)) as {
    data: { view: OperationsView | null };
  };
  if (!data.view) throw new Error("It was not read.");
  return data.view;
}

async function post(form: Record<string, string>) {
  const { args } = makeArgs("/operations", visit, { form });
  const { data, init } = await action(args as never);
  return { ...data, status: init?.status ?? 200 };
}

const actions = async () =>
  (
    await db
      .selectFrom("audit_log")
      .select(["action", "detail"])
      .where("action", "not like", "session.%")
      .orderBy("at")
      .execute()
  ).filter(({ action: name }) => /^(operations|alerts)\./.test(name));

test("an empty site is well, and says so part by part, in one trip", async () => {
  const view = await open();
  expect(view.sentence).toMatch(/^All is well: \d+ checks, \d+ jobs, \d+ queues\.$/);
  expect([view.attention, view.errors]).toEqual([[], []]);
  expect(view.queues.map(({ name, waiting }) => [name, waiting])).toContainEqual(["fivewright-mail", "0"]);
  expect(view.jobs.every(({ state }) => state === "Has not run yet")).toBe(true);
  expect(view.alerts.isMute).toBe(true);
  const counts = startCounts();
  const { args } = makeArgs("/operations/now", { ...visit, env: { ...visit.env, DB: countD1(env.DB, counts) } });
  const now = await loadNow(args as never);
  expect([now.status, await now.json()]).toMatchObject([200, { attention: [] }]);
  expect(counts).toMatchObject({ trips: 1, rowsWritten: 0 });
});

test("what fails stands first, with what to do and where", async () => {
  await insert("failed_messages", makeMessage());
  const at = Date.now();
  await insert("job_runs", {
    name: "purge what is due",
    started_at: at,
    duration_ms: 40,
    scheduled_at: at,
    late_at: at + 1e6,
    failed_at: at,
    failures: 3,
    error: "It broke",
    recent: "+---",
  });
  const view = await open();
  expect(view.attention.map(({ key }) => key)).toEqual(["check dead letters", "check jobs", "job purge what is due"]);
  expect(view.attention[0]).toMatchObject({
    path: "/failed-messages",
    todo: expect.stringContaining("send the messages again"),
  });
  expect(view.queues.find(({ name }) => name === "fivewright-mail")?.dead).toBe(1);
  const job = view.jobs.find(({ name }) => name === "purge what is due");
  expect(job).toMatchObject({
    state: "Failed 3 times in a row",
    why: "It broke",
    took: "40 ms",
    recent: ["good", "failed", "failed", "failed"],
  });
});

test("a job that is run by hand is recorded with who asked, and not twice at once", async () => {
  expect(await post({ do: "run", job: "sweep unused covers" })).toMatchObject({
    status: 200,
    done: expect.stringContaining("sweep unused covers"),
  });
  expect(await post({ do: "run", job: "sweep unused covers" })).toMatchObject({ status: 429, done: null });
  expect(await post({ do: "run", job: "no such job" })).toMatchObject({ status: 404 });
  expect(await actions()).toEqual([{ action: "operations.job_run", detail: '{"job":"sweep unused covers"}' }]);
  expect(await db.selectFrom("job_runs").select(["name", "scheduled_at", "recent"]).execute()).toEqual([
    { name: "sweep unused covers", scheduled_at: null, recent: "+" },
  ]);
});

test("errors are marked as seen only as far as they were on the page", async () => {
  const at = Date.now();
  const group = {
    event: "request failed",
    name: "Error",
    message: "It broke",
    place: "/contact",
    frames: "at x:1:2",
    request_id: "r",
    version: "v",
    first_at: at,
  };
  await insert("error_groups", { ...group, fingerprint: "aa", last_at: at });
  await insert("error_groups", { ...group, fingerprint: "bb", last_at: at + 5000 });
  await insert("error_hours", { fingerprint: "aa", hour_at: at - (at % 3_600_000), count: 7 });
  expect((await open()).errors.map(({ fingerprint, state, count }) => [fingerprint, state, count])).toEqual([
    ["bb", "new", "0"],
    ["aa", "new", "7"],
  ]);
  await post({ do: "all-seen", until: String(at + 1) });
  expect((await open()).errors.map(({ fingerprint, state }) => [fingerprint, state])).toEqual([
    ["bb", "new"],
    ["aa", "seen"],
  ]);
  await post({ do: "seen", group: "bb", until: String(at + 9000) });
  // What somebody else has marked meanwhile is not recorded twice.
  expect(await post({ do: "seen", group: "bb", until: String(at + 9000) })).toMatchObject({ status: 409 });
  expect(await actions()).toHaveLength(2);
});

test("alerts are set by who has seen them; what is wrong is said at its field; the key is shown on request alone", async () => {
  const form = {
    do: "alerts",
    version: "1",
    recipients: "ops@operator.example",
    webhook: "",
    "quiet-from": "22:00",
    "quiet-until": "07:00",
    threshold: "5",
  };
  expect(await post({ ...form, webhook: "https://10.0.0.1/x" })).toMatchObject({
    status: 400,
    fields: { webhook: [expect.stringContaining("internet")] },
  });
  expect(await post({ ...form, "quiet-until": "" })).toMatchObject({
    status: 400,
    fields: { quietUntil: [expect.any(String)] },
  });
  expect(await post({ ...form, webhook: "https://hooks.operator.example/x" })).toMatchObject({ status: 200 });
  // Nothing typed is lost, and who has read what the others stored may replace it.
  expect(await post({ ...form, threshold: "none" })).toMatchObject({
    status: 400,
    fields: { threshold: [expect.any(String)] },
    typed: { threshold: "none", recipients: "ops@operator.example" },
  });
  expect(await post(form)).toMatchObject({
    status: 409,
    isContested: true,
    problem: expect.stringContaining("Somebody else"),
    typed: { recipients: "ops@operator.example", webhook: "" },
  });
  const { alerts } = await open();
  expect(alerts).toMatchObject({
    recipients: "ops@operator.example",
    quietFrom: "22:00",
    quietUntil: "07:00",
    threshold: 5,
    isMute: false,
  });
  expect(JSON.stringify(await open())).not.toContain("whsec_");
  const { key } = await post({ do: "key" });
  expect(key).toMatch(/^whsec_[\w+/=]{44}$/);
  expect(await post({ do: "new-key", version: "1" })).toMatchObject({ status: 409, done: null });
  const renewed = await post({ do: "new-key", version: "2" });
  expect([renewed.status, renewed.version, renewed.key === key]).toEqual([200, 3, false]);
  expect((await post({ do: "key" })).key).toBe(renewed.key);
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 500 }));
  expect(await post({ do: "test" })).toMatchObject({
    status: 200,
    problem: expect.stringContaining("The webhook did not take the test: It answered 500."),
  });
  expect((await open()).alerts.last.map(({ to }) => to)).toEqual(["ops@operator.example", "Webhook"]);
  expect((await open()).alerts.last[1]).toMatchObject({ isBad: true, state: "was refused: It answered 500." });
});
