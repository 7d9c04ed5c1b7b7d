/** Signing up, signing in, and what slows down guessing. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { call } from "../ask-api.ts";
import { countFurtherScrypt, runsPerHash, makeAccount, password } from "../make.ts";
import { signIn } from "./sign-in-make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);

let hashes: Awaited<ReturnType<typeof countFurtherScrypt>>;

const wrong = "not the right password";

beforeEach(async () => {
  hashes = await countFurtherScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

/** What a stranger can compare: everything but the request id. */
async function describeAnswer(response: Response) {
  const body = await response.json<Record<string, unknown>>();
  return { status: response.status, headers: [...response.headers.keys()], body: { ...body, instance: "" } };
}

test("a right password starts a session in HttpOnly host cookies", async () => {
  vi.setSystemTime(Date.now());
  const user = await makeAccount({ roles: ["marketing_admin"] });
  const response = await signIn(user.email.toUpperCase(), password);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    user: { id: user.id, email: user.email },
    roles: ["marketing_admin"],
    expires_at: expect.any(Number),
  });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const [access, refresh, hint] = response.headers.getSetCookie();
  expect(access).toMatch(/^__Host-at=ey[\w.-]+; Path=\/; Max-Age=300; Secure; SameSite=Lax; HttpOnly$/);
  expect(refresh).toMatch(/^__Host-rt=[\w.-]+; Path=\/; Max-Age=28800; Secure; SameSite=Lax; HttpOnly$/);
  expect(hint).toBe("signed-in=1; Path=/; Max-Age=28800; Secure; SameSite=Lax");
});

test("a sign-in is recorded in the audit log, with no address and no secret", async () => {
  const user = await makeAccount();
  await signIn(user.email, password);
  const rows = await db.selectFrom("audit_log").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ action: "session.started", actor_id: user.id });
  expect(JSON.stringify(rows)).not.toMatch(/@|violet/);
});

test("an unknown address, a wrong password and a disabled account get the same answer for the same work", async () => {
  const known = await makeAccount();
  const disabled = await makeAccount({ status: "disabled" });
  const withoutPassword = await makeAccount();
  await db.updateTable("accounts").set({ password_hash: null }).where("id", "=", withoutPassword.id).execute();
  const attempts: [string, string][] = [
    ["nobody@example.com", password],
    [known.email, wrong],
    [disabled.email, password],
    [withoutPassword.email, password],
  ];
  const answers = [];
  const work = [];
  for (const [email, given] of attempts) {
    hashes.mockClear();
    const prepared = vi.spyOn(env.DB, "prepare");
    const batches = vi.spyOn(env.DB, "batch");
    answers.push(
      await describeAnswer(await call("/api/auth/sign-in", { json: { email, password: given }, env: { DB: env.DB } })),
    );
    work.push([
      hashes.mock.calls.length,
      hashes.mock.calls[0]?.[3],
      prepared.mock.calls.length,
      batches.mock.calls.length,
    ]);
    prepared.mockRestore();
    batches.mockRestore();
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { detail: expect.stringContaining("not right") } });
  expect(work[0]).toEqual([runsPerHash, { N: 16384, r: 8, p: 1, maxmem: 33554432 }, 4, 1]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const counts of work) expect(counts).toEqual(work[0]);
});

