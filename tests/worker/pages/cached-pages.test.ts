/** Public pages that the isolate keeps: never an old one, never another's, and no more than there is memory for. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { cachePage, readCachedPage } from "#worker/pages/cached-pages.ts";
import { builtRoutes, worker } from "../built-worker.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  vi.restoreAllMocks();
});

/** Asks the Worker; with `overrides` it is configured anew, and nothing finished is handed out. */
async function ask(path: string, init: RequestInit = {}, overrides?: Partial<Env>): Promise<Response> {
  const ctx = createExecutionContext();
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { redirect: "manual", ...init });
  const response = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    overrides ? { ...env, ...overrides } : env,
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return response;
}

const fixedPaths = builtRoutes
  .filter(({ module }) => (module.handle as { fixed?: true } | undefined)?.fixed)
  .map(({ path = "" }) => `/${path}`);

/** The digests that `run` makes: a page that is rendered is hashed, a cached one is not. */
async function countDigests(run: () => Promise<unknown>): Promise<number> {
  const digest = vi.spyOn(crypto.subtle, "digest");
  await run();
  const made = digest.mock.calls.length;
  digest.mockRestore();
  return made;
}

test("a fixed page is made once, and answered alike whatever parameter is in its address", async () => {
  expect(fixedPaths.length).toBeGreaterThan(10);
  for (const path of fixedPaths) {
    const tagged = await (await ask(`${path}?utm_source=first`)).text();
    const first = await ask(path);
    const text = await first.text();
    expect(tagged === text, `${path} with a parameter`).toBe(true);
    expect(first.status, path).toBe(200);
    let again = first;
    expect(await countDigests(async () => (again = await ask(path))), path).toBe(0);
    expect(await again.text()).toBe(text);
    const names = (response: Response) =>
      [...response.headers].filter(([name]) => name !== "x-request-id").toSorted(([a], [b]) => a.localeCompare(b));
    expect(names(again), path).toEqual(names(first));
    expect((await ask(`${path}?utm_source=x`)).headers.get("Cache-Control"), path).toBe("private, no-cache");
    expect((await ask(`${path}?utm_source=x`)).headers.get("Cache-Tag"), path).toBeNull();
  }
});

test("a kept page answers HEAD and conditions like a rendered one, and refuses posts", async () => {
  const first = await ask("/partners");
  const etag = first.headers.get("ETag") ?? "";
  await first.text();
  const head = await ask("/partners", { method: "HEAD" });
  expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
  const known = await ask("/partners", { headers: { "If-None-Match": etag } });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  const posted = await ask("/partners", { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } });
  expect(posted.status).toBe(405);
});

/** Asks twice and thrice: the answers, and whether the Worker has run for the last one, which then writes a line. */
async function askAgain(path: string, init: RequestInit = {}) {
  await (await ask(path)).text();
  const first = await ask(path);
  const log = vi.spyOn(console, "log").mockClear();
  const answer = await ask(path, init);
  return { first, answer, hasRun: log.mock.calls.length > 0 };
}

test.each(["/gcc", "/api/auth/session"])("%s is handed out finished, with a request id of its own", async (path) => {
  const { first, answer, hasRun } = await askAgain(path);
  expect(hasRun).toBe(false);
  expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
  expect(await answer.text()).toBe(await first.text());
  expect((await askAgain(path, { method: "HEAD" })).hasRun).toBe(false);
  expect((await askAgain(`${path}?utm_source=x`)).hasRun).toBe(true);
  expect((await askAgain(path, { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } })).answer.status).toBe(
    405,
  );
});

test("the session of who is signed out is handed out to nobody who sends a cookie or a token", async () => {
  const path = "/api/auth/session";
  const nobody = { user: null, roles: [], expires_at: null };
  const { first, hasRun } = await askAgain(path);
  expect([hasRun, first.headers.get("Cache-Control"), await first.json()]).toEqual([false, "no-store", nobody]);
  for (const headers of [{ Cookie: "theme=dark" }, { Cookie: "" }, { Authorization: "Bearer x" }])
    expect((await askAgain(path, { headers })).hasRun, JSON.stringify(headers)).toBe(true);
  const user = await makeAccount();
  const mine = await askAgain(path, { headers: { Cookie: writeCookies(await makeSession(user.id)) } });
  expect(await mine.answer.json()).toMatchObject({ user: { id: user.id } });
  expect(await (await ask(path)).json()).toEqual(nobody);
});

test("a Worker that is configured anew hands out nothing that was finished before", async () => {
  const policyOf = (response: Response) => response.headers.get("Strict-Transport-Security");
  await askAgain("/partners");
  expect(policyOf(await ask("/partners", {}, { HSTS_PRELOAD: "on" }))).toContain("preload");
  expect(policyOf(await ask("/partners"))).not.toContain("preload");
});

test("an article is rendered again when its data changed, and at once", async () => {
  const { id } = await makeInsight({ slug: "here", title: "The first title" });
  const first = await (await ask("/insights/here")).text();
  expect(first).toContain("The first title");
  // The second page is answered from memory, but for the digests of the data's own reading.
  expect(await countDigests(() => ask("/insights/here"))).toBe(0);
  await db.updateTable("insights").set({ title: "The second title" }).where("id", "=", id).execute();
  const second = await ask("/insights/here");
  const text = await second.text();
  expect(text).toContain("The second title");
  expect(text).not.toContain("The first title");
  await db.updateTable("insights").set({ title: "The first title" }).where("id", "=", id).execute();
  expect(await (await ask("/insights/here")).text()).toBe(first);
});

test("what a visitor searches for is not kept", async () => {
  for (const path of ["/insights?q=zebra", "/insights?page=1", "/careers?q=zebra"]) {
    await ask(path);
    expect(await countDigests(() => ask(path)), path).toBeGreaterThan(0);
  }
});

test("what failed, moved or is not there is not kept", async () => {
  expect((await ask("/insights/not-yet")).status).toBe(404);
  await makeInsight({ slug: "not-yet", title: "Here now" });
  const there = await ask("/insights/not-yet");
  expect([there.status, (await there.text()).includes("Here now")]).toEqual([200, true]);
});

test("memory holds 16 MB of pages at most; the one asked for least recently goes first", () => {
  const address = (index: number) => `https://memory.example/${index}`;
  const make = (megabytes: number) => ({
    bytes: new Uint8Array(megabytes * 1024 * 1024),
    etag: `"x"`,
    sources: [],
    data: "",
  });
  for (let index = 0; index < 16; index++) cachePage(address(index), make(1));
  expect(readCachedPage(address(0))).toBeDefined();
  cachePage(address(16), make(1));
  expect(readCachedPage(address(1))).toBeUndefined();
  expect(readCachedPage(address(0))).toBeDefined();
  // Cached again, a page counts once.
  for (let times = 0; times < 40; times++) cachePage(address(0), make(1));
  expect(readCachedPage(address(16))).toBeDefined();
  cachePage(address(17), make(17));
  expect([0, 16, 17].map((index) => readCachedPage(address(index)))).toEqual([undefined, undefined, undefined]);
});
