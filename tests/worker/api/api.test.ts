import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { isApiPath } from "#worker/api/is-api-path.ts";
import { openDb } from "#worker/db/client.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies, muteConsole } from "../make.ts";
import { readProblem } from "./read-problem.ts";

muteConsole("warn");
beforeEach(() => void countScrypt());

test.each(["/api", "/api/nothing", "/api/auth/sign-in/more", "/api/auth"])("%s is a 404 problem", async (path) => {
  expect((await readProblem(await call(path))).status).toBe(404);
});

test.each([
  ["GET", "/api/auth/sign-in", "POST"],
  ["GET", "/api/auth/sign-out", "POST"],
  ["GET", "/api/auth/refresh", "POST"],
  ["DELETE", "/api/auth/token", "POST"],
  ["PUT", "/api/roles", "GET, HEAD"],
  ["POST", "/api/health", "GET, HEAD"],
  ["POST", "/.well-known/jwks.json", "GET, HEAD"],
])("%s %s is a 405 that names what is allowed", async (method, path, allow) => {
  const response = await call(path, { method });
  await readProblem(response);
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toBe(allow);
});

test.each([
  ["/api", true],
  ["/api/health", true],
  ["/.well-known/jwks.json", true],
  ["/apiary", false],
  ["/", false],
])("%s belongs to the API: %s", (path, belongs) => {
  expect(isApiPath(path)).toBe(belongs);
});

test.each([
  ["{", "application/json", 400],
  ["null", "application/json", 400],
  ["[]", "application/json", 400],
  ['"x"', "application/json", 400],
  ["{}", "text/plain", 415],
  ["x=1", "", 415],
  ["--x--", "multipart/form-data; boundary=x", 415],
  [new Uint8Array([0x7b, 0xff, 0x7d]), "application/json", 400],
])("the body %s as %j is answered with %i", async (body, type, status) => {
  const response = await call("/api/auth/token", { body, headers: { "Content-Type": type } });
  expect((await readProblem(response)).status).toBe(status);
});

test("no body at all is a 400", async () => {
  expect((await call("/api/auth/token", { method: "POST" })).status).toBe(400);
});

test("a body over 16 KB is a 413, declared or streamed", async () => {
  const large = JSON.stringify({ email: "a@example.com", password: "x".repeat(17_000) });
  expect((await call("/api/auth/sign-in", { json: JSON.parse(large) })).status).toBe(413);
  const chunks = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode("x".repeat(4096)));
    },
  });
  const response = await call("/api/auth/sign-in", { body: chunks, headers: { "Content-Type": "application/json" } });
  expect((await readProblem(response)).status).toBe(413);
});

test("input that does not pass is told by field, and never repeated", async () => {
  const problem = await readProblem(
    await call("/api/auth/sign-up", { json: { email: "<script>", password: "short" } }),
  );
  expect(problem["errors"]).toEqual({
    email: ["Enter an e-mail address like name@example.com."],
    password: ["Use at least 15 characters: a few words are best."],
  });
  expect(JSON.stringify(problem)).not.toMatch(/script|"short/);
});

test.each([
  "a@b",
  "a b@example.com",
  "a@example.com\r\nBcc: x@example.com",
  `${"a".repeat(250)}@example.com`,
  "@example.com",
  "",
])("%j is no e-mail address", async (email) => {
  expect((await call("/api/auth/sign-in", { json: { email, password } })).status).toBe(400);
});

test("polluted and deep JSON is inert", async () => {
  const polluted = `{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{"password":"x"}}}`;
  const headers = { "Content-Type": "application/json" };
  expect((await call("/api/auth/sign-in", { body: polluted, headers })).status).toBe(400);
  expect(({} as { email?: string }).email).toBeUndefined();
  const deep = `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`;
  expect((await call("/api/auth/sign-in", { body: deep, headers })).status).toBe(400);
});

test("an unexpected failure is a 500 that tells nothing and is logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = {
    prepare: () => {
      throw new Error("secret detail at /srv/worker.ts");
    },
  };
  const response = await call("/api/auth/sign-in", {
    json: { email: "a@example.com", password },
    env: { DB: broken as unknown as D1Database },
  });
  const problem = await readProblem(response);
  expect(problem).toEqual({
    type: "about:blank",
    title: "Something went wrong",
    status: 500,
    instance: problem["instance"],
  });
  expect(logged).toHaveBeenCalledOnce();
});

