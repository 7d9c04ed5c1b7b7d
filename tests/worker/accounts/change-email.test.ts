/** A new address for somebody who is signed in: the link alone moves no account. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { freshFor } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { linkLives } from "#worker/accounts/links/one-time-links.ts";
import { openDb } from "#worker/db/client.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { InvalidInputError, StaleSignInError } from "#worker/lib/errors.ts";
import { makeApp } from "./factors-make.ts";
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount, password, writeCookies } from "../make.ts";
import { countHashes, listMailKinds, readAccounts, readLinkPath } from "./links-make.ts";
import { signIn } from "./sign-in-make.ts";
import { askToMove, makeSignedIn } from "./signed-in-make.ts";
import { visit } from "../visit.ts";

const call = callParts(authApi);

const db = openDb(env.DB);
const newEmail = "moved@example.com";

beforeEach(async () => {
  await countHashes();
});

/** Somebody who is signed in and has asked for the new address, with the path of the link. */
async function makeMover() {
  const mover = await makeSignedIn();
  await askToMove(mover.user, newEmail);
  return { ...mover, path: await readLinkPath(newEmail, "email-change") };
}

const readActions = async () =>
  (await db.selectFrom("audit_log").select("action").execute()).map(({ action }) => action);

test("an address is changed by a link that the new one gets, in a session of the account, and both are told", async () => {
  const { user, headers, listLive, path } = await makeMover();
  expect(await listMailKinds(user.email)).toEqual(["email-change"]);
  expect((await signIn(user.email, password)).status).toBe(200);
  const html = await (await visit(path, { headers })).text();
  expect(html).toContain(user.email);
  expect(html).toContain(newEmail);
  const response = await visit(path, { form: {}, headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/account?done=moved"]);
  expect(await (await visit("/account?done=moved", { headers })).text()).toContain("Your account has its new address.");
  expect(await listLive()).toEqual([true, false]);
  expect([(await signIn(user.email, password)).status, (await signIn(newEmail, password)).status]).toEqual([401, 200]);
  expect(await listMailKinds(user.email)).toEqual(["email-change", "email-changed"]);
  expect(await listMailKinds(newEmail)).toEqual(["email-change", "email-changed"]);
  expect((await visit(path, { form: {}, headers })).status).toBe(400);
});

test("whoever reads the new mailbox and has no session gets no account, reads no address, and is led to sign in and back", async () => {
  const { user, path } = await makeMover();
  const before = await readAccounts();
  const page = await visit(path);
  const refused = await visit(path, { form: {} });
  expect([page.status, refused.status]).toEqual([200, 401]);
  for (const html of [await page.text(), await refused.text()]) {
    expect(html).toContain("Sign in with the address that your account has until now");
    expect(html).toContain(`href="/auth?next=${encodeURIComponent(path)}"`);
    expect(html).not.toContain(user.email);
    expect(html).not.toContain(newEmail);
  }
  expect(await readAccounts()).toBe(before);
  const back = await visit(`/auth?next=${encodeURIComponent(path)}`, {
    headers: { Cookie: writeCookies(await makeSession(user.id)) },
  });
  expect([back.status, back.headers.get("Location")]).toEqual([302, path]);
});

test("somebody else who is signed in is refused, reads whose session it is, and can sign out and go on", async () => {
  const { user, path } = await makeMover();
  const other = await makeAccount();
  const headers = { Cookie: writeCookies(await makeSession(other.id)) };
  const before = await readAccounts();
  const page = await visit(path, { headers });
  const refused = await visit(path, { form: {}, headers });
  expect([page.status, refused.status]).toEqual([200, 403]);
  const html = await page.text();
  expect(html).toContain(other.email);
  for (const secret of [user.email, newEmail]) expect(html).not.toContain(secret);
  expect(await readAccounts()).toBe(before);
  const [, action = ""] = /action="(\/api\/auth\/sign-out[^"]*)"/.exec(html) ?? [];
  const out = await call(action.replaceAll("&amp;", "&"), { form: {}, headers });
  expect([out.status, out.headers.get("Location")]).toEqual([303, `/auth?next=${encodeURIComponent(path)}`]);
});

