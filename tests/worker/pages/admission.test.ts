/** More requests at once than an isolate takes: who is refused, with which words, and what is never refused. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { admit, mostAtOnce } from "#worker/lib/http/admission.ts";
import { worker } from "../built-worker.ts";
import { makeAddress } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

muteConsole("warn", "error");

interface Asked {
  DB?: D1Database;
  address?: string;
  accept?: string;
}

async function ask(path: string, { DB = env.DB, address = makeAddress(), accept = "text/html" }: Asked = {}) {
  const headers = { "CF-Connecting-IP": address, "Sec-Fetch-Site": "same-origin", Accept: accept };
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { headers });
  const ctx = createExecutionContext();
  const answer = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    DB === env.DB ? env : { ...env, DB },
    ctx,
  );
  const text = await answer.text();
  await waitOnExecutionContext(ctx);
  return { status: answer.status, wait: answer.headers.get("Retry-After"), text };
}

/** What asks the database, of itself or of a statement; all else makes a session or a statement, or binds values. */
const asking = new Set<string | symbol>(["batch", "all", "first", "raw", "run", "exec"]);

/** A database that answers when the test says so. */
function holdDatabase() {
  let open = () => {};
  let held = 0;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const hold = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(object, key) {
        const value = Reflect.get(object, key) as unknown;
        if (typeof value !== "function") return value;
        return (...values: unknown[]) => {
          const run = () => Reflect.apply(value, object, values) as unknown;
          if (!asking.has(key)) return hold(run() as object);
          held += 1;
          return opened.then(run);
        };
      },
    });
  return { DB: hold(env.DB), open, countHeld: () => held };
}

test("past the places of an isolate pages and the API say when to come again, and fixed pages go on; then all is as before", async () => {
  expect((await ask("/gcc")).status).toBe(200);
  const { DB, open, countHeld } = holdDatabase();
  const waiting = Array.from({ length: mostAtOnce.reading }, () => ask("/sitemap.xml", { DB }));
  // Each asks twice at once.
  await vi.waitFor(() => expect(countHeld()).toBe(2 * mostAtOnce.reading), { timeout: 10_000 });
  const page = await ask("/contact");
  expect([page.status, Number(page.wait) >= 2, page.text.includes("try again in")]).toEqual([503, true, true]);
  const program = await ask("/api/health", { accept: "application/json" });
  expect([program.status, JSON.parse(program.text)]).toEqual([
    503,
    expect.objectContaining({
      status: 503,
      retry_after: Number(program.wait),
      detail: expect.stringContaining("again"),
    }),
  ]);
  expect((await ask("/gcc")).status).toBe(200);
  open();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask("/contact")).status).toBe(200);
});

test("one address has a quarter of the places, those that send have their own, and who went away loses theirs", async () => {
  const never = () => new Promise<Response>(() => {});
  const make = (address: string, body?: string) =>
    new Request(env.SITE_ORIGIN, {
      headers: { "CF-Connecting-IP": address },
      ...(body && { method: "POST", body }),
    });
  const done = async () => new Response("done");
  const status = async (address: string, body?: string) => (await admit(make(address, body), done)).status;
  for (let taken = 0; taken < mostAtOnce.sending / 4; taken += 1) void admit(make("10.1.1.1", "x"), never);
  expect([await status("10.1.1.1", "x"), await status("10.1.1.2", "x"), await status("10.1.1.1")]).toEqual([
    503, 200, 200,
  ]);
  for (let taken = 0; taken < mostAtOnce.sending; taken += 1) void admit(make(makeAddress(), "x"), never);
  expect([await status("10.1.1.2", "x"), await status("10.1.1.1")]).toEqual([503, 200]);
  vi.useFakeTimers({ now: Date.now() + minute, toFake: ["Date"] });
  expect(await status("10.1.1.2", "x")).toBe(200);
});
