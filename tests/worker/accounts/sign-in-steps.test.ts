/** Password, pending, session. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { accountColumns, authenticate } from "#worker/accounts/sessions/authenticate.ts";
import { beginApp } from "#worker/accounts/second-factors/authenticator-apps.ts";
import {
  claimTry,
  peekPending,
  storePending,
  writePendingCookie,
} from "#worker/accounts/second-factors/pending-sign-in.ts";
import { proveSignIn, signIn, type SignInStep } from "#worker/accounts/sign-in/sign-in.ts";
import { startSession } from "#worker/accounts/sessions/start-session.ts";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { NotSignedInError, WrongCredentialsError, WrongProofError } from "#worker/lib/errors.ts";
import { makeApp, makePasskey, makeRecoveryCodes, showCode } from "./factors-make.ts";
import { authApi } from "#worker/api/auth.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeAccount, password, muteConsole } from "../make.ts";
import { makeAddress, makeScope, siteOrigin } from "../make-scope.ts";

const call = callParts(authApi, rolesApi);

const db = openDb(env.DB);

muteConsole("warn");
beforeEach(() => void countScrypt());

/** An account with a confirmed app; `code` is one that it shows now. */
async function makeAccountWithApp(options: Parameters<typeof makeAccount>[0] = {}) {
  const user = await makeAccount(options);
  return { ...user, ...(await makeApp(user)) };
}

function makeRequest(token?: string): Request {
  const cookie = token === undefined ? "" : (writePendingCookie(token).split(";")[0] ?? "");
  return new Request(`${siteOrigin}/auth`, { headers: { Cookie: cookie, "CF-Connecting-IP": makeAddress() } });
}

const givePassword = (email: string) => signIn(db, { email, password, request: makeRequest() }, makeScope());

const giveCode = (token: string | undefined, code: string, replaces: string | null = null) =>
  proveSignIn(db, { request: makeRequest(token), code, replaces }, makeScope());

function readToken(step: SignInStep): string {
  if (step.kind !== "pending") throw new Error("Nothing is pending.");
  return step.token;
}

async function countRows(table: "sessions" | "pending_sign_ins" | "audit_log" | "sign_in_backoff"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

test("an account without a second factor is signed in by its password, and nothing is pending", async () => {
  const { email } = await makeAccount();
  expect(await givePassword(email)).toMatchObject({ kind: "signed-in" });
  expect([await countRows("sessions"), await countRows("pending_sign_ins")]).toEqual([1, 0]);
});

test("an app that was never confirmed asks for nothing", async () => {
  const user = await makeAccount();
  await beginApp(db, { user, name: "Phone" }, makeScope());
  expect(await givePassword(user.email)).toMatchObject({ kind: "signed-in" });
});

test("no session starts while a proof is missing; it starts with the proof, once", async () => {
  const { id, email, code } = await makeAccountWithApp({ roles: ["HR"] });
  await db.deleteFrom("recovery_codes").execute();
  const step = await givePassword(email);
  expect(step).toMatchObject({ kind: "pending", missing: ["totp"] });
  const entries = await countRows("audit_log");
  expect(await countRows("sessions")).toBe(0);
  const token = readToken(step);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => giveCode(token, code)));
  const started = outcomes.filter(({ status }) => status === "fulfilled");
  expect(started).toMatchObject([{ value: { session: { user: { id }, roles: ["HR"] } } }]);
  await expect(giveCode(token, code)).rejects.toBeInstanceOf(NotSignedInError);
  expect([await countRows("sessions"), await countRows("pending_sign_ins")]).toEqual([1, 0]);
  // The four others are refused.
  expect(await countRows("audit_log")).toBe(entries + 5);
  const { proofs } = await db.selectFrom("sessions").select("proofs").executeTakeFirstOrThrow();
  expect(JSON.parse(proofs)).toEqual(["password", "totp"]);
});