test("a D1 that is away is a 503 that may be tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const away = {
    prepare: () => {
      throw new Error("D1_ERROR: Network connection lost.");
    },
  };
  const response = await call("/api/auth/sign-in", {
    json: { email: "a@example.com", password },
    env: { DB: away as unknown as D1Database },
  });
  expect(await readProblem(response)).toMatchObject({ status: 503, retry_after: 2 });
  expect(response.headers.get("Retry-After")).toBe("2");
});

test("nobody signed in is a session of nulls, and no roles to list", async () => {
  const session = await call("/api/auth/session");
  expect(await session.json()).toEqual({ user: null, roles: [], expires_at: null });
  expect(session.headers.get("Cache-Control")).toBe("no-store");
  expect((await readProblem(await call("/api/roles"))).status).toBe(401);
});

test.each([
  ["no session", "/api/roles", {}],
  ["a bad token", "/api/roles", { headers: { Authorization: "Bearer x" } }],
  ["nothing to renew", "/api/auth/refresh", { method: "POST" }],
  ["a wrong password", "/api/auth/sign-in", { json: { email: "a@example.com", password } }],
  ["a wrong grant", "/api/auth/token", { json: { grant_type: "refresh_token", refresh_token: "x" } }],
])("a 401 for %s names the scheme to use", async (_name, path, options) => {
  const response = await call(path, options);
  expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
});

test("a caller reads the rows of their own roles and of nobody else", async () => {
  const user = await makeAccount({ roles: ["HR", "talent_admin"] });
  const other = await makeAccount({ roles: ["super_admin"] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const response = await call(`/api/roles?user_id=${other.id}`, { headers });
  expect(await response.json()).toEqual([
    { user_id: user.id, role: "HR" },
    { user_id: user.id, role: "talent_admin" },
  ]);
});

test("a posted sign-up form goes on to signing in, for a new and a taken address alike", async () => {
  const taken = await makeAccount();
  for (const email of ["new@example.com", taken.email]) {
    const form = { email, password: "seven calm lanterns" };
    const response = await call("/api/auth/sign-up?from=/admin/auth", { form });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/admin/auth?signed-up=1"]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("a posted sign-out form without a field signs out and leads home", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount()).id));
  const headers = { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const response = await call("/api/auth/sign-out", { body: "", headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
  expect(readSetCookies(response)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(401);
});

test("health tells version, migrations and that D1 answers", async () => {
  const response = await call("/api/health");
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const health = await response.json<{ migrations: { expected: number; applied: number } }>();
  expect(health).toMatchObject({
    status: "ok",
    // The commit; these tests run without a build.
    version: "dev",
    database: "reachable",
  });
  expect(health.migrations).toEqual({
    expected: env.TEST_MIGRATIONS.length,
    applied: env.TEST_MIGRATIONS.length,
    pending: [],
  });
});

test("health names the migrations that are still to come", async () => {
  await env.DB.exec("DELETE FROM d1_migrations WHERE name = '0001_accounts.sql'");
  const response = await call("/api/health");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "degraded", migrations: { pending: ["0001_accounts.sql"] } });
});

test("health is a 503 when D1 does not answer, without saying why", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const away = {
    prepare: () => {
      throw new Error("D1_ERROR: no such host");
    },
  };
  const response = await call("/api/health", { env: { DB: away as unknown as D1Database } });
  expect(response.status).toBe(503);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ status: "down", database: "unreachable" });
  expect(text).not.toContain("D1_");
});

test("a token of the API opens what needs a role", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const json = { grant_type: "password", email: user.email, password };
  const session = (await (await call("/api/auth/token", { json })).json()) as { access_token: string };
  const response = await call("/api/roles", { headers: { Authorization: `Bearer ${session.access_token}` } });
  expect(await response.json()).toEqual([{ user_id: user.id, role: "HR" }]);
});

test("errors and logs of a sign-in carry no address, password or token", async () => {
  const lines: string[] = [];
  for (const level of ["log", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  }
  const user = await makeAccount({ email: "quiet@example.com" });
  await call("/api/auth/sign-in", { json: { email: user.email, password: "entirely wrong words" } });
  const { accessToken, refreshToken } = await makeSession(user.id);
  await call("/api/roles", { headers: { Authorization: `Bearer ${accessToken}` } });
  await call("/api/auth/refresh", { method: "POST", headers: { Cookie: `__Host-rt=${refreshToken}x` } });
  await openDb(env.DB).deleteFrom("sessions").execute();
  expect(lines.join()).not.toMatch(/quiet@|entirely|eyJ|\.0\./);
  expect(lines.join()).toContain("sign-in refused");
});
