/** The page of operations against who and what would harm it. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { Role } from "#shared/permissions.ts";
import { action, loader } from "#app/staff/operations/operations.tsx";
import { loader as loadNow } from "#app/staff/operations/now.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { readAlertSettings, selectAlertSettings } from "#worker/operations/alert-settings.ts";
import { planSending } from "#worker/operations/send-alerts.ts";
import { sendDuePosts } from "#worker/operations/webhook.ts";
import { brokenDb } from "../analytics/analytics-make.ts";
import { worker } from "../built-worker.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";
import { insert } from "../privacy/retention-make.ts";

const db = openDb(env.DB);
let visit: Visit;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  visit = { user: (await makeAccount({ roles: ["super_admin"] })).id, env: { BACKUP_KEY: "a".repeat(64) } };
});

/** The page as the built Worker sends it. */
async function send(path: string, cookies: string, { form, bindings }: Sending = {}) {
  const ctx = createExecutionContext();
  const headers = { Cookie: cookies, "Sec-Fetch-Site": "same-origin" };
  const body = form && { method: "POST", body: new URLSearchParams(form) };
  const request = new Request(`${siteOrigin}${path}`, { headers, redirect: "manual", ...body });
  const response = await worker.fetch(request as never, { ...env, ...bindings }, ctx);
  const text = await response.text();
  await waitOnExecutionContext(ctx);
  return { status: response.status, text };
}

interface Sending {
  form?: Record<string, string>;
  bindings?: Partial<Env>;
}

/** The job that posts, by its schedule. */
async function watch() {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: schedules.everyFiveMinutes }), env, ctx);
  await waitOnExecutionContext(ctx);
}

async function signInAs(role?: Role): Promise<string> {
  return writeCookies(await makeSession((await makeAccount({ roles: role ? [role] : [] })).id));
}

test("two hundred kinds of errors, long and hostile ones among them, are counted, and harm nobody", async () => {
  const at = Date.now();
  const hostile = `</script><script>alert("x")</script><img src=x onerror=alert(1)> ${"y".repeat(250)}`;
  for (let number = 0; number < 200; number += 1) {
    const fingerprint = number.toString(16);
    const words = { event: hostile.slice(0, 60), name: "Error", message: hostile, place: "/<u>", frames: hostile };
    const times = { first_at: at, last_at: at - number, request_id: "r", version: "v" };
    await insert("error_groups", { fingerprint, ...words, ...times });
    await insert("error_hours", { fingerprint, hour_at: at - (at % 3_600_000), count: 2 });
  }
  const { view } = (await loader(makeArgs("/operations", visit).args as never)).data;
  if (!view) throw new Error("It was not read.");
  expect([view.errors.length, view.moreErrors]).toEqual([50, expect.stringMatching(/^150 more/)]);
  expect(view.figures.at(-1)).toMatchObject({ value: "400", note: "200 kinds, 200 not seen" });
  expect(view.attention.map(({ key }) => key)).toEqual(["errors"]);
  const { status, text } = await send("/operations", await signInAs("super_admin"));
  expect(status).toBe(200);
  expect(text).toContain("&lt;img src=x");
  expect(text).not.toMatch(/<img src=x|<script>alert|<\/script><script>alert|<u>/);
});

test("demo errors count as demo data, and as nothing that somebody has to see", async () => {
  const at = Date.now();
  const words = { event: "mail not sent", name: "Error", message: "m", place: "", frames: "", request_id: "r" };
  const times = { version: "v", first_at: at, last_at: at };
  const note = async () => {
    const { view } = (await loader(makeArgs("/operations", visit).args as never)).data;
    return [view?.figures.at(-1)?.note, view?.figures.at(-1)?.tone];
  };
  expect(await note()).toEqual(["0 kinds", "good"]);
  for (const fingerprint of ["d1", "d2"]) await insert("error_groups", { ...words, ...times, fingerprint, is_demo: 1 });
  expect(await note()).toEqual(["2 kinds, 2 as demo data", "good"]);
  await insert("error_groups", { ...words, ...times, fingerprint: "a1" });
  expect(await note()).toEqual(["3 kinds, 1 not seen, 2 as demo data", "warning"]);
  await db.updateTable("error_groups").set({ seen_at: at }).where("fingerprint", "=", "a1").execute();
  expect(await note()).toEqual(["3 kinds, all seen, 2 as demo data", "good"]);
});

