/** Who comes while the site is restored: docs/decisions/088-backups.md. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { identify } from "#worker/accounts/identity.ts";
import { createMarker, isRestoring } from "#worker/backups/is-restoring.ts";
import { putText } from "#worker/backups/objects.ts";
import type { ObjectStore } from "#worker/backups/types.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { keepOut, letIn, openPass } from "../../scripts/backup/keep-out.ts";
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

/** The restore of a backup; `between` runs after some of its batches, and is told whether the site is closed by then. */
async function restoreBetween(between: (state: "closing" | "closed" | "opening") => Promise<void>) {
  const vault = await openVault(openMemory().store);
  const { id } = await backUp(vault);
  let state: Parameters<typeof between>[0] = "closing";
  let batches = 0;
  const DB = {
    prepare(query: string) {
      // What is dropped first goes with the old rows, what is dropped last are the guards.
      if (query.startsWith("drop t")) state = query.includes("if exists") ? "opening" : "closed";
      return env.DB.prepare(query);
    },
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      if ((batches += 1) % 5 === 0 || state === "opening") await between(state);
      return results;
    },
  } as unknown as D1Database;
  return restore(vault, id, { target: { ...sources(), databases: { DB } } });
}

test("whoever sends something during a restore is told that it is not taken; what is confirmed stays", async () => {
  const user = await makeUser();
  await makeEnquiry({ email: "before@client.example" });
  const before = (await readAll()) as Record<string, unknown>;
  const refused: Awaited<ReturnType<typeof ask>>[] = [];
  let taken = 0;
  const outcome = await restoreBetween(async (state) => {
    if (state === "closing") return;
    const sent = await ask("/contact", { method: "POST", body: "a=b" });
    if (state === "opening" && sent.status === 303) taken += 1;
    else refused.push(sent);
    if (state === "closed") {
      refused.push(await post("/api/auth/sign-in", { email: user.email, password: "of nobody at all" }));
      await ask("/insights/a-page-that-fails");
    }
  });
  expect(outcome.troubles).toEqual([]);
  expect(refused.length).toBeGreaterThan(10);
  for (const { status, wait } of refused) expect([status, wait]).toEqual([503, "60"]);
  expect(refused[0]?.text).toContain("<h1>The site is being restored from a backup</h1>");
  expect(refused[0]?.text).toContain("Nothing was changed.");
  expect(JSON.parse(refused[1]?.text ?? "")).toMatchObject({
    title: "The site is being restored from a backup",
    status: 503,
    retry_after: 60,
  });
  const after = (await readAll()) as typeof before;
  for (const table of ["error_groups", "error_hours", "users", "auth_attempts"])
    expect([table, after[table]]).toEqual([table, before[table]]);
  expect(await db.selectFrom("enquiries").select("id").execute()).toHaveLength(1 + taken);
  expect((await ask("/contact", { method: "POST", body: "a=b" })).status).toBe(303);
  expect(await db.selectFrom("enquiries").select("id").execute()).toHaveLength(2 + taken);
});

/** As a restore does before it reads anything. */
async function close(): Promise<void> {
  await env.DB.prepare(createMarker).run();
  await keepOut(env.DB);
}

test("a session is not renewed during a restore, and the cookies stay", async () => {
  const user = await makeUser({ roles: ["super_admin"] });
  const tokens = await makeSession(user.id);
  const Cookie = writeCookies({ refreshToken: tokens.refreshToken });
  await close();
  renderPage.mockImplementation(async (request: Request, scope: RequestScope) => {
    const { identity, setCookies } = await identify(request, scope);
    return Response.json(identity, { headers: setCookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
  });
  const answer = await ask("/marketing-admin", { headers: { Cookie } });
  expect([answer.status, answer.wait, answer.headers.get("Set-Cookie")]).toEqual([503, "60", null]);
  await letIn(env.DB);
});

test("however a table is changed, it is refused while the site is closed, save to who has a pass; opening leaves nothing behind", async () => {
  const { id } = await makeUser();
  const readSchema = () => env.DB.prepare("select type, name, sql from sqlite_master order by name").all();
  const { results: schema } = await readSchema();
  await close();
  const changes = [
    "insert or ignore into backup_notes (kind, mark, at) values ('mail', 'x', 1)",
    "insert into backup_notes (kind, mark, at) values ('mail', 'x', 1) on conflict do nothing",
    "replace into backup_notes (kind, mark, at) values ('mail', 'x', 1)",
    `update or ignore users set name = 'x' where id = '${id}'`,
    `delete from users where id = '${id}'`,
    `with own as (select '${id}' as id) delete from users where id in (select id from own)`,
  ];
  for (const change of changes)
    await expect(env.DB.prepare(change).run(), change).rejects.toThrow("The site is being restored");
  const pass = openPass(env.DB);
  for (const change of changes.slice(0, 4))
    expect((await pass.prepare(change).run()).meta.changes, change).toBeGreaterThanOrEqual(0);
  expect(await pass.prepare("select name from users where id = ?").bind(id).first("name")).toBe("x");
  // A pass that fails is not left lying about.
  await expect(
    pass.batch([pass.prepare("select 1"), pass.prepare("insert into users (id) values ('y')")]),
  ).rejects.toThrow();
  await expect(env.DB.prepare(changes[4] ?? "").run()).rejects.toThrow("The site is being restored");
  await letIn(env.DB);
  expect((await readSchema()).results).toEqual(schema);
  await env.DB.prepare(changes[4] ?? "").run();
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
  expect(seen.filter(([what, isClosed]) => what !== "batch" || !isClosed)).toEqual([]);
  const left = env.DB.prepare("select name from sqlite_master where name glob 'restoring*'");
  expect([await isRestoring(env), (await left.all()).results]).toEqual([false, []]);
  await vault.store.delete([`notes/${id}`]);
  await restore(vault, id, { target });
  expect(seen.filter(([, isClosed]) => !isClosed)).toEqual([]);
  expect(seen.map(([what]) => what)).toEqual(expect.arrayContaining(["list", "put", "batch"]));
  expect(await isRestoring(env)).toBe(false);
});

test("what a restore has left half done is not backed up: the good backups of the day would go", async () => {
  const vault = await openVault(openMemory().store);
  await backUp(vault);
  await env.DB.prepare(createMarker).run();
  await expect(backUp(vault)).rejects.toThrow(/A restore of this site was interrupted/);
});
