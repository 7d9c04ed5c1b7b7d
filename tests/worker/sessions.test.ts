import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { identify } from "#worker/accounts/identity.ts";
import { parseRefreshToken, writeRefreshToken } from "#worker/accounts/refresh-tokens.ts";
import { refreshSession } from "#worker/accounts/sessions.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId } from "#worker/db/accounts-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { call, makeScope, makeSession, makeUser, password, readSetCookies, siteOrigin, writeCookies } from "./make.ts";

const db = openDb(env.DB);
const hour = 3_600_000;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Time passes: access tokens signed before run out, keys do not. */
function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

function refresh(refreshToken: string): Promise<Response> {
  return call("/api/auth/refresh", { method: "POST", headers: { Cookie: `__Host-rt=${refreshToken}` } });
}

async function isSignedIn(cookie: string): Promise<boolean> {
  const response = await call("/api/auth/session", { headers: { Cookie: cookie } });
  return (await response.json<{ user: unknown }>()).user !== null;
}

function identifyWith(cookie: string, overrides: Partial<Env> = {}) {
  return identify(new Request(siteOrigin, { headers: { Cookie: cookie } }), makeScope(overrides));
}

/** D1 that fails every statement matching `pattern`. */
function breakDatabase(pattern: RegExp): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "prepare") {
        return (sql: string) => {
          if (pattern.test(sql)) throw new Error("D1_ERROR: Network connection lost.");
          return target.prepare(sql);
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test("a refresh moves the counter by one and gives tokens that work", async () => {
  const user = await makeUser({ roles: ["HR"] });
  const tokens = await makeSession(user.id);
  const response = await refresh(tokens.refreshToken);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user: { id: user.id }, roles: ["HR"] });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const cookies = readSetCookies(response);
  expect(cookies["__Host-rt"]).toMatch(new RegExp(`^${tokens.sessionId}\\.1\\.`));
  expect(await isSignedIn(`__Host-at=${cookies["__Host-at"]}`)).toBe(true);
});

test("twenty refreshes at once give one rotation and nineteen graces", async () => {
  const tokens = await makeSession((await makeUser()).id);
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refreshToken)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const handedOut = new Set(responses.map((response) => readSetCookies(response)["__Host-rt"]));
  expect(handedOut.size).toBe(1);
  const session = await db.selectFrom("sessions").select(["counter", "revoked_at"]).executeTakeFirstOrThrow();
  expect(session).toEqual({ counter: 1, revoked_at: null });
});

test("a lost response can be asked for again within ten seconds", async () => {
  const tokens = await makeSession((await makeUser()).id);
  const lost = readSetCookies(await refresh(tokens.refreshToken))["__Host-rt"];
  wait(9_000);
  const again = await refresh(tokens.refreshToken);
  expect(again.status).toBe(200);
  expect(readSetCookies(again)["__Host-rt"]).toBe(lost);
});

test("an old refresh token after the grace ends the session for everybody", async () => {
  const tokens = await makeSession((await makeUser()).id);
  const current = readSetCookies(await refresh(tokens.refreshToken))["__Host-rt"] ?? "";
  wait(11_000);
  const reused = await refresh(tokens.refreshToken);
  expect(reused.status).toBe(401);
  expect(readSetCookies(reused)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
  expect((await refresh(current)).status).toBe(401);
  const session = await db.selectFrom("sessions").select("revoked_reason").executeTakeFirstOrThrow();
  expect(session.revoked_reason).toBe("reuse");
  const audit = await db.selectFrom("audit_log").select(["action", "subject_id"]).execute();
  expect(audit).toEqual([{ action: "session.reuse_detected", subject_id: tokens.sessionId }]);
});

test("a reused token ends the session however far it has moved meanwhile", async () => {
  const tokens = await makeSession((await makeUser()).id);
  await refresh(tokens.refreshToken);
  wait(11_000);
  // Between the look at the session and its end, somebody refreshes it once more.
  const racing = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        await db.updateTable("sessions").set({ counter: 2, refreshed_at: Date.now() }).execute();
        return target.batch(statements);
      };
    },
  });
  expect(await refreshSession(tokens.refreshToken, makeScope({ DB: racing }))).toBeNull();
  const session = await db.selectFrom("sessions").select("revoked_reason").executeTakeFirstOrThrow();
  expect(session.revoked_reason).toBe("reuse");
});

test("a reuse that is noticed many times at once is recorded once", async () => {
  const tokens = await makeSession((await makeUser()).id);
  await refresh(tokens.refreshToken);
  wait(11_000);
  const reused = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refreshToken)));
  expect(new Set(reused.map(({ status }) => status))).toEqual(new Set([401]));
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit).toEqual([{ action: "session.reuse_detected" }]);
});

test("a token two behind ends the session even within ten seconds", async () => {
  const tokens = await makeSession((await makeUser()).id);
  const second = readSetCookies(await refresh(tokens.refreshToken))["__Host-rt"] ?? "";
  await refresh(second);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
  expect((await refresh(second)).status).toBe(401);
});

