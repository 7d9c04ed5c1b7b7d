/** A new password and a new address for somebody who is signed in. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { changePassword } from "#worker/accounts/change-password.ts";
import { startEmailChange } from "#worker/accounts/change-email.ts";
import { freshFor } from "#worker/accounts/fresh-sign-in.ts";
import { linkLives } from "#worker/accounts/one-time-links.ts";
import { openDb } from "#worker/db/client.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { InvalidInputError, StaleSignInError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import {
  call,
  countScrypt,
  hashOnce,
  makeAddress,
  makeScope,
  makeSession,
  makeUser,
  password,
  runsPerHash,
  siteOrigin,
  writeCookies,
} from "./make.ts";
import { listMailKinds, readAccounts, readLinkPath, visit } from "./links-make.ts";

const db = openDb(env.DB);
const next = "seven calm lanterns";
const newEmail = "moved@example.com";

let hashes: ReturnType<typeof countScrypt>;

beforeEach(async () => {
  hashes = countScrypt();
  await hashOnce();
  hashes.mockClear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
});

const makeRequest = () => new Request(siteOrigin, { headers: { "CF-Connecting-IP": makeAddress() } });

async function signIn(email: string, given: string) {
  return (await call("/api/auth/sign-in", { json: { email, password: given } })).status;
}

async function makeSignedIn() {
  const user = await makeUser({ name: "Grace Hopper" });
  const [here, elsewhere] = await Promise.all([makeSession(user.id), makeSession(user.id)]);
  const isLive = async (tokens: typeof here) =>
    (await call("/api/roles", { headers: { Cookie: writeCookies(tokens) } })).status === 200;
  const listLive = async () => [await isLive(here), await isLive(elsewhere)];
  const change = (given: { current: string; next: string }) =>
    changePassword(db, { user, sessionId: here.sessionId, ...given, request: makeRequest() }, makeScope());
  const move = (to = newEmail, authTime = nowInSeconds()) =>
    startEmailChange(db, { user, newEmail: to, authTime, request: makeRequest() }, makeScope());
  return { user, here, listLive, change, move };
}

test("who knows the present password sets a new one: other sessions end, this one stays, and a mail tells it", async () => {
  const { user, listLive, change } = await makeSignedIn();
  await change({ current: password, next });
  expect(await listLive()).toEqual([true, false]);
  expect([await signIn(user.email, password), await signIn(user.email, next)]).toEqual([401, 200]);
  expect(await listMailKinds(user.email)).toEqual(["password-changed"]);
  const audit = await db.selectFrom("audit_log").select("actor_id").where("action", "=", "password.changed").execute();
  expect(audit).toEqual([{ actor_id: user.id }]);
});

test("a new password ends a link for a new one and a change of address that wait", async () => {
  const { user, change, move } = await makeSignedIn();
  await visit("/auth/forgot", { form: { email: user.email } });
  await move();
  const paths = [await readLinkPath(user.email, "password-reset"), await readLinkPath(newEmail, "email-change")];
  await change({ current: password, next });
  for (const path of paths) expect((await visit(path)).status).toBe(400);
});

test("a wrong present password is refused beside its field, counted, and delayed after five", async () => {
  const { change } = await makeSignedIn();
  const before = await readAccounts();
  for (let guess = 0; guess < 6; guess += 1) {
    const refused = await change({ current: "not the right password", next }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidInputError);
    expect((refused as InvalidInputError).fields).toHaveProperty("current");
  }
  await expect(change({ current: password, next })).rejects.toBeInstanceOf(TooManyAttemptsError);
  expect(hashes).toHaveBeenCalledTimes(6 * runsPerHash);
  expect(await readAccounts()).toBe(before);
});

test("a new password that is easy to guess costs no hash and no attempt", async () => {
  const { change } = await makeSignedIn();
  for (const given of ["passwordpassword", "grace hopper 1906"]) {
    const refused = await change({ current: password, next: given }).catch((error: unknown) => error);
    expect((refused as InvalidInputError).fields).toHaveProperty("next");
  }
  expect(hashes).not.toHaveBeenCalled();
  expect(await db.selectFrom("sign_in_backoff").selectAll().execute()).toEqual([]);
});

test("of four changes of a password at once, one is made", async () => {
  const { change } = await makeSignedIn();
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, (_, index) => change({ current: password, next: `${next} ${index}` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an address is changed by a link that the new one gets, and both are told", async () => {
  const { user, here, listLive, move } = await makeSignedIn();
  await move();
  expect(await listMailKinds(user.email)).toEqual(["email-change"]);
  expect(await signIn(user.email, password)).toBe(200);
  const path = await readLinkPath(newEmail, "email-change");
  const html = await (await visit(path)).text();
  expect(html).toContain(user.email);
  expect(html).toContain(newEmail);
  const response = await visit(path, { form: {}, headers: { Cookie: writeCookies(here) } });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/auth?moved=1"]);
  expect(await listLive()).toEqual([true, false]);
  expect([await signIn(user.email, password), await signIn(newEmail, password)]).toEqual([401, 200]);
  expect(await listMailKinds(user.email)).toEqual(["email-change", "email-changed"]);
  expect(await listMailKinds(newEmail)).toEqual(["email-change", "email-changed"]);
  expect((await visit(path, { form: {} })).status).toBe(400);
});

test("in another browser the link ends every session", async () => {
  const { listLive, move } = await makeSignedIn();
  await move();
  await visit(await readLinkPath(newEmail, "email-change"), { form: {} });
  expect(await listLive()).toEqual([false, false]);
});

test("a change of address needs a fresh sign-in", async () => {
  const { move } = await makeSignedIn();
  await expect(move(newEmail, nowInSeconds() - freshFor - 5)).rejects.toBeInstanceOf(StaleSignInError);
  expect(await db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("a taken address is answered as a free one, and its owner is told", async () => {
  const taken = await makeUser();
  const { user, move } = await makeSignedIn();
  expect(await move(taken.email.toUpperCase().toLowerCase())).toBe(await move());
  expect(await listMailKinds(taken.email)).toEqual(["account-exists"]);
  expect(await listMailKinds(user.email)).toEqual(["email-change", "email-change"]);
  await expect(move(user.email.toUpperCase())).rejects.toBeInstanceOf(InvalidInputError);
});

test("an address that was taken meanwhile is not taken twice; an unconfirmed account there gives way", async () => {
  const { user, move } = await makeSignedIn();
  await move();
  const path = await readLinkPath(newEmail, "email-change");
  const other = await makeUser({ email: newEmail });
  expect((await visit(path, { form: {} })).status).toBe(400);
  await db.updateTable("users").set({ verified_at: null }).where("id", "=", other.id).execute();
  expect((await visit(path, { form: {} })).status).toBe(303);
  const left = await db.selectFrom("users").select(["id", "email"]).execute();
  expect(left).toEqual([{ id: user.id, email: newEmail }]);
});

test("a newer change ends the older one, a link is over after thirty minutes, and twenty uses are one", async () => {
  const { user, move } = await makeSignedIn();
  await move("first@example.com");
  const first = await readLinkPath("first@example.com", "email-change");
  await move();
  const path = await readLinkPath(newEmail, "email-change");
  expect([(await visit(first)).status, (await visit(path)).status]).toEqual([400, 200]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(path, { form: {} })));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await listMailKinds(newEmail)).filter((kind) => kind === "email-changed")).toHaveLength(1);
  await startEmailChange(
    db,
    {
      user: { id: user.id, email: newEmail },
      newEmail: "third@example.com",
      authTime: nowInSeconds(),
      request: makeRequest(),
    },
    makeScope(),
  );
  const third = await readLinkPath("third@example.com", "email-change");
  vi.setSystemTime(Date.now() + linkLives.email_change + 1000);
  expect((await visit(third)).status).toBe(400);
});
