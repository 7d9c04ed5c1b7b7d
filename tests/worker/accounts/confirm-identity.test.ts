/** Confirming who is signed in, and what is closed until then. */
import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { freshFor } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { openDb } from "#worker/db/client.ts";
import { worker } from "../built-worker.ts";
import { makeApp, makePasskey } from "./factors-make.ts";
import { secondStepApi } from "#worker/api/second-step.ts";
import { passkeysApi } from "#worker/api/passkeys.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, runsPerHash, writeCookies, muteConsole } from "../make.ts";
import { makeAddress } from "../make-scope.ts";

const call = callParts(secondStepApi, passkeysApi, rolesApi);

const db = openDb(env.DB);
let hashes: ReturnType<typeof countScrypt>;

muteConsole("warn");
beforeEach(() => void (hashes = countScrypt()));

type User = Awaited<ReturnType<typeof makeAccount>>;

/** The headers of a session that began 20 minutes ago. */
async function makeStale(user: User) {
  const tokens = await makeSession(user.id);
  const auth_time = Date.now() - (freshFor + 300) * 1000;
  await db.updateTable("sessions").set({ auth_time }).where("id", "=", tokens.sessionId).execute();
  return { headers: { Cookie: writeCookies(tokens) }, sessionId: tokens.sessionId };
}

async function isFresh(sessionId: string): Promise<boolean> {
  const rows = await db.selectFrom("sessions").select(["id", "auth_time"]).execute();
  return (rows.find(({ id }) => id === sessionId)?.auth_time ?? 0) > Date.now() - 60_000;
}

const confirm = (json: object, headers: Record<string, string>) => call("/api/auth/confirm", { json, headers });

test("the right password makes a sign-in fresh, of this session alone, and is recorded", async () => {
  const user = await makeAccount();
  const [own, other] = [await makeStale(user), await makeStale(user)];
  hashes.mockClear();
  expect((await confirm({ password }, own.headers)).status).toBe(204);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
  expect([await isFresh(own.sessionId), await isFresh(other.sessionId)]).toEqual([true, false]);
  const log = await db.selectFrom("audit_log").select(["action", "actor_id", "subject_id"]).execute();
  expect(log).toEqual([{ action: "session.confirmed", actor_id: user.id, subject_id: own.sessionId }]);
  expect(await db.selectFrom("sign_in_backoff").selectAll().execute()).toEqual([]);
});

test("a wrong password confirms nothing, and guessing is slowed down as when signing in", async () => {
  const { headers, sessionId } = await makeStale(await makeAccount());
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess += 1)
    statuses.push((await confirm({ password: "wrong" }, { ...headers, "CF-Connecting-IP": makeAddress() })).status);
  expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
  expect(statuses).toContain(429);
  expect(await isFresh(sessionId)).toBe(false);
});

test("an account with an app gives a code as well, and the refusal names what is missing", async () => {
  const user = await makeAccount();
  const { code } = await makeApp(user);
  const { headers, sessionId } = await makeStale(user);
  expect(await (await call("/api/auth/confirm", { headers })).json()).toEqual({
    kinds: ["totp", "recovery_code"],
    company: null,
    is_fresh: false,
  });
  for (const given of [{ password }, { password, code: "" }, { password, code: "000000" }]) {
    const answer = await confirm(given, headers);
    expect([answer.status, Object.keys((await answer.json<{ errors: object }>()).errors)]).toEqual([400, ["code"]]);
  }
  expect(await isFresh(sessionId)).toBe(false);
  expect((await confirm({ password, code }, headers)).status).toBe(204);
  expect(await isFresh(sessionId)).toBe(true);
});

test("one's own passkey confirms without a password, and nobody else's does", async () => {
  const [ada, eve] = [await makeAccount(), await makeAccount()];
  const [adas, eves] = [await makePasskey(ada), await makePasskey(eve)];
  const { headers, sessionId } = await makeStale(ada);
  const offer = async () =>
    (await call("/api/auth/passkeys/sign-in/options", { method: "POST" })).json<{ challenge: string }>();
  expect((await confirm({ passkey: await eves.device.sign(await offer()) }, headers)).status).toBe(401);
  expect(await isFresh(sessionId)).toBe(false);
  expect((await confirm({ passkey: await adas.device.sign(await offer()) }, headers)).status).toBe(204);
  expect(await isFresh(sessionId)).toBe(true);
});

test("a form leads on when it is right, and back to its page when it is not, without the password or the code", async () => {
  const { headers } = await makeStale(await makeAccount());
  const action = "/api/auth/confirm?from=/auth/confirm&next=%2Faccount%2Fsecurity";
  const wrong = await call(action, { form: { password: "not the right one", code: "123456" }, headers });
  expect(wrong.headers.get("Location")).toBe("/auth/confirm?next=%2Faccount%2Fsecurity");
  const carried = atob((wrong.headers.get("Set-Cookie") ?? "").split(";")[0]?.split("=")[1] ?? "");
  expect(carried).toContain("This password is not right.");
  expect(carried).not.toMatch(/not the right one|123456/);
  const right = await call(action, { form: { password, code: "" }, headers });
  expect([right.status, right.headers.get("Location")]).toEqual([303, "/account/security"]);
  const away = await call("/api/auth/confirm?next=//evil.example", { form: { password, code: "" }, headers });
  expect(away.headers.get("Location")).toBe("/admin");
});

