/** Signing up, and the proof that the address is one's own. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { linkLives } from "#worker/accounts/links/one-time-links.ts";
import { mostLinks, planLinkRequest } from "#worker/accounts/links/link-limits.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { authApi } from "#worker/api/auth.ts";
import { signUpApi } from "#worker/api/sign-up.ts";
import { tokensApi } from "#worker/api/tokens.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount, password, writeCookies } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";
import { countHashes, listMailKinds, readLinkPath } from "./links-make.ts";
import { signIn } from "./sign-in-make.ts";
import { visit } from "../visit.ts";

const call = callParts(authApi, signUpApi, tokensApi, rolesApi);

const db = openDb(env.DB);
const email = "new@example.com";
const chosen = "seven calm lanterns";

let hashes: Awaited<ReturnType<typeof countHashes>>;

beforeEach(async () => {
  hashes = await countHashes();
});

function signUp(json: Record<string, string>, headers: Record<string, string> = {}) {
  return call("/api/auth/sign-up", { json: { email, password: chosen, ...json }, headers });
}

/** The path that the answer to the form leads to. */
async function confirm(path: string, given: string) {
  return (await visit(path, { form: { password: given } })).headers.get("Location");
}

test("an account opens once its address is confirmed, and not before", async () => {
  await signUp({});
  expect(await listMailKinds(email)).toEqual(["email-verification"]);
  const before = await signIn(email, chosen);
  expect(before.status).toBe(403);
  expect(before.headers.getSetCookie()).toEqual([]);
  expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  const path = await readLinkPath(email, "email-verification");
  expect(await confirm(path, chosen)).toBe("/auth?verified=1");
  expect((await signIn(email, chosen)).status).toBe(200);
});

test("only who has the password learns that an address is not confirmed", async () => {
  await signUp({});
  const wrong = await signIn(email, "not the right password");
  const unknown = await signIn("nobody@example.com", "not the right password");
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect((await wrong.json<{ detail: string }>()).detail).toBe((await unknown.json<{ detail: string }>()).detail);
  const grant = { grant_type: "password", email, password: chosen };
  expect((await call("/api/auth/token", { json: grant })).status).toBe(403);
});

test("opening the link changes nothing, as often as a mail scanner does it", async () => {
  await signUp({});
  const path = await readLinkPath(email, "email-verification");
  for (let time = 0; time < 3; time += 1) expect((await visit(path)).status).toBe(200);
  expect((await db.selectFrom("accounts").select("verified_at").executeTakeFirst())?.verified_at).toBeNull();
  expect(await confirm(path, chosen)).toBe("/auth?verified=1");
  const again = await visit(path, { form: { password: chosen } });
  expect([again.status, again.headers.get("Location")]).toEqual([400, null]);
});

test("who signed up with a stranger's address loses the account to the owner of the mailbox", async () => {
  await signUp({ password: "the squatter's own words" });
  const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const cookie = writeCookies(await makeSession(id));
  expect(await confirm(await readLinkPath(email, "email-verification"), "the owner's calm lanterns")).not.toBeNull();
  expect((await signIn(email, "the squatter's own words")).status).toBe(401);
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(401);
  expect((await signIn(email, "the owner's calm lanterns")).status).toBe(200);
});

test("of five who confirm at once with passwords of their own, one sets it", async () => {
  await signUp({});
  const path = await readLinkPath(email, "email-verification");
  const passwords = Array.from({ length: 5 }, (_, index) => `seven calm lanterns ${index}`);
  const answers = await Promise.all(passwords.map((given) => visit(path, { form: { password: given } })));
  const winners = passwords.filter((_, index) => answers[index]?.status === 303);
  expect(winners).toHaveLength(1);
  expect(answers.every(({ status }) => [303, 400, 503].includes(status))).toBe(true);
  expect((await signIn(email, winners[0] ?? "")).status).toBe(200);
  const audit = await db.selectFrom("audit_log").select("id").where("action", "=", "user.verified").execute();
  expect(audit).toHaveLength(1);
});