test("nobody but a super admin sees or changes anything here, whatever they send", async () => {
  for (const role of ["marketing_admin", "talent_admin", "HR", undefined] as const) {
    const cookies = await signInAs(role);
    for (const path of ["/operations", "/operations.data", "/operations/now"])
      expect([path, (await send(path, cookies)).status]).toEqual([path, 403]);
    for (const form of [{ do: "run", job: "sweep unused covers" }, { do: "key" }, { do: "all-seen", until: "1" }])
      expect((await send("/operations", cookies, { form })).status).toBe(403);
  }
  expect((await send("/operations/now", "")).status).not.toBe(200);
  const done = db.selectFrom("audit_log").select("action").where("action", "like", "operations.%");
  expect(await done.execute()).toEqual([]);
});

test("a post that waited for a former webhook goes to no other one, and waits on where the address stays", async () => {
  const posted: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    posted.push(new Request(input as RequestInfo).url);
    return new Response(null, { status: 204 });
  });
  const cookies = await signInAs("super_admin");
  const [former, next] = ["https://former.operator.example/", "https://next.operator.example/"];
  const change = async (webhook: string, version: number) => {
    const fields = { do: "alerts", recipients: "", "quiet-from": "", "quiet-until": "", threshold: "10" };
    const { text } = await send("/operations", cookies, { form: { ...fields, webhook, version: String(version) } });
    expect(text).toContain("The alerts are changed.");
  };
  const write = () => insert("alert_posts", { id: crypto.randomUUID(), body: "{}", created_at: 1, due_at: 1 });
  await change(former, 1);
  await write();
  await change(former, 2);
  await watch();
  expect(posted).toEqual([former]);
  await write();
  await change(next, 3);
  await watch();
  expect(posted).toEqual([former]);
  await write();
  await watch();
  expect(posted).toEqual([former, next]);
});

test("who read the settings before they changed stores no post for the new webhook, and takes none of it", async () => {
  const posted = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
  const set = (webhook_url: string) => db.updateTable("alert_settings").set({ webhook_url }).execute();
  const read = async () => readAlertSettings(await selectAlertSettings(db).executeTakeFirstOrThrow());
  await set("https://former.operator.example/");
  const settings = await read();
  await set("https://next.operator.example/");
  const texts = { kind: "alert", mail: { subject: "", text: "", html: "" }, post: "{}" } as const;
  await runBatch(db, planSending(db, { settings, ...texts }).queries);
  expect(await db.selectFrom("alert_posts").select("id").execute()).toEqual([]);
  await insert("alert_posts", { id: "1", body: "{}", created_at: 1, due_at: 1 });
  await sendDuePosts(db, settings, makeScope());
  expect(posted).not.toHaveBeenCalled();
  await sendDuePosts(db, await read(), makeScope());
  expect(posted).toHaveBeenCalledTimes(1);
});

test("while the database is away the page says so, and a form says that nothing was done", async () => {
  const away = { ...visit, env: { DB: brokenDb } };
  const read = await loader(makeArgs("/operations", away).args as never);
  expect([read.data.view, read.init?.status]).toEqual([null, 503]);
  expect((await loadNow(makeArgs("/operations/now", away).args as never)).status).toBe(503);
  const { args } = makeArgs("/operations", away, { form: { do: "run", job: "sweep unused covers" } });
  await expect(Promise.resolve(action(args as never)).then(({ init }) => init?.status)).resolves.toBe(503);
});