test("a forged counter is refused and the real session stays", async () => {
  const tokens = await makeSession((await makeUser()).id);
  const [sessionId, , tag] = tokens.refreshToken.split(".");
  for (const counter of ["1", "99", "-1", "0x0", "00", "1e3"]) {
    expect((await refresh(`${sessionId}.${counter}.${tag}`)).status).toBe(401);
  }
  const ahead = await writeRefreshToken(env.AUTH_SECRET, { sessionId: tokens.sessionId, counter: 5 });
  expect((await refresh(ahead)).status).toBe(401);
  const foreign = await writeRefreshToken("another-secret-of-at-least-32-characters", {
    sessionId: tokens.sessionId,
    counter: 0,
  });
  expect((await refresh(foreign)).status).toBe(401);
  expect((await refresh(tokens.refreshToken)).status).toBe(200);
});

test("no text that is not a refresh token of this site parses or throws", async () => {
  const sessionId = newId<SessionId>();
  const good = await writeRefreshToken(env.AUTH_SECRET, { sessionId, counter: 12 });
  expect(await parseRefreshToken(env.AUTH_SECRET, good)).toEqual({ sessionId, counter: 12 });
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.nat(good.length - 1), fc.string({ maxLength: 2 }))
      .map(([at, text]) => good.slice(0, at) + text + good.slice(at + 1)),
    fc.nat().map((counter) => good.replace(".12.", `.${counter}.`)),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      if (text !== good) expect(await parseRefreshToken(env.AUTH_SECRET, text)).toBeNull();
    }),
    { numRuns: countRuns(1000) },
  );
});

test("a session ends when it is idle for eight hours", async () => {
  const tokens = await makeSession((await makeUser()).id);
  wait(8 * hour - 1000);
  const renewed = await refresh(tokens.refreshToken);
  expect(renewed.status).toBe(200);
  wait(8 * hour + 1000);
  expect((await refresh(readSetCookies(renewed)["__Host-rt"] ?? "")).status).toBe(401);
});

test("a session ends after seven days however busy it is", async () => {
  const tokens = await makeSession((await makeUser()).id);
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
  vi.setSystemTime(Date.now());
  const tokens = await makeSession((await makeUser()).id, { SESSION_IDLE_MS: "60000" });
  expect(tokens.refreshExpiresAt).toBe(Math.floor(Date.now() / 1000) + 60);
  wait(61_000);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
});

test("identify refreshes once when the access token has a minute left, and not before", async () => {
  const tokens = await makeSession((await makeUser()).id);
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
  const cookie = writeCookies(await makeSession((await makeUser({ roles: ["HR", "talent_admin"] })).id));
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
  const cookie = writeCookies(await makeSession((await makeUser()).id));
  expect(await isSignedIn(cookie)).toBe(true);
  const response = await call("/api/auth/sign-out", { method: "POST", headers: { Cookie: cookie } });
  expect(response.status).toBe(204);
  expect(readSetCookies(response)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(401);
  expect((await call("/api/auth/refresh", { method: "POST", headers: { Cookie: cookie } })).status).toBe(401);
});

test("signing out twice records it once", async () => {
  const cookie = writeCookies(await makeSession((await makeUser()).id));
  for (let times = 0; times < 2; times += 1) {
    expect((await call("/api/auth/sign-out", { method: "POST", headers: { Cookie: cookie } })).status).toBe(204);
  }
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit).toEqual([{ action: "session.ended" }]);
});

test("signing out by bearer ends the session", async () => {
  const { accessToken } = await makeSession((await makeUser()).id);
  const headers = { Authorization: `Bearer ${accessToken}` };
  await call("/api/auth/sign-out", { method: "POST", headers });
  expect((await call("/api/roles", { headers })).status).toBe(401);
});

test("a role removed and an account disabled count on the very next request", async () => {
  const user = await makeUser({ roles: ["HR"] });
  const cookie = writeCookies(await makeSession(user.id));
  const readRoles = async () => {
    const response = await call("/api/auth/session", { headers: { Cookie: cookie } });
    return (await response.json<{ roles: string[] }>()).roles;
  };
  expect(await readRoles()).toEqual(["HR"]);
  await db.deleteFrom("user_roles").execute();
  expect(await readRoles()).toEqual([]);
  await db.updateTable("users").set({ status: "disabled" }).execute();
  expect(await isSignedIn(cookie)).toBe(false);
  await db.updateTable("users").set({ status: "active" }).execute();
});

test("a disabled account cannot refresh", async () => {
  const tokens = await makeSession((await makeUser({ status: "disabled" })).id);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
});

