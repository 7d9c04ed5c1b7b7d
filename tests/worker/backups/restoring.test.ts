/** Who comes while the site is restored: docs/decisions/088-backups.md. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { identify } from "#worker/accounts/sessions/identity.ts";
import { createMarker, isRestoring } from "#worker/backups/is-restoring.ts";
import { putText } from "#worker/backups/objects.ts";
import type { ObjectStore } from "#worker/backups/types.ts";
import { openDb } from "#worker/db/client.ts";
import worker from "#worker/index.ts";
import { keepOut, letIn, openPass } from "../../../scripts/backup/keep-out.ts";
import { backUp, openMemory, openVault, readAll, restore, sources } from "./backups-make.ts";
import { makeFields, receive } from "../enquiries/enquiries-make.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress, makeScope } from "../make-scope.ts";
import * as pages from "../pages/no-pages.ts";

interface Health {
  status: string;
  checks: { name: string; status: string }[];
}

const db = openDb(env.DB);

beforeEach(() => {
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  // A form that takes enquiries, and a page that cannot be shown.
  vi.spyOn(pages, "renderPage").mockImplementation(async (request, scope) => {
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
  // Bindings of its own: an isolate remembers for two seconds whether it is closed.
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env }, ctx);
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

/** The database of the site; `before` and `after` hear the statements of each batch. */
function watch({ before, after }: { before?: (sql: readonly string[]) => unknown; after?: () => unknown }) {
  const said = new WeakMap<object, string>();
  const database = {
    prepare(query: string) {
      const statement = env.DB.prepare(query);
      said.set(statement, query);
      return statement;
    },
    async batch(statements: D1PreparedStatement[]) {
      const sql = statements.map((each) => said.get(each) ?? "");
      await before?.(sql);
      const results = await env.DB.batch(statements);
      await after?.();
      return results;
    },
  };
  return database as unknown as D1Database;
}

/** The restore of a backup; `between` runs after some of its batches, and gets whether the site is closed by then. */
async function restoreBetween(between: (state: "closing" | "closed" | "opening") => Promise<void>) {
  const vault = await openVault(openMemory().store);
  const { id } = await backUp(vault);
  let state: Parameters<typeof between>[0] = "closing";
  let batches = 0;
  const has = (sql: readonly string[], start: string) => sql.some((each) => each.startsWith(start));
  const DB = watch({
    before(sql) {
      if (has(sql, "create table if not exists restoring_emptied")) state = "closed";
      if (has(sql, "drop trigger if exists") && !has(sql, "create trigger") && state === "closed") state = "opening";
    },
    async after() {
      if ((batches += 1) % 5 === 0 || state === "opening") await between(state);
    },
  });
  return restore(vault, id, { target: { ...sources(), databases: { DB } } });
}

