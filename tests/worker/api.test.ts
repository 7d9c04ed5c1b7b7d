import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { homePathFor } from "#app/shared/home-path.ts";
import { isApiPath } from "#worker/api/index.ts";
import { openDb } from "#worker/db/client.ts";
import { takeFormOutcome } from "#worker/lib/form-cookie.ts";
import {
  call,
  countScrypt,
  makeSession,
  makeUser,
  password,
  readSetCookies,
  siteOrigin,
  writeCookies,
} from "./make.ts";

beforeEach(() => {
  countScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function readProblem(response: Response) {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const problem = await response.json<Record<string, unknown>>();
  expect(problem).toMatchObject({ type: "about:blank", title: expect.any(String), status: response.status });
  expect(problem["instance"]).toMatch(/^urn:uuid:[\da-f-]{36}$/);
  return problem;
}

/** What the page that the form stands on would read. */
function readOutcome(response: Response) {
  const cookie = `__Host-form=${readSetCookies(response)["__Host-form"]}`;
  return takeFormOutcome(new Request(siteOrigin, { headers: { Cookie: cookie } })).outcome;
}

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
  const broken = { limit: () => Promise.reject(new Error("secret detail at /srv/worker.ts")) };
  const response = await call("/api/auth/sign-in", {
    json: { email: "a@example.com", password },
    env: { SIGN_IN_LIMIT: broken },
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
  const user = await makeUser({ roles: ["HR", "talent_admin"] });
  const other = await makeUser({ roles: ["super_admin"] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const response = await call(`/api/roles?user_id=${other.id}`, { headers });
  expect(await response.json()).toEqual([
    { user_id: user.id, role: "HR" },
    { user_id: user.id, role: "talent_admin" },
  ]);
});

test("a posted sign-in form is answered by 303 to where the visitor was going", async () => {
  const user = await makeUser({ roles: ["marketing_admin"] });
  const form = { email: user.email, password, from: "/auth", mode: "sign-in" };
  const there = await call("/api/auth/sign-in", { form: { ...form, next: "/visitor-analytics?days=7" } });
  expect(there.status).toBe(303);
  expect(there.headers.get("Location")).toBe("/visitor-analytics?days=7");
  expect(there.headers.get("Cache-Control")).toBe("no-store");
  expect(Object.keys(readSetCookies(there))).toEqual(["__Host-at", "__Host-rt", "signed-in", "__Host-known"]);
  expect((await call("/api/auth/sign-in", { form })).headers.get("Location")).toBe("/marketing-admin");
  const nobody = await makeUser();
  const home = await call("/api/auth/sign-in", { form: { ...form, email: nobody.email } });
  expect(home.headers.get("Location")).toBe(homePathFor([]));
});

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\r\nSet-Cookie: a=b"])(
  "a sign-in form never leads to %j",
  async (next) => {
    const user = await makeUser();
    const done = await call("/api/auth/sign-in", { form: { email: user.email, password, next } });
    expect(done.headers.get("Location")).toBe(homePathFor([]));
    const refused = await call("/api/auth/sign-in", { form: { email: user.email, password: "x", next } });
    expect(refused.headers.get("Location")).toBe("/auth");
    const out = await call("/api/auth/sign-out", { form: { next } });
    expect(out.headers.get("Location")).toBe("/");
  },
);

test("a refused form goes back with the answers and what is wrong, never the password", async () => {
  const form = {
    email: "nobody@example.com",
    password: "some wrong words",
    from: "/admin/auth",
    next: "/user-management",
  };
  const response = await call("/api/auth/sign-in", { form });
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/admin/auth?next=%2Fuser-management");
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Host-form=[\w-]+; Path=\/; Max-Age=60; Secure; SameSite=Lax; HttpOnly$/,
  );
  expect(readOutcome(response)).toEqual({
    status: 401,
    message: "The e-mail address or the password is not right.",
    errors: {},
    values: { email: "nobody@example.com", next: "/user-management" },
    retryAfter: null,
  });
});

test("a refused form tells what is wrong by field and keeps its mode", async () => {
  const form = { email: "not an address", password: "short", mode: "sign-up", from: "/elsewhere" };
  const response = await call("/api/auth/sign-up", { form });
  expect(response.headers.get("Location")).toBe("/auth?mode=sign-up");
  const outcome = readOutcome(response);
  expect(Object.keys(outcome?.errors ?? {})).toEqual(["email", "password"]);
  expect(JSON.stringify(outcome)).not.toContain("short");
});

test("answers too long for a cookie are left out rather than lost with the rest", async () => {
  const form = { email: "é".repeat(512), password, next: `/${"ü".repeat(500)}`, mode: "😀".repeat(250) };
  const response = await call("/api/auth/sign-in", { form });
  expect(response.headers.getSetCookie()[0]?.length).toBeLessThan(4096);
  expect(readOutcome(response)).toMatchObject({ status: 400, values: {} });
});

test("a posted sign-up form goes on to signing in, for a new and a taken address alike", async () => {
  const taken = await makeUser();
  for (const email of ["new@example.com", taken.email]) {
    const form = { email, password: "seven calm lanterns", from: "/admin/auth", mode: "sign-up" };
    const response = await call("/api/auth/sign-up", { form });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/admin/auth?signed-up=1"]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("a posted sign-out form without a field signs out and leads home", async () => {
  const cookie = writeCookies(await makeSession((await makeUser()).id));
  const headers = { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const response = await call("/api/auth/sign-out", { body: "", headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
  expect(readSetCookies(response)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(401);
});

test("an API client that sends its grant form-encoded gets JSON, also when refused", async () => {
  const user = await makeUser();
  const form = { grant_type: "password", email: user.email, password };
  expect((await call("/api/auth/token", { form })).status).toBe(200);
  await readProblem(await call("/api/auth/token", { form: { ...form, password: "x" } }));
});

test.each([
  ["/api/auth/sign-in", "/admin/auth?next=%2Fuser-management", "/admin/auth?next=%2Fuser-management"],
  ["/api/auth/sign-up", "/auth?mode=sign-up", "/auth?mode=sign-up"],
  ["/api/auth/sign-in", "/elsewhere?next=//evil.example", "/auth"],
  ["/api/auth/sign-out", null, "/auth"],
])("a form posted to %s from %s that is too large to read goes back to %s", async (path, page, back) => {
  const headers: Record<string, string> = page === null ? {} : { Referer: new URL(page, siteOrigin).href };
  const response = await call(path, { form: { email: "a@example.com", password: "x".repeat(17_000) }, headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, back]);
  expect(readOutcome(response)).toMatchObject({
    status: 413,
    message: expect.stringContaining("too large"),
    errors: {},
  });
});

test("a form whose text is no UTF-8 goes back to its page", async () => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" };
  const response = await call("/api/auth/sign-in", { body: new Uint8Array([0x61, 0x3d, 0xff]), headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/auth"]);
  expect(readOutcome(response)).toMatchObject({ status: 400 });
});

test("what is too large is a problem for whoever is no form, and where forms have no page", async () => {
  const password = "x".repeat(17_000);
  expect((await readProblem(await call("/api/auth/sign-in", { json: { password } }))).status).toBe(413);
  expect((await readProblem(await call("/api/auth/token", { form: { password } }))).status).toBe(413);
});

test.each([
  "null",
  "[]",
  "1",
  "{}",
  '{"status":401,"message":"x","errors":[],"values":{},"retryAfter":null}',
  '{"status":401,"message":"x","errors":{"email":"x"},"values":{},"retryAfter":null}',
  '{"status":401,"message":"x","errors":{},"values":{"email":{}},"retryAfter":null}',
  '{"status":"401","message":{},"errors":{},"values":{},"retryAfter":null}',
])("a form cookie of another shape is as good as none: %s", (json) => {
  const headers = { Cookie: `__Host-form=${btoa(json).replaceAll("=", "")}` };
  const taken = takeFormOutcome(new Request(siteOrigin, { headers }));
  expect(taken.outcome).toBeNull();
  expect(taken.clear).toContain("Max-Age=0");
});

test("a damaged form cookie is ignored", () => {
  for (const value of ["", "%%%", "eyJ", "bm90IGpzb24", "gYGB"]) {
    const request = new Request(siteOrigin, { headers: { Cookie: `__Host-form=${value}` } });
    expect(takeFormOutcome(request).outcome).toBeNull();
  }
});

test("health tells version, migrations and that D1 answers", async () => {
  const response = await call("/api/health");
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const health = await response.json<{ migrations: { expected: number; applied: number } }>();
  expect(health).toMatchObject({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
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
  const user = await makeUser({ roles: ["HR"] });
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
  const user = await makeUser({ email: "quiet@example.com" });
  await call("/api/auth/sign-in", { json: { email: user.email, password: "entirely wrong words" } });
  const { accessToken, refreshToken } = await makeSession(user.id);
  await call("/api/roles", { headers: { Authorization: `Bearer ${accessToken}` } });
  await call("/api/auth/refresh", { method: "POST", headers: { Cookie: `__Host-rt=${refreshToken}x` } });
  await openDb(env.DB).deleteFrom("sessions").execute();
  expect(lines.join()).not.toMatch(/quiet@|entirely|eyJ|\.0\./);
  expect(lines.join()).toContain("sign-in refused");
});