test("a session that has ended, by time or by its owner, moves nothing", async () => {
  const { user, headers, path } = await makeMover();
  await db.updateTable("sessions").set({ revoked_at: 1, revoked_reason: "ended" }).execute();
  expect((await visit(path, { form: {}, headers })).status).toBe(401);
  await db.updateTable("sessions").set({ revoked_at: null, revoked_reason: null, idle_expires_at: 1 }).execute();
  expect((await visit(path, { form: {}, headers })).status).toBe(401);
  expect(await db.selectFrom("accounts").select("email").execute()).toEqual([{ email: user.email }]);
});

test("where the role needs a second factor that the account lacks, it is set up first", async () => {
  const { user, headers, path } = await makeMover();
  const needy = { headers, env: { REQUIRE_SECOND_FACTOR: "HR" } };
  await db
    .insertInto("account_roles")
    .values({ account_id: user.id, role: "HR", granted_by: null, granted_at: 1 })
    .execute();
  const { status, headers: answered } = await visit(path, needy);
  expect([status, answered.get("Location")]).toEqual([302, `/account/second-factor?next=${encodeURIComponent(path)}`]);
  expect((await visit(path, { ...needy, form: {} })).status).toBe(302);
  expect(await db.selectFrom("accounts").select("email").execute()).toEqual([{ email: user.email }]);
  await makeApp(user);
  const session = { Cookie: writeCookies(await makeSession(user.id)) };
  expect((await visit(path, { ...needy, headers: session, form: {} })).status).toBe(303);
});

test("the token stands in no log and no entry, on the way over the sign-in page, too", async () => {
  const lines: string[] = [];
  for (const level of ["log", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(" ")));
  const { headers, path } = await makeMover();
  const token = path.split("/").at(-1) ?? "";
  for (const address of [path, `${path}.data`, `/auth?next=${encodeURIComponent(path)}`]) await visit(address);
  await visit(path, { form: {} });
  await visit(path, { form: {}, headers });
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.join()).not.toContain(token);
  expect(JSON.stringify(await db.selectFrom("audit_log").selectAll().execute())).not.toContain(token);
});

test("a change of address needs a fresh sign-in", async () => {
  const { user } = await makeSignedIn();
  const stale = askToMove(user, newEmail, nowInSeconds() - freshFor - 5);
  await expect(stale).rejects.toBeInstanceOf(StaleSignInError);
  expect(await db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("a taken address is answered as a free one, and its owner is told", async () => {
  const taken = await makeAccount();
  const { user } = await makeSignedIn();
  expect(await askToMove(user, taken.email)).toBe(await askToMove(user, newEmail));
  expect(await listMailKinds(taken.email)).toEqual(["account-exists"]);
  expect(await listMailKinds(user.email)).toEqual(["email-change", "email-change"]);
  await expect(askToMove(user, user.email.toUpperCase())).rejects.toBeInstanceOf(InvalidInputError);
});

test("an address that was taken meanwhile is not taken twice; an unconfirmed account there goes, which is recorded", async () => {
  const { user, headers, path } = await makeMover();
  const other = await makeAccount({ email: newEmail });
  expect((await visit(path, { form: {}, headers })).status).toBe(400);
  expect(await readActions()).not.toContain("user.displaced");
  await db.updateTable("accounts").set({ verified_at: null }).where("id", "=", other.id).execute();
  expect((await visit(path, { form: {}, headers })).status).toBe(303);
  expect(await db.selectFrom("accounts").select(["id", "email"]).execute()).toEqual([{ id: user.id, email: newEmail }]);
  const entries = db.selectFrom("audit_log").select(["actor_id", "subject_id"]);
  const displaced = await entries.where("action", "=", "user.displaced").execute();
  expect(displaced).toEqual([{ actor_id: user.id, subject_id: other.id }]);
});

test("a newer change ends the older one, a link is over after thirty minutes, and twenty uses are one", async () => {
  const { user, headers } = await makeSignedIn();
  await askToMove(user, "first@example.com");
  const first = await readLinkPath("first@example.com", "email-change");
  await askToMove(user, newEmail);
  const path = await readLinkPath(newEmail, "email-change");
  expect([(await visit(first)).status, (await visit(path)).status]).toEqual([400, 200]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(path, { form: {}, headers })));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await listMailKinds(newEmail)).filter((kind) => kind === "email-changed")).toHaveLength(1);
  expect((await readActions()).filter((action) => action === "email.changed")).toHaveLength(1);
  await askToMove({ id: user.id, email: newEmail }, "third@example.com");
  const third = await readLinkPath("third@example.com", "email-change");
  vi.setSystemTime(Date.now() + linkLives.email_change + 1000);
  expect((await visit(third)).status).toBe(400);
});