test("whoever sends something during a restore is told that it is not taken; what is confirmed stays @ci", async () => {
  const user = await makeAccount();
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
  for (const table of ["error_groups", "error_hours", "accounts", "auth_attempts"])
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
  const user = await makeAccount({ roles: ["super_admin"] });
  const tokens = await makeSession(user.id);
  const Cookie = writeCookies({ refreshToken: tokens.refreshToken });
  await close();
  vi.mocked(pages.renderPage).mockImplementation(async (request, scope) => {
    const { identity, setCookies } = await identify(request, scope);
    return Response.json(identity, { headers: setCookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
  });
  const answer = await ask("/marketing-admin", { headers: { Cookie } });
  expect([answer.status, answer.wait, answer.headers.get("Set-Cookie")]).toEqual([503, "60", null]);
  await letIn(env.DB);
});

test("however a table is changed, it is refused while the site is closed, save to who has a pass; opening leaves nothing behind", async () => {
  const { id } = await makeAccount();
  const readSchema = () => env.DB.prepare("select type, name, sql from sqlite_master order by name").all();
  const { results: schema } = await readSchema();
  await close();
  const changes = [
    "insert or ignore into backup_notes (kind, mark, at) values ('mail', 'x', 1)",
    "insert into backup_notes (kind, mark, at) values ('mail', 'x', 1) on conflict do nothing",
    "replace into backup_notes (kind, mark, at) values ('mail', 'x', 1)",
    `update or ignore accounts set name = 'x' where id = '${id}'`,
    `delete from accounts where id = '${id}'`,
    `with own as (select '${id}' as id) delete from accounts where id in (select id from own)`,
  ];
  for (const change of changes)
    await expect(env.DB.prepare(change).run(), change).rejects.toThrow("The site is being restored");
  const pass = openPass(env.DB);
  for (const change of changes.slice(0, 4))
    expect((await pass.prepare(change).run()).meta.changes, change).toBeGreaterThanOrEqual(0);
  expect(await pass.prepare("select name from accounts where id = ?").bind(id).first("name")).toBe("x");
  // A pass that fails is not left lying about.
  await expect(
    pass.batch([pass.prepare("select 1"), pass.prepare("insert into accounts (id) values ('y')")]),
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

test("answers that missing rows lead to say so while the site is closed, and monitors are told", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.mocked(pages.renderPage).mockImplementation(async (request) => {
    const status = Number(new URL(request.url).searchParams.get("status"));
    return new Response("an answer", { status });
  });
  const number = { visitor_id: crypto.randomUUID() };
  const askAll = async () => {
    const pages: Record<number, number> = {};
    for (const status of [200, 303, 401, 403, 404, 409, 410, 429, 500])
      pages[status] = (await ask(`/insights/a?status=${status}`)).status;
    const exported = await post("/api/export-visitor-data", number);
    const { status, checks } = JSON.parse((await ask("/api/health")).text) as Health;
    return {
      pages,
      exported: exported.status,
      health: [status, checks.find(({ name }) => name === "jobs")?.status],
    };
  };
  const itself = Object.fromEntries([200, 303, 401, 403, 404, 409, 410, 429, 500].map((status) => [status, status]));
  expect(await askAll()).toEqual({ pages: itself, exported: 200, health: ["ok", "ok"] });
  await close();
  expect(await askAll()).toEqual({
    pages: { ...itself, 401: 503, 404: 503, 409: 503, 410: 503, 500: 503 },
    exported: 503,
    health: ["degraded", "failing"],
  });
  await letIn(env.DB);
});

test("an answer that is there does not wait for a database that hangs", async () => {
  vi.mocked(pages.renderPage).mockImplementation(async () => new Response("failed", { status: 500 }));
  const hanging = { prepare: () => ({ first: () => new Promise(() => {}) }) } as unknown as D1Database;
  const ctx = createExecutionContext();
  const request = new Request(`${env.SITE_ORIGIN}/insights/a`, { headers: { "CF-Connecting-IP": makeAddress() } });
  const fetched = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, DB: hanging }, ctx);
  expect([fetched.status, await fetched.text()]).toEqual([500, "failed"]);
});

test("a restore that fails before a row is gone opens the site again; later it stays closed, until any backup was restored", async () => {
  const vault = await openVault(openMemory().store);
  const { id } = await backUp(vault);
  // All databases of the site, of which this backup has one.
  const archive = env.VISITS_2025 as D1Database;
  const restoreUntil = (isEnd: (sql: readonly string[]) => boolean) => {
    const before = (sql: readonly string[]) => {
      if (isEnd(sql)) throw new Error("Cloudflare answered 502.");
    };
    const databases = { DB: watch({ before }), VISITS_2025: archive };
    return restore(vault, id, { target: { ...sources(), databases } });
  };
  const leftovers = async () =>
    (
      await Promise.all(
        [env.DB, archive].map((db) =>
          db.prepare("select count(*) as left from sqlite_master where name glob 'restoring*'").first<number>("left"),
        ),
      )
    ).map((left) => (left ?? 0) > 0);
  let guards = 0;
  await expect(
    restoreUntil((sql) => sql.some((each) => each.startsWith("create trigger")) && (guards += 1) > 3),
  ).rejects.toThrow("502");
  expect(await leftovers()).toEqual([false, false]);
  const isIndex = (sql: readonly string[]) => sql.some((each) => /^create (unique )?index/i.test(each));
  await expect(restoreUntil(isIndex)).rejects.toThrow("502");
  expect(await leftovers()).toEqual([true, true]);
  // Refused this time, and rows are gone.
  await putText(await openVault(vault.store, "another-key-of-at-least-32-characters"), `notes/${id}`, "[]");
  await expect(restore(vault, id)).rejects.toThrow("cannot be read");
  expect(await leftovers()).toEqual([true, true]);
  await vault.store.delete([`notes/${id}`]);
  await restoreUntil(() => false);
  expect(await leftovers()).toEqual([false, false]);
});

test("a database that does not tell who was erased is not replaced", async () => {
  const vault = await openVault(openMemory().store);
  const { id } = await backUp(vault);
  const DB = {
    prepare: (query: string) =>
      query.includes("from backup_notes")
        ? { all: async () => Promise.reject(new Error("Cloudflare answered 502.")) }
        : env.DB.prepare(query),
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  } as unknown as D1Database;
  const target = { ...sources(), databases: { DB } };
  await expect(restore(vault, id, { target })).rejects.toThrow("cannot be read: Cloudflare answered 502.");
  expect(await isRestoring(env)).toBe(false);
});

test("tables that a migration replaces are closed again", async () => {
  await env.DB.prepare("create table zz_old (a)").run();
  await close();
  const pass = openPass(env.DB);
  await pass.batch(
    ["alter table zz_old rename to zz_former", "create table zz_old (a)"].map((each) => pass.prepare(each)),
  );
  await keepOut(env.DB);
  for (const name of ["zz_old", "zz_former"])
    await expect(env.DB.prepare(`insert into ${name} values (1)`).run()).rejects.toThrow("being restored");
  // A row that something has left in the marker lets nobody in.
  await env.DB.prepare("insert into restoring values (1)").run();
  await keepOut(env.DB);
  await expect(env.DB.prepare("insert into zz_old values (1)").run()).rejects.toThrow("being restored");
  await letIn(env.DB);
  await env.DB.batch([env.DB.prepare("drop table zz_old"), env.DB.prepare("drop table zz_former")]);
});

test("what a restore has left half done is not backed up: the good backups of the day would go", async () => {
  const vault = await openVault(openMemory().store);
  await backUp(vault);
  await env.DB.prepare(createMarker).run();
  await expect(backUp(vault)).rejects.toThrow(/A restore of this site was interrupted/);
});
