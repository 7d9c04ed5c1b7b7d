/** Password, pending, session: with a second proof that exists in this test alone. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { minute } from "#app/shared/durations.ts";
import { accountColumns } from "#worker/accounts/authenticate.ts";
import { claimTry, type Proof, storePending, writePendingCookie } from "#worker/accounts/pending-sign-in.ts";
import { proveSignIn, signIn, type SignInStep } from "#worker/accounts/sign-in.ts";
import { openDb } from "#worker/db/client.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { NotSignedInError, WrongCredentialsError } from "#worker/lib/errors.ts";
import { call, countScrypt, makeAddress, makeScope, makeUser, password, siteOrigin } from "./make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  countScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

/** The right answer of an account is its address. */
const code: Proof = {
  kind: "code",
  isNeeded: async () => true,
  isGiven: async (_db, { account, answer }) => answer === account.email,
};

function makeRequest(token?: string): Request {
  const cookie = token === undefined ? "" : (writePendingCookie(token).split(";")[0] ?? "");
  return new Request(`${siteOrigin}/auth`, { headers: { Cookie: cookie, "CF-Connecting-IP": makeAddress() } });
}

const givePassword = (email: string, proofs: readonly Proof[] = [code]) =>
  signIn(db, { email, password, request: makeRequest() }, makeScope(), proofs);

const giveCode = (token: string | undefined, answer: string, proofs: readonly Proof[] = [code], kind = "code") =>
  proveSignIn(db, { request: makeRequest(token), kind, answer }, makeScope(), proofs);

function readToken(step: SignInStep): string {
  if (step.kind !== "pending" || step.token === undefined) throw new Error("Nothing is pending.");
  return step.token;
}

async function countRows(table: "sessions" | "pending_sign_ins" | "audit_log"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

test("an account that has nothing more to prove is signed in by its password, and nothing is pending", async () => {
  const { email } = await makeUser();
  expect(await givePassword(email, [])).toMatchObject({ kind: "signed-in" });
  const notAsked = { ...code, isNeeded: async () => false };
  expect(await givePassword(email, [notAsked])).toMatchObject({ kind: "signed-in" });
  expect([await countRows("sessions"), await countRows("pending_sign_ins")]).toEqual([2, 0]);
});

test("no session starts while a proof is missing; it starts with the proof, once", async () => {
  const { id, email } = await makeUser({ roles: ["HR"] });
  const step = await givePassword(email);
  expect(step).toMatchObject({ kind: "pending", missing: ["code"] });
  expect([await countRows("sessions"), await countRows("audit_log")]).toEqual([0, 0]);
  const token = readToken(step);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => giveCode(token, email)));
  const started = outcomes.filter(({ status }) => status === "fulfilled");
  expect(started).toMatchObject([{ value: { kind: "signed-in", session: { user: { id }, roles: ["HR"] } } }]);
  await expect(giveCode(token, email)).rejects.toBeInstanceOf(NotSignedInError);
  expect([await countRows("sessions"), await countRows("pending_sign_ins")]).toEqual([1, 0]);
  const log = await db.selectFrom("audit_log").select(["action", "actor_id"]).execute();
  expect(log).toEqual([{ action: "session.started", actor_id: id }]);
});

test("a wrong password starts nothing that a proof could complete, and says what it always says", async () => {
  const { email } = await makeUser();
  const wrong = { email, password: "not the right password", request: makeRequest() };
  await expect(signIn(db, wrong, makeScope(), [code])).rejects.toBeInstanceOf(WrongCredentialsError);
  expect(await countRows("pending_sign_ins")).toBe(0);
  await expect(giveCode(undefined, email)).rejects.toBeInstanceOf(NotSignedInError);
  await expect(giveCode("x".repeat(43), email)).rejects.toBeInstanceOf(NotSignedInError);
});

test("what is pending is of no use as a session", async () => {
  const { email } = await makeUser({ roles: ["super_admin"] });
  const token = readToken(await givePassword(email));
  const cookies = [writePendingCookie(token).split(";")[0], `__Host-at=${token}`, `__Host-rt=${token}`, "signed-in=1"];
  const asCookie = await call("/api/auth/session", { headers: { Cookie: cookies.join("; ") } });
  const asBearer = await call("/api/auth/session", { headers: { Authorization: `Bearer ${token}` } });
  for (const answer of [asCookie, asBearer]) expect(await answer.json()).toMatchObject({ user: null, roles: [] });
  expect((await call("/api/roles", { headers: { Cookie: cookies.join("; ") } })).status).toBe(401);
});

