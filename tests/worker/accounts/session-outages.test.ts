/** Sessions while D1 does not answer. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { refreshSession } from "#worker/accounts/sessions/sessions.ts";
import { openDb } from "#worker/db/client.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { authApi } from "#worker/api/auth.ts";
import { tokensApi } from "#worker/api/tokens.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies, muteConsole } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { identifyWith, refresh, wait } from "./sessions-make.ts";

const call = callParts(authApi, tokensApi, rolesApi);

const db = openDb(env.DB);

muteConsole("warn");
beforeEach(() => void countScrypt());

/** D1 that fails every statement matching `pattern`. */
function breakDatabase(pattern: RegExp): D1Database {
  return breakBinding("DB", { hits: (_, sql) => pattern.test(sql) }).DB;
}

test("where D1 cannot tell why a session ended, its cookies are kept", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount()).id));
  await db.updateTable("sessions").set({ revoked_at: Date.now(), revoked_reason: "ended" }).execute();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const found = await identifyWith(cookie, { DB: breakDatabase(/"revoked_reason" = /) });
  expect(found).toEqual({ identity: { kind: "signed-out" }, setCookies: [] });
});

test("roles that cannot be read are no roles, and the session is kept", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount({ roles: ["super_admin"] })).id));
  await identifyWith(cookie);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { identity, setCookies } = await identifyWith(cookie, { DB: breakDatabase(/account_roles/) });
  expect(identity).toMatchObject({ kind: "signed-in", roles: [] });
  expect(setCookies).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("where roles cannot be read, signing in, refreshing and the token endpoint go on without any", async () => {
  const user = await makeAccount({ roles: ["super_admin"] });
  const { refreshToken } = await makeSession(user.id);
  const DB = breakDatabase(/account_roles/);
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
  const form = await call("/api/auth/sign-in?next=/blog-management", { form: json, env: { DB } });
  expect([form.status, form.headers.get("Location")]).toEqual([303, "/blog-management"]);
  const token = await call("/api/auth/token", { json: grant, env: { DB } });
  expect(await token.json()).toMatchObject({ user: { id: user.id } });
  const events = logged.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event);
  expect(events).toEqual(Array(4).fill("roles could not be read"));
  logged.mockRestore();
});

test("a session that cannot be read is a 503 that renews nothing and keeps the cookies", async () => {
  const tokens = await makeSession((await makeAccount({ roles: ["HR"] })).id);
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
  const tokens = await makeSession((await makeAccount()).id);
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
  const cookie = writeCookies(await makeSession((await makeAccount()).id));
  wait(250_000);
  await identifyWith(cookie.replace(/; __Host-rt=[^;]*/, ""));
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { identity } = await identifyWith(cookie, { DB: breakDatabase(/^update "sessions"/i) });
  expect(identity.kind).toBe("signed-in");
  logged.mockRestore();
});

test("refreshing rejects, and decides nothing, when D1 fails", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  await expect(refreshSession(openDb(breakDatabase(/sessions/)), tokens, makeScope())).rejects.toThrow("D1_");
});