test("sign-up answers and works alike for a new and a taken address, and leaves the taken one alone", async () => {
  const taken = await makeAccount();
  const answers = [];
  const work = [];
  for (const email of ["new@example.com", taken.email, taken.email.toUpperCase()]) {
    hashes.mockClear();
    const batches = vi.spyOn(env.DB, "batch");
    answers.push(
      await describeAnswer(
        await call("/api/auth/sign-up", { json: { email, password: "seven calm lanterns" }, env: { DB: env.DB } }),
      ),
    );
    work.push([hashes.mock.calls.length, batches.mock.calls.map(([statements]) => statements.length)]);
    batches.mockRestore();
  }
  expect(answers[0]).toMatchObject({ status: 202, body: { status: "accepted" } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const counts of work) expect(counts).toEqual([runsPerHash, [7]]);
  expect((await signIn(taken.email, password)).status).toBe(200);
  expect((await signIn(taken.email, "seven calm lanterns")).status).toBe(401);
  const audit = await db.selectFrom("audit_log").select("action").where("action", "=", "user.signed_up").execute();
  expect(audit).toHaveLength(1);
});

test("signing up may name a way back to this site and to no other", async () => {
  const json = { email: "new@example.com", password: "seven calm lanterns" };
  for (const email_redirect_to of [siteOrigin, `${siteOrigin}/`, `${siteOrigin}/auth?next=%2F`])
    expect((await call("/api/auth/sign-up", { json: { ...json, email_redirect_to } })).status).toBe(202);
  const elsewhere = [
    "https://evil.example/",
    `${siteOrigin}.evil.example/`,
    `${siteOrigin.replace("://", "://a@")}:99`,
    `//${new URL(siteOrigin).host}/`,
    "/auth",
    "javascript:alert(1)",
    `blob:${siteOrigin}/x`,
    "",
    "x".repeat(3000),
  ];
  hashes.mockClear();
  for (const email_redirect_to of elsewhere) {
    const response = await call("/api/auth/sign-up", { json: { ...json, email_redirect_to } });
    expect([email_redirect_to, response.status]).toEqual([email_redirect_to, 400]);
    const { errors } = await response.json<{ errors: Record<string, string[]> }>();
    expect(Object.keys(errors)).toEqual(["email_redirect_to"]);
  }
  expect(hashes).not.toHaveBeenCalled();
  const document = await (await call("/api/openapi.json")).json<{ components: { schemas: Record<string, object> } }>();
  expect(document.components.schemas["SignUp"]).toMatchObject({
    properties: { email_redirect_to: { type: "string", description: expect.stringContaining("on this site") } },
    required: ["email", "password"],
  });
});

test("a new account has no role and is not confirmed, whatever else its sign-up said", async () => {
  const json = {
    email: "eve@example.com",
    password: "seven calm lanterns",
    role: "super_admin",
    roles: ["HR"],
    status: "x",
    id: "1",
    verified_at: 1,
  };
  await call("/api/auth/sign-up", { json });
  const made = await db.selectFrom("accounts").select(["email", "status", "verified_at"]).execute();
  expect(made).toEqual([{ email: "eve@example.com", status: "active", verified_at: null }]);
  expect(await db.selectFrom("account_roles").selectAll().execute()).toEqual([]);
});

test("demo accounts sign in on localhost and nowhere else", async () => {
  const demo = await makeAccount({ isDemo: true });
  const json = { email: demo.email, password };
  expect((await call("/api/auth/sign-in", { json })).status).toBe(200);
  for (const SITE_ORIGIN of [
    "https://www.example.com",
    "https://localhost.example.com",
    "http://localhost@evil.test",
  ]) {
    const away = await call("/api/auth/sign-in", { json, headers: { Origin: SITE_ORIGIN }, env: { SITE_ORIGIN } });
    expect(away.status, SITE_ORIGIN).toBe(401);
    expect(away.headers.getSetCookie()).toEqual([]);
  }
});

test.each(["known", "unknown"])("guessing at a %s address is slowed down after five attempts", async (kind) => {
  const email = kind === "known" ? (await makeAccount()).email : "nobody@example.com";
  for (let attempt = 0; attempt < 6; attempt += 1) expect((await signIn(email, wrong)).status).toBe(401);
  const refused = await signIn(email, password);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(hashes).toHaveBeenCalledTimes(6 * runsPerHash);
  vi.setSystemTime(Date.now() + 1100);
  expect((await signIn(email, wrong)).status).toBe(401);
  expect((await signIn(email, wrong)).headers.get("Retry-After")).toBe("2");
});

test("the delay ends at five minutes, and a right password clears it", async () => {
  const user = await makeAccount();
  await signIn(user.email, wrong);
  await db.updateTable("sign_in_backoff").set({ failed_count: 5000 }).execute();
  await signIn(user.email, wrong);
  const refused = await signIn(user.email, password);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(300);
  vi.setSystemTime(Date.now() + 301_000);
  expect((await signIn(user.email, password)).status).toBe(200);
  expect(await db.selectFrom("sign_in_backoff").selectAll().execute()).toEqual([]);
});

test("guesses that race count one by one", async () => {
  const user = await makeAccount();
  await signIn(user.email, wrong);
  await db.updateTable("sign_in_backoff").set({ failed_count: 5 }).execute();
  hashes.mockClear();
  const responses = await Promise.all(Array.from({ length: 4 }, () => signIn(user.email, wrong)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([401, 429, 429, 429]);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
});

test("addresses are counted under a keyed hash", async () => {
  await signIn("nobody@example.com", wrong);
  const rows = await db.selectFrom("sign_in_backoff").selectAll().execute();
  expect(rows[0]?.email_hash).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain("nobody");
});

test("one client that tries many addresses is stopped, and so is its whole /64", async () => {
  const network = `2001:db8:${makeAddress().split(".").slice(1, 3).join(":")}`;
  const statuses: number[] = [];
  // The limit counts by the clock's minutes: a run that crosses one may have twice as many.
  for (let attempt = 0; attempt < 41 && !statuses.includes(429); attempt += 1) {
    const headers = { "CF-Connecting-IP": `${network}:1:${attempt.toString(16)}::1` };
    const response = await signIn(`user${attempt}@example.com`, wrong, headers);
    statuses.push(response.status);
    if (response.status === 429) expect(response.headers.get("Retry-After")).toBe("60");
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses.at(-1)).toBe(429);
  expect(hashes).toHaveBeenCalledTimes((statuses.length - 1) * runsPerHash);
});
