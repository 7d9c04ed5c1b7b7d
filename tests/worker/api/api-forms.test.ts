/** Forms that browsers post to the API, with and without script. */
import { beforeEach, expect, test } from "vitest";
import { chooseHomePath } from "#shared/accounts/home-path.ts";
import type { Role } from "#shared/permissions.ts";
import { takeFormOutcome } from "#worker/lib/forms/form-cookie.ts";
import { authApi } from "#worker/api/auth.ts";
import { signUpApi } from "#worker/api/sign-up.ts";
import { tokensApi } from "#worker/api/tokens.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeAccount, password, readSetCookies, muteConsole } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";
import { readProblem } from "./read-problem.ts";

const call = callParts(authApi, signUpApi, tokensApi);

muteConsole("warn");
beforeEach(() => void countScrypt());

/** What the page that the form stands on would read. */
function readOutcome(response: Response) {
  const cookie = `__Host-form=${readSetCookies(response)["__Host-form"]}`;
  return takeFormOutcome(new Request(siteOrigin, { headers: { Cookie: cookie } })).outcome;
}

test("a posted sign-in form is answered by 303 to where the visitor was going", async () => {
  const user = await makeAccount({ roles: ["marketing_admin"] });
  const form = { email: user.email, password };
  const query = new URLSearchParams({ from: "/auth", next: "/visitor-analytics?days=7" });
  const there = await call(`/api/auth/sign-in?${query}`, { form });
  expect(there.status).toBe(303);
  expect(there.headers.get("Location")).toBe("/visitor-analytics?days=7");
  expect(there.headers.get("Cache-Control")).toBe("no-store");
  expect(Object.keys(readSetCookies(there))).toEqual(["__Host-at", "__Host-rt", "signed-in", "__Host-known"]);
  expect((await call("/api/auth/sign-in", { form })).headers.get("Location")).toBe("/marketing-admin");
});

test.each([
  [["super_admin"], "/marketing-admin"],
  [["talent_admin"], "/talent-admin"],
  [["HR"], "/talent-admin"],
  [[], "/admin"],
] as [Role[], string][])("who has the roles %j and was going nowhere comes to %s", async (roles, home) => {
  const { email } = await makeAccount({ roles });
  const answer = await call("/api/auth/sign-in", { form: { email, password } });
  expect(answer.headers.get("Location")).toBe(home);
});

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\r\nSet-Cookie: a=b"])(
  "a sign-in form never leads to %j",
  async (next) => {
    const user = await makeAccount();
    const query = new URLSearchParams({ next });
    const done = await call(`/api/auth/sign-in?${query}`, { form: { email: user.email, password } });
    expect(done.headers.get("Location")).toBe(chooseHomePath([]));
    const refused = await call(`/api/auth/sign-in?${query}`, { form: { email: user.email, password: "x" } });
    expect(refused.headers.get("Location")).toBe("/auth");
    const out = await call(`/api/auth/sign-out?${query}`, { form: { x: "" } });
    expect(out.headers.get("Location")).toBe("/");
  },
);

test("a refused form goes back with the answers and what is wrong, never the password", async () => {
  const form = { email: "nobody@example.com", password: "some wrong words" };
  const response = await call("/api/auth/sign-in?from=/admin/auth&next=/user-management", { form });
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/admin/auth?next=%2Fuser-management");
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Host-form=[\w-]+; Path=\/; Max-Age=60; Secure; SameSite=Lax; HttpOnly$/,
  );
  expect(readOutcome(response)).toEqual({
    status: 401,
    title: "Not signed in",
    problems: [{ message: "The e-mail address or the password is not right." }],
    answers: { email: "nobody@example.com" },
  });
});

test("a refused form tells what is wrong by field and keeps its mode", async () => {
  const form = { email: "not an address", password: "short" };
  const response = await call("/api/auth/sign-up?from=/elsewhere", { form });
  expect(response.headers.get("Location")).toBe("/auth?mode=sign-up");
  const outcome = readOutcome(response);
  expect(outcome?.problems.map(({ field }) => field)).toEqual(["email", "password"]);
  expect(JSON.stringify(outcome)).not.toContain("short");
});

test("answers too long for a cookie are left out rather than lost with the rest", async () => {
  const form = { email: "é".repeat(512), password, nickname: "ü".repeat(500), motto: "😀".repeat(250) };
  const response = await call("/api/auth/sign-in", { form });
  expect(response.headers.getSetCookie()[0]?.length).toBeLessThan(4096);
  expect(readOutcome(response)).toMatchObject({ status: 400, answers: {} });
});

test("an API client that sends its grant form-encoded gets JSON, also when refused", async () => {
  const user = await makeAccount();
  const form = { grant_type: "password", email: user.email, password };
  expect((await call("/api/auth/token", { form })).status).toBe(200);
  await readProblem(await call("/api/auth/token", { form: { ...form, password: "x" } }));
});

test.each([
  ["/api/auth/sign-in?from=/admin/auth&next=/user-management", "/admin/auth?next=%2Fuser-management"],
  ["/api/auth/sign-up?from=/auth", "/auth?mode=sign-up"],
  ["/api/auth/sign-in?from=/elsewhere&next=//evil.example", "/auth"],
  ["/api/auth/sign-out", "/auth"],
])("a form posted to %s that is too large to read goes back to %s, whatever page it came from", async (path, back) => {
  const headers = { Referer: new URL("/admin/auth?next=/elsewhere", siteOrigin).href };
  const response = await call(path, { form: { email: "a@example.com", password: "x".repeat(17_000) }, headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, back]);
  expect(readOutcome(response)).toMatchObject({
    status: 413,
    problems: [{ message: expect.stringContaining("too large") }],
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
  '{"status":401,"title":"x","problems":{}}',
  '{"status":401,"title":"x","problems":[{"field":"email"}]}',
  '{"status":401,"title":"x","problems":[],"answers":{"email":{}}}',
  '{"status":"401","title":{},"problems":[]}',
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