test("a new and a taken address get the same answer, the same hashes and the same queries", async () => {
  const taken = await makeAccount();
  const waiting = await makeAccount({ isVerified: false });
  const disabled = await makeAccount({ status: "disabled" });
  const seen = [];
  for (const address of [email, taken.email, waiting.email, disabled.email]) {
    hashes.mockClear();
    const batches = vi.spyOn(env.DB, "batch");
    const prepared = vi.spyOn(env.DB, "prepare");
    const json = { email: address, password: chosen };
    const response = await call("/api/auth/sign-up", { json, env: { DB: env.DB } });
    const work = [hashes.mock.calls.length, prepared.mock.calls.length, batches.mock.calls.map(([all]) => all.length)];
    seen.push([response.status, await response.text(), [...response.headers.keys()], work]);
    batches.mockRestore();
    prepared.mockRestore();
  }
  for (const each of seen) expect(each).toEqual(seen[0]);
  expect(await listMailKinds(taken.email)).toEqual(["account-exists"]);
  expect(await listMailKinds(waiting.email)).toEqual(["email-verification"]);
  expect((await signIn(taken.email, password)).status).toBe(200);
});

test("nobody's mailbox is filled: three mails an hour to an address and twenty from a network, with the same answer", async () => {
  const statuses = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await signUp({ email: `n.e.w+${time}@example.com` })).status);
  expect(statuses).toEqual(Array(6).fill(202));
  const mails = () => db.selectFrom("outbox").select("recipient").execute();
  expect(await mails()).toHaveLength(3);
  vi.setSystemTime(Date.now() + 3_601_000);
  await signUp({});
  expect(await mails()).toHaveLength(4);
  const network = makeAddress().split(".").slice(0, 3).join(".");
  const request = new Request(siteOrigin, { headers: { "CF-Connecting-IP": `${network}.200` } });
  const earlier = Array.from({ length: mostLinks.aNetwork - 1 }, (_, person) =>
    planLinkRequest(db, { email: `person${person}@example.com`, request }, env),
  );
  await runBatch(
    db,
    (await Promise.all(earlier)).map(({ query }) => query),
  );
  for (let host = 0; host < 3; host += 1)
    await signUp({ email: `last${host}@example.com` }, { "CF-Connecting-IP": `${network}.${host}` });
  expect(await mails()).toHaveLength(5);
});

test("a request past the limit leaves the link alone that was mailed before", async () => {
  for (let time = 0; time < 5; time += 1) await signUp({});
  expect(await listMailKinds(email)).toHaveLength(3);
  expect((await visit(await readLinkPath(email, "email-verification"))).status).toBe(200);
});

test("the confirmation leads where signing up said, on this site alone", async () => {
  await signUp({ email_redirect_to: `${siteOrigin}/auth?verified=1&next=%2Fblog-management` });
  const path = await readLinkPath(email, "email-verification");
  expect(await confirm(path, chosen)).toBe("/auth?verified=1&next=%2Fblog-management");
  await signUp({ email: "other@example.com" });
  const other = await readLinkPath("other@example.com", "email-verification");
  expect(await confirm(`${other}&next=//evil.example`, chosen)).toBe("/auth?verified=1");
});

test("a link is over after a day", async () => {
  await signUp({});
  const path = await readLinkPath(email, "email-verification");
  vi.setSystemTime(Date.now() + linkLives.email_verification + 1000);
  expect((await visit(path)).status).toBe(400);
  expect((await visit(path, { form: { password: chosen } })).status).toBe(400);
});

test("a disabled account is not opened by its link", async () => {
  await signUp({});
  const path = await readLinkPath(email, "email-verification");
  await db.updateTable("accounts").set({ status: "disabled" }).execute();
  expect((await visit(path, { form: { password: chosen } })).status).toBe(400);
});