test("different codes, each of them right, complete a pending sign-in once when they are given at the same moment", async () => {
  const { email, code, codes } = await makeAccountWithApp();
  const token = readToken(await givePassword(email));
  const given = [code, ...codes.slice(0, 4)];
  const outcomes = await Promise.allSettled(given.map((one) => giveCode(token, one)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
  expect(refused).toHaveLength(4);
  for (const error of refused) expect(error).toBeInstanceOf(WrongProofError);
  expect([await countRows("sessions"), await countRows("pending_sign_ins")]).toEqual([1, 0]);
  // What was refused is not used up.
  const unused = await db.selectFrom("recovery_codes").select("code_hash").where("used_at", "is", null).execute();
  expect(unused.length).toBeGreaterThanOrEqual(codes.length - 1);
});

test("a wrong password starts nothing that a proof could complete, and says what it always says", async () => {
  const { email, code } = await makeAccountWithApp();
  const wrong = { email, password: "not the right password", request: makeRequest() };
  await expect(signIn(db, wrong, makeScope())).rejects.toBeInstanceOf(WrongCredentialsError);
  expect(await countRows("pending_sign_ins")).toBe(0);
  await expect(giveCode(undefined, code)).rejects.toBeInstanceOf(NotSignedInError);
  await expect(giveCode("x".repeat(43), code)).rejects.toBeInstanceOf(NotSignedInError);
});

test("what is pending is of no use as a session", async () => {
  const { email } = await makeAccountWithApp({ roles: ["super_admin"] });
  const token = readToken(await givePassword(email));
  const cookies = [writePendingCookie(token).split(";")[0], `__Host-at=${token}`, `__Host-rt=${token}`, "signed-in=1"];
  const asCookie = await call("/api/auth/session", { headers: { Cookie: cookies.join("; ") } });
  const asBearer = await call("/api/auth/session", { headers: { Authorization: `Bearer ${token}` } });
  for (const answer of [asCookie, asBearer]) expect(await answer.json()).toMatchObject({ user: null, roles: [] });
  expect((await call("/api/roles", { headers: { Cookie: cookies.join("; ") } })).status).toBe(401);
});

test("a pending sign-in belongs to its account and its browser: nobody completes another's", async () => {
  const ada = await makeAccountWithApp({ email: "ada@example.com" });
  const eve = await makeAccountWithApp({ email: "eve@example.com" });
  const adas = readToken(await givePassword(ada.email));
  const eves = readToken(await givePassword(eve.email));
  await expect(giveCode(adas, eve.code)).rejects.toBeInstanceOf(WrongProofError);
  await expect(giveCode(adas, eve.codes[0] ?? "")).rejects.toBeInstanceOf(WrongProofError);
  expect(await giveCode(eves, eve.code)).toMatchObject({ session: { user: { id: eve.id } } });
  await expect(giveCode(eves, ada.code)).rejects.toBeInstanceOf(NotSignedInError);
  const owners = await db.selectFrom("sessions").select("account_id").execute();
  expect(owners).toEqual([{ account_id: eve.id }]);
  // Only a hash of the secret is stored.
  expect(JSON.stringify(await db.selectFrom("pending_sign_ins").selectAll().execute())).not.toContain(adas);
  expect(writePendingCookie(adas)).toMatch(/^__Host-pending=[\w-]{43}; Path=\/; Max-Age=600; Secure; .*HttpOnly$/);
});

test("a pending sign-in ends after ten minutes, and after five tries", async () => {
  const { email, key } = await makeAccountWithApp();
  const late = readToken(await givePassword(email));
  const start = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(start + 10 * minute);
  await expect(giveCode(late, showCode(key))).rejects.toBeInstanceOf(NotSignedInError);
  expect(await peekPending(db, { request: makeRequest(late) })).toBeNull();
  clock.mockReturnValue(start + 11 * minute);
  const tried = readToken(await givePassword(email));
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(giveCode(tried, "wrong")).rejects.toBeInstanceOf(WrongProofError);
  await expect(giveCode(tried, showCode(key))).rejects.toBeInstanceOf(NotSignedInError);
  expect(await countRows("sessions")).toBe(0);
});

test("a pending sign-in ends when its account is disabled, removed or gets a new password", async () => {
  const change = async (email: string, values: object) =>
    db
      .updateTable("accounts")
      .set({ ...values, updated_at: Date.now() + 1 })
      .where("email", "=", email)
      .execute();
  for (const end of [
    (email: string) => db.updateTable("accounts").set({ status: "disabled" }).where("email", "=", email).execute(),
    (email: string) => change(email, { password_hash: "$scrypt$new" }),
    (email: string) => db.deleteFrom("accounts").where("email", "=", email).execute(),
  ]) {
    const { email, code } = await makeAccountWithApp();
    const token = readToken(await givePassword(email));
    await end(email);
    await expect(giveCode(token, code)).rejects.toBeInstanceOf(NotSignedInError);
  }
  expect(await countRows("sessions")).toBe(0);
});

test("a hash that is renewed with the first step does not end what is pending, however the clock runs meanwhile", async () => {
  const { id } = await makeAccount();
  const [code = ""] = await makeRecoveryCodes(id);
  const account = await db.selectFrom("accounts").select(accountColumns).executeTakeFirstOrThrow();
  const start = Date.now();
  let read = 0;
  vi.spyOn(Date, "now").mockImplementation(() => start + read++);
  const pending = { account, bucket: "0".repeat(43), rehashed: "$scrypt$new", request: makeRequest() };
  const token = await storePending(db, { ...pending, missing: ["recovery_code"] }, makeScope());
  expect(await giveCode(token, code)).toMatchObject({ session: { user: { id } } });
});

test("any one of the account's factors is enough, and one that it lacks is not taken", async () => {
  const user = await makeAccount();
  const { codes } = await makePasskey(user);
  const step = await givePassword(user.email);
  expect(step).toMatchObject({ missing: ["passkey", "recovery_code"] });
  await expect(giveCode(readToken(step), "123456")).rejects.toBeInstanceOf(WrongProofError);
  expect(await giveCode(readToken(step), codes[0] ?? "")).toMatchObject({ session: { user: { id: user.id } } });
  const both = await makeAccountWithApp();
  await makePasskey(both);
  expect(await givePassword(both.email)).toMatchObject({ missing: ["passkey", "totp", "recovery_code"] });
});

test("the new session replaces the browser's old one, and the attempts are cleared only then", async () => {
  const user = await makeAccount();
  const first = await givePassword(user.email);
  if (first.kind !== "signed-in") throw new Error("Not signed in.");
  const { code } = await makeApp(user);
  await db.updateTable("sessions").set({ revoked_at: null, revoked_reason: null }).execute();
  const token = readToken(await givePassword(user.email));
  expect(await countRows("sign_in_backoff")).toBe(1);
  await giveCode(token, code, first.tokens.refreshToken);
  expect(await countRows("sign_in_backoff")).toBe(0);
  const sessions = await db.selectFrom("sessions").select("revoked_reason").where("account_id", "=", user.id).execute();
  expect(sessions.map(({ revoked_reason }) => revoked_reason).toSorted()).toEqual(["replaced", null].toSorted());
});

test("reading what is pending tells nobody who it is without the cookie, and is no try", async () => {
  const { id, email } = await makeAccountWithApp();
  const token = readToken(await givePassword(email));
  expect(await claimTry(db, { request: makeRequest() })).toBeNull();
  expect(await peekPending(db, { request: makeRequest() })).toBeNull();
  for (let look = 0; look < 8; look += 1)
    expect(await peekPending(db, { request: makeRequest(token) })).toEqual(["totp", "recovery_code"]);
  expect((await claimTry(db, { request: makeRequest(token) }))?.account.id).toBe(id satisfies AccountId);
});

test("a password that is replaced while it is checked opens nothing, and neither does one beside a new second factor", async () => {
  const user = await makeAccount();
  const request = makeRequest();
  const authenticated = await authenticate(db, { email: user.email, password, request }, makeScope());
  const start = () =>
    startSession(db, { ...authenticated, replaces: null, request, proofs: ["password"] }, makeScope());
  await makeApp(user);
  await expect(start()).rejects.toBeInstanceOf(WrongCredentialsError);
  await db.deleteFrom("authenticator_apps").execute();
  await db.updateTable("accounts").set({ password_hash: "$scrypt$new" }).execute();
  await expect(start()).rejects.toBeInstanceOf(WrongCredentialsError);
  const pending = { ...authenticated, missing: ["totp"] as const, request };
  await expect(storePending(db, pending, makeScope())).rejects.toBeInstanceOf(WrongCredentialsError);
  expect([await countRows("sessions"), await countRows("pending_sign_ins")]).toEqual([0, 0]);
});