test("where the Authorization header is there, cookies do not count", async () => {
  const cookie = writeCookies(await makeSession((await makeUser()).id));
  for (const Authorization of ["Bearer nonsense", "Basic eDp5", ""]) {
    const response = await call("/api/roles", { headers: { Cookie: cookie, Authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("signing out with a bearer token that names no session is refused, and the cookies' session goes on", async () => {
  const session = await makeSession((await makeUser()).id);
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
  const user = await makeUser();
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
  const user = await makeUser();
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
  const tokens = await makeSession((await makeUser()).id);
  await db.updateTable("sessions").set({ revoked_at: Date.now(), revoked_reason: "ended" }).execute();
  const { identity, setCookies } = await identifyWith(writeCookies(tokens));
  expect(identity.kind).toBe("signed-out");
  expect(setCookies).toHaveLength(3);
});

test("where D1 cannot tell why a session ended, its cookies are kept", async () => {
  const cookie = writeCookies(await makeSession((await makeUser()).id));
  await db.updateTable("sessions").set({ revoked_at: Date.now(), revoked_reason: "ended" }).execute();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const found = await identifyWith(cookie, { DB: breakDatabase(/"revoked_reason" = /) });
  expect(found).toEqual({ identity: { kind: "signed-out" }, setCookies: [] });
});

test("a session planted in the browser before sign-in is not taken over", async () => {
  const attacker = await makeSession((await makeUser()).id);
  const victim = await makeUser();
  const headers = { Cookie: writeCookies(attacker) };
  const response = await call("/api/auth/sign-in", { json: { email: victim.email, password }, headers });
  const session = await response.json<{ user: { id: string } }>();
  expect(session.user.id).toBe(victim.id);
  expect(readSetCookies(response)["__Host-rt"]).not.toContain(attacker.sessionId);
});

test("roles that cannot be read are no roles, and the session is kept", async () => {
  const cookie = writeCookies(await makeSession((await makeUser({ roles: ["super_admin"] })).id));
  await identifyWith(cookie);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { identity, setCookies } = await identifyWith(cookie, { DB: breakDatabase(/user_roles/) });
  expect(identity).toMatchObject({ kind: "signed-in", roles: [] });
  expect(setCookies).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("where roles cannot be read, signing in, refreshing and the token endpoint go on without any", async () => {
  const user = await makeUser({ roles: ["super_admin"] });
  const { refreshToken } = await makeSession(user.id);
  const DB = breakDatabase(/user_roles/);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const json = { email: user.email, password };
  const grant = { grant_type: "password", ...json };
  const answers = [
    await call("/api/auth/sign-in", { json, env: { DB } }),
    await call("/api/auth/refresh", { method: "POST", headers: { Cookie: `__Host-rt=${refreshToken}` }, env: { DB } }),
  ];
  for (const response of answers) {
    expect(response.status).toBe(200);
    expect(Object.keys(readSetCookies(response))).toEqual(expect.arrayContaining(["__Host-at", "__Host-rt"]));
    expect(await response.json()).toMatchObject({ user: { id: user.id, email: user.email }, roles: [] });
  }
  const form = await call("/api/auth/sign-in", { form: { ...json, next: "/blog-management" }, env: { DB } });
  expect([form.status, form.headers.get("Location")]).toEqual([303, "/blog-management"]);
  const token = await call("/api/auth/token", { json: grant, env: { DB } });
  expect(await token.json()).toMatchObject({ user: { id: user.id } });
  const events = logged.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event);
  expect(events).toEqual(Array(4).fill("roles could not be read"));
  logged.mockRestore();
});

test("a session that cannot be read is a 503 that renews nothing and keeps the cookies", async () => {
  const tokens = await makeSession((await makeUser({ roles: ["HR"] })).id);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const DB = breakDatabase(/^select .*"sessions"/);
  // With the access token, and with the refresh token alone, which would have to be traded.
  for (const cookie of [writeCookies(tokens), `__Host-rt=${tokens.refreshToken}`])
    for (const path of ["/api/auth/session", "/api/roles"]) {
      const response = await call(path, { headers: { Cookie: cookie }, env: { DB } });
      expect([path, response.status]).toEqual([path, 503]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  logged.mockRestore();
  const { counter } = await db.selectFrom("sessions").select("counter").executeTakeFirstOrThrow();
  expect(counter).toBe(0);
  expect((await refresh(tokens.refreshToken)).status).toBe(200);
});

test("a refresh that D1 does not answer is a 503 that keeps the cookies", async () => {
  const tokens = await makeSession((await makeUser()).id);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const [path, method] of [
    ["/api/auth/refresh", "POST"],
    ["/api/auth/session", "GET"],
  ] as const) {
    const response = await call(path, {
      method,
      headers: { Cookie: `__Host-rt=${tokens.refreshToken}` },
      env: { DB: breakDatabase(/sessions/) },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("2");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).not.toMatch(/D1_|Network/);
  }
  logged.mockRestore();
  expect((await refresh(tokens.refreshToken)).status).toBe(200);
});

test("an access token with a little life left carries on while D1 cannot refresh", async () => {
  const cookie = writeCookies(await makeSession((await makeUser()).id));
  wait(250_000);
  await identifyWith(cookie.replace(/; __Host-rt=[^;]*/, ""));
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { identity } = await identifyWith(cookie, { DB: breakDatabase(/^update "sessions"/i) });
  expect(identity.kind).toBe("signed-in");
  logged.mockRestore();
});

test("refreshing rejects, and decides nothing, when D1 fails", async () => {
  const tokens = await makeSession((await makeUser()).id);
  await expect(refreshSession(tokens.refreshToken, makeScope({ DB: breakDatabase(/sessions/) }))).rejects.toThrow(
    "D1_",
  );
});