test("a pending sign-in belongs to its account and its browser: nobody completes another's", async () => {
  const [ada, eve] = [await makeUser({ email: "ada@example.com" }), await makeUser({ email: "eve@example.com" })];
  const adas = readToken(await givePassword(ada.email));
  const eves = readToken(await givePassword(eve.email));
  await expect(giveCode(adas, eve.email)).rejects.toBeInstanceOf(WrongCredentialsError);
  expect(await giveCode(eves, eve.email)).toMatchObject({ session: { user: { id: eve.id } } });
  await expect(giveCode(eves, ada.email)).rejects.toBeInstanceOf(NotSignedInError);
  const owners = await db.selectFrom("sessions").select("user_id").execute();
  expect(owners).toEqual([{ user_id: eve.id }]);
  // Only a hash of the secret is stored.
  expect(JSON.stringify(await db.selectFrom("pending_sign_ins").selectAll().execute())).not.toContain(adas);
  expect(writePendingCookie(adas)).toMatch(/^__Host-pending=[\w-]{43}; Path=\/; Max-Age=600; Secure; .*HttpOnly$/);
});

test("a pending sign-in ends after ten minutes, and after five tries", async () => {
  const { email } = await makeUser();
  const late = readToken(await givePassword(email));
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * minute);
  await expect(giveCode(late, email)).rejects.toBeInstanceOf(NotSignedInError);
  clock.mockRestore();
  const tried = readToken(await givePassword(email));
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(giveCode(tried, "wrong")).rejects.toBeInstanceOf(WrongCredentialsError);
  await expect(giveCode(tried, email)).rejects.toBeInstanceOf(NotSignedInError);
  expect(await countRows("sessions")).toBe(0);
});

test("a pending sign-in ends when its account is disabled, removed or gets a new password", async () => {
  const change = async (email: string, values: object) =>
    db
      .updateTable("users")
      .set({ ...values, updated_at: Date.now() + 1 })
      .where("email", "=", email)
      .execute();
  for (const end of [
    (email: string) => db.updateTable("users").set({ status: "disabled" }).where("email", "=", email).execute(),
    (email: string) => change(email, { password_hash: "$scrypt$new" }),
    (email: string) => db.deleteFrom("users").where("email", "=", email).execute(),
  ]) {
    const { email } = await makeUser();
    const token = readToken(await givePassword(email));
    await end(email);
    await expect(giveCode(token, email)).rejects.toBeInstanceOf(NotSignedInError);
  }
  expect(await countRows("sessions")).toBe(0);
});

test("a hash that is renewed with the first step does not end what is pending, however the clock runs meanwhile", async () => {
  const { email } = await makeUser();
  const account = await db.selectFrom("users").select(accountColumns).executeTakeFirstOrThrow();
  const start = Date.now();
  let read = 0;
  vi.spyOn(Date, "now").mockImplementation(() => start + read++);
  const [missing, bucket] = [["code"], "0".repeat(43)];
  const token = await storePending(db, { account, bucket, rehashed: "$scrypt$new", missing, requestId: "test" });
  expect(await giveCode(token, email)).toMatchObject({ kind: "signed-in" });
});

test("two proofs are both asked for, in any order, and one cannot stand for the other", async () => {
  const key: Proof = { ...code, kind: "key", isGiven: async (_db, { answer }) => answer === "key" };
  const { email } = await makeUser();
  const token = readToken(await givePassword(email, [code, key]));
  await expect(giveCode(token, "key", [code, key])).rejects.toBeInstanceOf(WrongCredentialsError);
  expect(await giveCode(token, "key", [code, key], "key")).toEqual({ kind: "pending", missing: ["code"] });
  await expect(giveCode(token, "key", [code, key], "key")).rejects.toBeInstanceOf(WrongCredentialsError);
  expect(await countRows("sessions")).toBe(0);
  expect(await giveCode(token, email, [code, key])).toMatchObject({ kind: "signed-in" });
});

test("the new session replaces the browser's old one, and the attempts are cleared only then", async () => {
  const { id, email } = await makeUser();
  const first = await givePassword(email, []);
  if (first.kind !== "signed-in") throw new Error("Not signed in.");
  const token = readToken(await givePassword(email));
  const countAttempts = async () => (await db.selectFrom("sign_in_backoff").selectAll().execute()).length;
  expect(await countAttempts()).toBe(1);
  const replaces = first.tokens.refreshToken;
  await proveSignIn(db, { request: makeRequest(token), kind: "code", answer: email, replaces }, makeScope(), [code]);
  expect(await countAttempts()).toBe(0);
  const sessions = await db.selectFrom("sessions").select("revoked_reason").where("user_id", "=", id).execute();
  expect(sessions.map(({ revoked_reason }) => revoked_reason).toSorted()).toEqual(["replaced", null].toSorted());
});

test("reading what is pending tells nobody who it is without the cookie", async () => {
  const { id, email } = await makeUser();
  const token = readToken(await givePassword(email));
  expect(await claimTry(db, { request: makeRequest() })).toBeNull();
  expect((await claimTry(db, { request: makeRequest(token) }))?.account.id).toBe(id satisfies UserId);
});