test("nobody confirms who is not signed in", async () => {
  expect((await confirm({ password }, {})).status).toBe(401);
  expect((await call("/api/auth/confirm")).status).toBe(401);
});

async function ask(
  path: string,
  { form, headers, vars = {} }: { form?: object; headers: object; vars?: Partial<Env> },
) {
  const init = form ? { method: "POST", body: new URLSearchParams(form as Record<string, string>) } : { method: "GET" };
  const request = new Request(`${env.SITE_ORIGIN}${path}`, {
    ...init,
    redirect: "manual",
    headers: { "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", ...headers },
  });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...vars }, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

test("no second factor is added, removed or renewed by a sign-in of 20 minutes ago, and the page leads to confirming", async () => {
  const user = await makeAccount();
  const { appId } = await makeApp(user);
  const { headers } = await makeStale(user);
  for (const form of [
    { do: "begin-app", name: "Phone" },
    { do: "remove", kind: "app", id: appId },
    { do: "rename", kind: "app", id: appId, name: "Mine" },
    { do: "renew-codes" },
  ]) {
    const response = await ask("/account/security", { form, headers });
    expect([form.do, response.status]).toEqual([form.do, 403]);
    expect(await response.text()).toContain('href="/auth/confirm?next=%2Faccount%2Fsecurity"');
  }
  const rows = await db.selectFrom("authenticator_apps").select(["id", "name"]).execute();
  expect(rows).toEqual([{ id: appId, name: "Phone" }]);
});

test("a wrong first code shows the same QR code again, and a right one the recovery codes, once", async () => {
  const user = await makeAccount();
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const begun = await (await ask("/account/security", { form: { do: "begin-app", name: "Phone" }, headers })).text();
  const [, key] = /factors-key">([A-Z2-7 ]+)</.exec(begun) ?? [];
  expect(key?.replaceAll(" ", "")).toHaveLength(32);
  const { id } = await db.selectFrom("authenticator_apps").select("id").executeTakeFirstOrThrow();
  const wrong = await ask("/account/security", { form: { do: "confirm-app", id, code: "000000" }, headers });
  expect([wrong.status, (await wrong.text()).includes(key ?? "none")]).toEqual([400, true]);
});

const needed = { REQUIRE_SECOND_FACTOR: "super_admin, HR" };

test("whose role needs a second factor and has none is led to setting one up, by every door", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const setUp = (path: string) => `/account/second-factor?next=${encodeURIComponent(path)}`;
  for (const path of [
    "/talent-admin",
    "/job-applications?page=2",
    "/account/security",
    "/admin",
    "/staff-search?q=a",
  ]) {
    const response = await ask(path, { headers, vars: needed });
    expect([path, response.status, response.headers.get("Location")]).toEqual([path, 302, setUp(path)]);
  }
  const posted = await ask("/account/security", { form: { do: "renew-codes" }, headers, vars: needed });
  expect(posted.headers.get("Location")).toBe(setUp("/account/security"));
  const data = await ask("/talent-admin.data", { headers, vars: needed });
  expect(await data.text()).toContain("/account/second-factor?next=");
  const api = await call("/api/roles", { headers, env: needed });
  expect([api.status, (await api.json<{ reason: string }>()).reason]).toEqual([403, "second-factor-missing"]);
  const page = await ask("/account/second-factor?next=%2Ftalent-admin", { headers, vars: needed });
  expect([page.status, (await page.text()).includes("Set up a second factor")]).toEqual([200, true]);
});

test("a factor opens the staff area, and the last one stays", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const { appId } = await makeApp(user);
  await db.updateTable("sessions").set({ revoked_at: null, revoked_reason: null }).execute();
  expect((await ask("/talent-admin", { headers, vars: needed })).status).toBe(200);
  const form = { do: "remove", kind: "app", id: appId };
  const refused = await ask("/account/security", { form, headers, vars: needed });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("this is the only one");
  expect((await call("/api/roles", { headers, env: needed })).status).toBe(200);
});

test.each([
  ["another role", { roles: ["marketing_admin"] as const, isDemo: false }, needed],
  ["a demo account", { roles: ["super_admin"] as const, isDemo: true }, needed],
  ["a site that asks for none", { roles: ["super_admin"] as const, isDemo: false }, { REQUIRE_SECOND_FACTOR: "" }],
])("%s needs no second factor", async (_, { roles, isDemo }, vars) => {
  const user = await makeAccount({ roles: [...roles], isDemo });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  expect((await ask("/marketing-admin", { headers, vars })).status).toBe(200);
});
