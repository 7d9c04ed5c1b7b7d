/** Who comes while the site is restored: docs/decisions/088-backups.md. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { identify } from "#worker/accounts/identity.ts";
import { createMarker, isRestoring } from "#worker/backups/is-restoring.ts";
import { chooseGuarded, keepOut } from "#worker/backups/keep-out.ts";
import { putText } from "#worker/backups/objects.ts";
import type { ObjectStore } from "#worker/backups/types.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { countD1, startCounts } from "../../scripts/bench/count-d1.ts";
import { backUp, openMemory, openVault, readAll, restore, sources } from "./backups-make.ts";
import { makeFields, receive } from "./contact-make.ts";
import { makeEnquiry } from "./inbox-make.ts";
import { makeAddress, makeScope, makeSession, makeUser, writeCookies } from "./make.ts";

/** In place of the pages, which need the build: a form that takes enquiries, and a page that cannot be shown. */
const renderPage = vi.hoisted(() => vi.fn());
vi.mock("../../worker/pages.ts", () => ({ renderPage }));

// Modules are replaced for all files that follow.
afterAll(() => vi.doUnmock("../../worker/pages.ts"));

const { default: worker } = await import("#worker/index.ts");
const db = openDb(env.DB);

beforeEach(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  renderPage.mockImplementation(async (request: Request, scope: RequestScope) => {
    if (request.method === "GET") {
      scope.log.error("page not shown", new Error("It has no rows."));
      return new Response("no page", { status: 500 });
    }
    await receive(await makeFields(), { scope: { ...makeScope(), env: scope.env } });
    return new Response(null, { status: 303 });
  });
});

async function ask(path: string, { method = "GET", headers = {}, body }: RequestInit & { headers?: object } = {}) {
  const own = { "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", Accept: "text/html", ...headers };
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { method, headers: own, ...(body && { body }) });
  const ctx = createExecutionContext();
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, ctx);
  const text = await answer.text();
  await waitOnExecutionContext(ctx);
  return { status: answer.status, wait: answer.headers.get("Retry-After"), text, headers: answer.headers };
}

const post = (path: string, json: object) =>
  ask(path, {
    method: "POST",
    body: JSON.stringify(json),
    headers: { "Content-Type": "application/json", Accept: "application/json" },
  });

/** The restore of a backup; `between` runs after each batch of it. */
async function restoreBetween(between: () => Promise<void>) {
  const vault = await openVault(openMemory().store);
  const { id } = await backUp(vault);
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      await between();
      return results;
    },
  } as unknown as D1Database;
  return restore(vault, id, { target: { ...sources(), databases: { DB } } });
}

test("whoever sends something during a restore is told so, nothing is taken, and the restore is not disturbed", async () => {
  const user = await makeUser();
  await makeEnquiry({ email: "before@client.example" });
  const before = (await readAll()) as Record<string, unknown>;
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  const outcome = await restoreBetween(async () => {
    answers.push(await ask("/contact", { method: "POST", body: "a=b" }));
    answers.push(await post("/api/auth/sign-in", { email: user.email, password: "of nobody at all" }));
    await ask("/insights/a-page-that-fails");
  });
  expect(outcome.troubles).toEqual([]);
  expect(answers.length).toBeGreaterThan(10);
  for (const { status, wait } of answers) expect([status, wait]).toEqual([503, "60"]);
  expect(answers[0]?.text).toContain("<h1>The site is being restored from a backup</h1>");
  expect(answers[0]?.text).toContain("Nothing was changed.");
  expect(JSON.parse(answers[1]?.text ?? "")).toMatchObject({
    title: "The site is being restored from a backup",
    status: 503,
    retry_after: 60,
  });
  const after = (await readAll()) as typeof before;
  for (const table of ["enquiries", "error_groups", "error_hours", "users", "auth_attempts", "conversions"])
    expect([table, after[table]]).toEqual([table, before[table]]);
  expect((await ask("/contact", { method: "POST", body: "a=b" })).status).toBe(303);
  expect(await db.selectFrom("enquiries").select("id").execute()).toHaveLength(2);
});

