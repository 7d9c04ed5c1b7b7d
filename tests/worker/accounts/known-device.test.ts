import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { writeKnownDevice } from "#worker/accounts/sessions/known-device.ts";
import { openDb } from "#worker/db/client.ts";
import { authApi } from "#worker/api/auth.ts";
import { bootstrapApi } from "#worker/api/bootstrap.ts";
import { callParts } from "../ask-parts.ts";
import { countFurtherScrypt, makeAccount, password, readSetCookies, runsPerHash } from "../make.ts";

const call = callParts(authApi, bootstrapApi);

const db = openDb(env.DB);
const wrong = "not the right password";
let hashes: Awaited<ReturnType<typeof countFurtherScrypt>>;

beforeEach(async () => {
  hashes = await countFurtherScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
function signIn(email: string, given: string, Cookie?: string) {
  return call("/api/auth/sign-in", { json: { email, password: given }, headers: Cookie ? { Cookie } : {} });
}

/** The Cookie header of a browser that has signed in to an account before. */
async function knowDevice(
  { email, verified_at }: { email: string; verified_at: number | null },
  secret = env.AUTH_SECRET,
): Promise<string> {
  return (await writeKnownDevice({ email, verifiedAt: verified_at ?? 0 }, secret)).split(";")[0] ?? "";
}

/** Guesses until the address is held off for five minutes. */
async function holdOff(email: string, Cookie?: string): Promise<void> {
  const before = await db.selectFrom("sign_in_backoff").select("email_hash").execute();
  await signIn(email, wrong, Cookie);
  const known = before.map(({ email_hash }) => email_hash);
  await db.updateTable("sign_in_backoff").set({ failed_count: 50 }).where("email_hash", "not in", known).execute();
  await signIn(email, wrong, Cookie);
}

test("signing in, and nothing else, marks the browser for a year with a nonce and a MAC", async () => {
  const user = await makeAccount();
  const answer = await signIn(user.email, password);
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith("__Host-known="));
  expect(cookie).toMatch(
    /^__Host-known=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=31536000; Secure; SameSite=Lax; HttpOnly$/,
  );
  const again = readSetCookies(await signIn(user.email, password));
  expect(again["__Host-known"]).not.toBe(readSetCookies(answer)["__Host-known"]);
  expect(readSetCookies(await signIn(user.email, wrong))).toEqual({});
  const Cookie = `__Host-at=${again["__Host-at"]}; __Host-rt=${again["__Host-rt"]}`;
  for (const path of ["/api/auth/refresh", "/api/auth/sign-out"]) {
    const response = await call(path, { method: "POST", headers: { Cookie } });
    expect(Object.keys(readSetCookies(response))).toEqual(["__Host-at", "__Host-rt", "signed-in"]);
  }
});

test("signing in to an unverified account does not make the browser known", async () => {
  const { email } = await makeAccount({ isVerified: false });
  const answer = await signIn(email, password);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  // Nor does a cookie count that says so all the same.
  await db.deleteFrom("sign_in_backoff").execute();
  await holdOff(email);
  expect((await signIn(email, password, await knowDevice({ email, verified_at: null }))).status).toBe(429);
});

test("a take-over makes what browsers were known by before count for nothing", async () => {
  const user = await makeAccount();
  await db.updateTable("accounts").set({ verified_at: 1000 }).execute();
  const before = `__Host-known=${readSetCookies(await signIn(user.email, password))["__Host-known"]}`;
  await holdOff(user.email);
  expect((await signIn(user.email, password, before)).status).toBe(200);
  await db.updateTable("accounts").set({ verified_at: null }).execute();
  const json = { secret: "s", email: user.email, password: "seven calm lanterns" };
  const taken = await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s" } });
  expect(taken.status).toBe(201);
  expect((await signIn(user.email, json.password, before)).status).toBe(429);
});

test("a stranger who keeps guessing does not hold the owner off", async () => {
  const user = await makeAccount({ email: "Owner@example.com" });
  const cookie = `__Host-known=${readSetCookies(await signIn(user.email, password))["__Host-known"]}`;
  await holdOff(user.email);
  expect((await signIn(user.email, password)).status).toBe(429);
  expect((await signIn("OWNER@example.com", password, cookie)).status).toBe(200);
  // The owner's success says nothing about the stranger, who stays held off.
  expect((await signIn(user.email, wrong)).status).toBe(429);
});

test("a stolen device cookie is held off by itself", async () => {
  const user = await makeAccount();
  const [stolen, own] = [await knowDevice(user), await knowDevice(user)];
  for (let attempt = 0; attempt < 6; attempt += 1) expect((await signIn(user.email, wrong, stolen)).status).toBe(401);
  const refused = await signIn(user.email, password, stolen);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
  expect(hashes).toHaveBeenCalledTimes(6 * runsPerHash);
  expect((await signIn(user.email, password, own)).status).toBe(200);
  expect((await signIn(user.email, password)).status).toBe(200);
  expect((await signIn(user.email, password, stolen)).status).toBe(429);
});

test("a device cookie that this site did not make for the address counts for nothing", async () => {
  const user = await makeAccount();
  await holdOff(user.email);
  const good = await knowDevice(user);
  const [nonce = "", tag = ""] = good.replace("__Host-known=", "").split(".");
  const flipped = `${nonce.startsWith("A") ? "B" : "A"}${nonce.slice(1)}`;
  const others = [
    await knowDevice({ ...user, email: "another@example.com" }),
    await knowDevice(user, "another-secret-of-at-least-32-characters"),
    `__Host-known=${flipped}.${tag}`,
    `__Host-known=${nonce}.${"A".repeat(43)}`,
    `__Host-known=${nonce}`,
    `__Host-known=${nonce}.${tag}.${tag}`,
    "__Host-known=",
    `known=${nonce}.${tag}`,
  ];
  for (const cookie of others) expect((await signIn(user.email, password, cookie)).status, cookie).toBe(429);
  expect((await signIn(user.email, password, good)).status).toBe(200);
});

test("with a device cookie too, an unknown address costs the same work and gets the same answer", async () => {
  const user = await makeAccount();
  const seen = [];
  for (const email of [user.email, "nobody@example.com"]) {
    hashes.mockClear();
    const prepared = vi.spyOn(env.DB, "prepare");
    const headers = { Cookie: await knowDevice({ ...user, email }) };
    const response = await call("/api/auth/sign-in", {
      json: { email, password: wrong },
      headers,
      env: { DB: env.DB },
    });
    const { detail } = await response.json<{ detail: string }>();
    seen.push([response.status, detail, hashes.mock.calls.length, prepared.mock.calls.length]);
    prepared.mockRestore();
  }
  expect(seen[0]).toEqual([401, expect.stringContaining("not right"), runsPerHash, 5]);
  expect(seen[1]).toEqual(seen[0]);
});

test("the counts of devices name no address, and are forgotten with the others", async () => {
  const user = await makeAccount();
  await signIn(user.email, wrong, await knowDevice(user));
  await signIn(user.email, wrong);
  const rows = await db.selectFrom("sign_in_backoff").selectAll().execute();
  expect(rows).toHaveLength(2);
  for (const { email_hash } of rows) expect(email_hash).toMatch(/^[\w-]{43}$/);
  await signIn(user.email, password);
  expect(await db.selectFrom("sign_in_backoff").selectAll().execute()).toHaveLength(1);
});
