import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { authApi } from "#worker/api/auth.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies } from "../make.ts";
import { identifyWith, isSignedIn, refresh, wait } from "./sessions-make.ts";

const call = callParts(authApi, rolesApi);

const db = openDb(env.DB);

beforeEach(() => {
  // The clock stands: what takes long on a busy machine is not part of a wait.
  vi.setSystemTime(Date.now());
  countScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("a session ends when it is idle for eight hours", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  wait(8 * hour - 1000);
  const renewed = await refresh(tokens.refreshToken);
  expect(renewed.status).toBe(200);
  wait(8 * hour + 1000);
  expect((await refresh(readSetCookies(renewed)["__Host-rt"] ?? "")).status).toBe(401);
});

test("a session ends after seven days however busy it is", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  let token = tokens.refreshToken;
  const end = Date.now() + 7 * 24 * hour;
  while (Date.now() + 7 * hour < end) {
    wait(7 * hour);
    const response = await refresh(token);
    expect(response.status).toBe(200);
    token = readSetCookies(response)["__Host-rt"] ?? "";
  }
  wait(7 * hour);
  expect((await refresh(token)).status).toBe(401);
});

test("lifetimes are configurable", async () => {
  const tokens = await makeSession((await makeAccount()).id, { SESSION_IDLE_MS: "60000" });
  expect(tokens.refreshExpiresAt).toBe(Math.floor(Date.now() / 1000) + 60);
  wait(61_000);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
});

test("identify refreshes once when the access token has a minute left, and not before", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const cookie = writeCookies(tokens);
  wait(238_000);
  expect((await identifyWith(cookie)).setCookies).toEqual([]);
  wait(3_000);
  const { identity, setCookies } = await identifyWith(cookie);
  expect(identity.kind).toBe("signed-in");
  expect(setCookies.map((text) => text.split("=")[0])).toEqual(["__Host-at", "__Host-rt", "signed-in"]);
  expect((await identifyWith(`__Host-rt=${tokens.refreshToken}`)).identity.kind).toBe("signed-in");
});

test("one staff request reads D1 once", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount({ roles: ["HR", "talent_admin"] })).id));
  await identifyWith(cookie);
  const reads = vi.spyOn(env.DB, "prepare");
  const { identity } = await identifyWith(cookie, { DB: env.DB });
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockRestore();
  expect(identity).toMatchObject({ kind: "signed-in", roles: ["HR", "talent_admin"] });
});

test("a request without cookies costs no D1 read", async () => {
  const reads = vi.spyOn(env.DB, "prepare");
  expect(await identifyWith("theme=dark", { DB: env.DB })).toEqual({
    identity: { kind: "signed-out" },
    setCookies: [],
  });
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
});

test("a copied cookie is worthless after sign-out", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount()).id));
  expect(await isSignedIn(cookie)).toBe(true);
  const response = await call("/api/auth/sign-out", { method: "POST", headers: { Cookie: cookie } });
  expect(response.status).toBe(204);
  expect(readSetCookies(response)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(401);
  expect((await call("/api/auth/refresh", { method: "POST", headers: { Cookie: cookie } })).status).toBe(401);
});

test("signing out twice records it once", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount()).id));
  for (let times = 0; times < 2; times += 1) {
    expect((await call("/api/auth/sign-out", { method: "POST", headers: { Cookie: cookie } })).status).toBe(204);
  }
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit).toEqual([{ action: "session.ended" }]);
});

test("signing out by bearer ends the session", async () => {
  const { accessToken } = await makeSession((await makeAccount()).id);
  const headers = { Authorization: `Bearer ${accessToken}` };
  await call("/api/auth/sign-out", { method: "POST", headers });
  expect((await call("/api/roles", { headers })).status).toBe(401);
});

test("a role removed and an account disabled count on the very next request", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const cookie = writeCookies(await makeSession(user.id));
  const readRoles = async () => {
    const response = await call("/api/auth/session", { headers: { Cookie: cookie } });
    return (await response.json<{ roles: string[] }>()).roles;
  };
  expect(await readRoles()).toEqual(["HR"]);
  await db.deleteFrom("account_roles").execute();
  expect(await readRoles()).toEqual([]);
  await db.updateTable("accounts").set({ status: "disabled" }).execute();
  expect(await isSignedIn(cookie)).toBe(false);
  await db.updateTable("accounts").set({ status: "active" }).execute();
});

test("a disabled account cannot refresh", async () => {
  const tokens = await makeSession((await makeAccount({ status: "disabled" })).id);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
});

test("where the Authorization header is there, cookies do not count", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount()).id));
  for (const Authorization of ["Bearer nonsense", "Basic eDp5", ""]) {
    const response = await call("/api/roles", { headers: { Cookie: cookie, Authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("signing out with a bearer token that names no session is refused, and the cookies' session goes on", async () => {
  const session = await makeSession((await makeAccount()).id);
  for (const Authorization of ["Bearer nonsense", "Basic eDp5"]) {
    const response = await call("/api/auth/sign-out", {
      json: {},
      headers: { Cookie: writeCookies(session), Authorization },
    });
    expect(response.status).toBe(401);
  }
  expect((await refresh(session.refreshToken)).status).toBe(200);
});

test("signing in over a session makes a new one and ends the old", async () => {
  const user = await makeAccount();
  const old = await makeSession(user.id);
  const headers = { Cookie: writeCookies(old) };
  const response = await call("/api/auth/sign-in", { json: { email: user.email, password }, headers });
  const cookies = readSetCookies(response);
  expect(cookies["__Host-rt"]).not.toContain(old.sessionId);
  expect((await refresh(old.refreshToken)).status).toBe(401);
  expect((await refresh(cookies["__Host-rt"] ?? "")).status).toBe(200);
});

test.each([
  ["/api/auth/session", "GET", 200],
  ["/api/roles", "GET", 401],
  ["/api/auth/refresh", "POST", 401],
])("a late answer of %s to the old session leaves the new session's cookies alone", async (path, method, status) => {
  const user = await makeAccount();
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  await call("/api/auth/sign-in", { json: { email: user.email, password }, headers });
  const late = await call(path, { method, headers });
  expect([late.status, late.headers.getSetCookie()]).toEqual([status, []]);
  // By then it is no late answer: the browser is stuck with cookies that are worth nothing.
  wait(61_000);
  const later = await call(path, { method, headers });
  expect(readSetCookies(later)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
});

test("the cookies of a session that ended otherwise are cleared", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  await db.updateTable("sessions").set({ revoked_at: Date.now(), revoked_reason: "ended" }).execute();
  const { identity, setCookies } = await identifyWith(writeCookies(tokens));
  expect(identity.kind).toBe("signed-out");
  expect(setCookies).toHaveLength(3);
});

test("a session planted in the browser before sign-in is not taken over", async () => {
  const attacker = await makeSession((await makeAccount()).id);
  const victim = await makeAccount();
  const headers = { Cookie: writeCookies(attacker) };
  const response = await call("/api/auth/sign-in", { json: { email: victim.email, password }, headers });
  const session = await response.json<{ user: { id: string } }>();
  expect(session.user.id).toBe(victim.id);
  expect(readSetCookies(response)["__Host-rt"]).not.toContain(attacker.sessionId);
});