test("a session is not renewed during a restore, and the cookies stay", async () => {
  const user = await makeUser({ roles: ["super_admin"] });
  const tokens = await makeSession(user.id);
  const Cookie = writeCookies({ refreshToken: tokens.refreshToken });
  await env.DB.prepare("create table restoring (at integer)").run();
  renderPage.mockImplementation(async (request: Request, scope: RequestScope) => {
    const { identity, setCookies } = await identify(request, scope);
    return Response.json(identity, { headers: setCookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
  });
  const answer = await ask("/marketing-admin", { headers: { Cookie } });
  expect([answer.status, answer.wait, answer.headers.get("Set-Cookie")]).toEqual([503, "60", null]);
});

test("nothing of a restore is read or put before the marker is there, it opens the site last, and one that is refused leaves no marker", async () => {
  const vault = await openVault(openMemory().store);
  await env.MEDIA.put("covers/a.webp", "a picture");
  const { id } = await backUp(vault);
  await env.MEDIA.delete("covers/a.webp");
  const { MEDIA } = sources().buckets;
  const seen: [string, boolean][] = [];
  const see = async (what: string) => void seen.push([what, await isRestoring(env)]);
  const bucket = {
    list: async (options: object) => (await see("list"), MEDIA?.list(options)),
    put: async (key: string, value: Uint8Array<ArrayBuffer>) => (await see("put"), MEDIA?.put(key, value)),
  } as unknown as ObjectStore;
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => (await see("batch"), env.DB.batch(statements)),
  } as unknown as D1Database;
  const target = { databases: { DB }, buckets: { MEDIA: bucket } };
  // A note that nobody can read.
  await putText(await openVault(vault.store, "another-key-of-at-least-32-characters"), `notes/${id}`, "[]");
  await expect(restore(vault, id, { target })).rejects.toThrow("Nothing was changed");
  expect([await isRestoring(env), seen.filter(([what]) => what === "list" || what === "batch")]).toEqual([false, []]);
  await vault.store.delete([`notes/${id}`]);
  await restore(vault, id, { target });
  expect(seen.filter(([, isClosed]) => !isClosed)).toEqual([]);
  expect(seen.map(([what]) => what)).toEqual(expect.arrayContaining(["list", "put", "batch"]));
  expect(await isRestoring(env)).toBe(false);
});

test("jobs and consumers that had begun before a restore neither read nor write any more", async () => {
  const refused = vi.fn();
  const guarded = keepOut(env, "everything", refused);
  expect(await guarded.DB.prepare("select ? as one").bind(1).first("one")).toBe(1);
  await env.DB.prepare("create table restoring (at integer)").run();
  const reads = [
    () => guarded.DB.prepare("select 1").all(),
    () => guarded.DB.withSession("first-primary").prepare("select 1").first(),
    () => guarded.DB.batch([guarded.DB.prepare("select 1")]),
  ];
  for (const read of reads) await expect(read()).rejects.toThrow("being restored");
  expect(refused).toHaveBeenCalledTimes(reads.length);
  const reader = keepOut(env, "writes", refused).DB;
  expect(await reader.prepare("with a as (select 1 as delete_at) select * from a").first("delete_at")).toBe(1);
  await expect(reader.prepare(" UPDATE users SET name = 'x'").run()).rejects.toThrow("being restored");
  await expect(reader.prepare("with a as (select 1) delete from users").run()).rejects.toThrow("being restored");
  await expect(reader.batch([reader.prepare("select 1"), reader.prepare("delete from users")])).rejects.toThrow(
    "being restored",
  );
  expect(await isRestoring(env)).toBe(true);
});

test("to ask for the marker costs no trip and reads no row, and a rule of the database is named as it was", async () => {
  const count = async (wrap: (d1: D1Database) => D1Database) => {
    const counts = startCounts();
    const d1 = wrap(countD1(env.DB, counts));
    await d1.prepare("update users set name = 'x' where id = ?").bind("nobody").run();
    await d1.batch([d1.prepare("select 1"), d1.prepare("delete from sessions where id = 'none'")]);
    return counts;
  };
  const plain = await count((d1) => d1);
  const guarded = await count((DB) => keepOut({ ...env, DB }, "everything", () => {}).DB);
  expect(guarded).toEqual({ ...plain, queries: plain.queries + 2 });
  const { DB } = keepOut(env, chooseGuarded({ method: "POST" }), () => {});
  await expect(DB.prepare("insert into backup_notes values ('', 'x', 1)").run()).rejects.toThrow("CHECK constraint");
});

test("what a restore has left half done is not backed up: the good backups of the day would go", async () => {
  const vault = await openVault(openMemory().store);
  await backUp(vault);
  await env.DB.prepare(createMarker).run();
  await expect(backUp(vault)).rejects.toThrow(/A restore of this site was interrupted/);
});
