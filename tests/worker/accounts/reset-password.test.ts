/** A forgotten password: asking for the link, and what it does. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { linkLives } from "#worker/accounts/links/one-time-links.ts";
import { openDb } from "#worker/db/client.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount, password, runsPerHash, writeCookies } from "../make.ts";
import { countHashes, listMailKinds, readAccounts, readLinkPath } from "./links-make.ts";
import { signIn } from "./sign-in-make.ts";
import { visit } from "../visit.ts";

const call = callParts(rolesApi);

const db = openDb(env.DB);
const next = "seven calm lanterns";

let hashes: Awaited<ReturnType<typeof countHashes>>;

beforeEach(async () => {
  hashes = await countHashes();
});

const ask = (email: string, headers?: Record<string, string>) =>
  visit("/auth/forgot", { form: { email }, ...(headers && { headers }) });

test("a known, an unknown, a disabled and an unconfirmed address are answered alike, with the same work", async () => {
  const known = await makeAccount();
  const disabled = await makeAccount({ status: "disabled" });
  const waiting = await makeAccount({ isVerified: false });
  const seen = [];
  for (const email of [known.email, "nobody@example.com", disabled.email, waiting.email]) {
    const batches = vi.spyOn(env.DB, "batch");
    const prepared = vi.spyOn(env.DB, "prepare");
    const response = await visit("/auth/forgot", { form: { email }, env: { DB: env.DB } });
    const work = [prepared.mock.calls.length, batches.mock.calls.map(([all]) => all.length)];
    seen.push([
      response.status,
      response.headers.get("Location"),
      await response.text(),
      [...response.headers.keys()],
      work,
    ]);
    batches.mockRestore();
    prepared.mockRestore();
  }
  expect(seen[0]?.slice(0, 2)).toEqual([303, "/auth/forgot?sent=1"]);
  for (const each of seen) expect(each).toEqual(seen[0]);
  expect(hashes).not.toHaveBeenCalled();
  expect(await listMailKinds(known.email)).toEqual(["password-reset"]);
  expect(await listMailKinds(waiting.email)).toEqual(["email-verification"]);
  expect(await db.selectFrom("outbox").select("id").execute()).toHaveLength(2);
});

test("the mail is a secret that is blanked, and neither log nor audit log holds its link", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.push(String(line)));
  const { email } = await makeAccount();
  await ask(email);
  const path = await readLinkPath(email, "password-reset");
  const token = path.split("/").at(-1) ?? "";
  await visit(path);
  await visit(`${path}.data`);
  await visit(path, { form: { password: next } });
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join()).not.toContain(token);
  expect(JSON.stringify(await db.selectFrom("audit_log").selectAll().execute())).not.toContain(token);
  const mail = await db
    .selectFrom("outbox")
    .select(["is_secret", "purge_at"])
    .where("kind", "=", "password-reset")
    .executeTakeFirst();
  expect(mail).toEqual({ is_secret: 1, purge_at: expect.any(Number) });
});

test("a new password ends every session, the delay of the address and other links, and its owner is told", async () => {
  const user = await makeAccount();
  const cookies = await Promise.all([1, 2].map(async () => writeCookies(await makeSession(user.id))));
  for (let guess = 0; guess < 7; guess += 1) await signIn(user.email, "not the right password");
  await ask(user.email);
  const first = await readLinkPath(user.email, "password-reset");
  const response = await visit(first, { form: { password: next } });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/auth?reset=1"]);
  expect(response.headers.getSetCookie()).toEqual([]);
  for (const Cookie of cookies) expect((await call("/api/roles", { headers: { Cookie } })).status).toBe(401);
  expect((await signIn(user.email, next)).status).toBe(200);
  expect((await signIn(user.email, password)).status).toBe(401);
  expect(await listMailKinds(user.email)).toEqual(["password-reset", "password-changed"]);
  const audit = await db.selectFrom("audit_log").select(["action", "actor_id", "subject_id"]).orderBy("id").execute();
  expect(audit).toEqual(
    expect.arrayContaining([
      { action: "password.reset_requested", actor_id: null, subject_id: user.id },
      { action: "password.reset", actor_id: user.id, subject_id: user.id },
    ]),
  );
});

test("of five who use one link at once, one sets the password", async () => {
  const user = await makeAccount();
  await ask(user.email);
  const path = await readLinkPath(user.email, "password-reset");
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => visit(path, { form: { password: `seven calm lanterns ${index}` } })),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.every(({ status }) => [303, 400, 503].includes(status))).toBe(true);
  expect(await listMailKinds(user.email)).toEqual(["password-reset", "password-changed"]);
});

test("a link is over after thirty minutes, once a newer one is mailed, and once the address has moved", async () => {
  const user = await makeAccount();
  await ask(user.email);
  const older = await readLinkPath(user.email, "password-reset");
  await ask(user.email);
  const newer = await readLinkPath(user.email, "password-reset");
  expect([(await visit(older)).status, (await visit(newer)).status]).toEqual([400, 200]);
  await db.updateTable("accounts").set({ email: "moved@example.com" }).execute();
  expect((await visit(newer)).status).toBe(400);
  await db.updateTable("accounts").set({ email: user.email }).execute();
  vi.setSystemTime(Date.now() + linkLives.password_reset + 1000);
  expect((await visit(newer)).status).toBe(400);
});

test("a disabled account, one without a password, and a demo account away from localhost get no link and take none", async () => {
  const user = await makeAccount();
  await ask(user.email);
  const path = await readLinkPath(user.email, "password-reset");
  for (const change of [{ status: "disabled" }, { password_hash: null }] as const) {
    await db.updateTable("accounts").set(change).execute();
    await ask(user.email);
    const before = await readAccounts();
    expect((await visit(path, { form: { password: next } })).status).toBe(400);
    expect(await readAccounts()).toBe(before);
    await db.updateTable("accounts").set({ status: "active", password_hash: user.password_hash }).execute();
  }
  expect(await listMailKinds(user.email)).toEqual(["password-reset"]);
});

test("a weak password is refused beside its field, and the link stays good", async () => {
  const user = await makeAccount({ name: "Rosalind Franklin" });
  await ask(user.email);
  const path = await readLinkPath(user.email, "password-reset");
  hashes.mockClear();
  for (const [given, says] of [
    ["short", "at least 15"],
    ["rosalind franklin 1952", "your name"],
    ["passwordpassword", "easy to guess"],
    ["x".repeat(1025), "1,024 bytes"],
  ] as const) {
    const response = await visit(path, { form: { password: given } });
    expect([given.slice(0, 9), response.status]).toEqual([given.slice(0, 9), 400]);
    const html = await response.text();
    expect(html).toContain(says);
    expect(html).not.toContain(`value="${given}`);
  }
  expect(hashes).not.toHaveBeenCalled();
  expect((await visit(path, { form: { password: next } })).status).toBe(303);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
});

test("a forged host and a cross-site page get no mail of their own", async () => {
  const user = await makeAccount();
  const elsewhere = await ask(user.email, { "Sec-Fetch-Site": "cross-site" });
  expect(elsewhere.status).toBe(403);
  await ask(user.email, { "X-Forwarded-Host": "evil.example", Host: "evil.example" });
  const { text, html } = await db.selectFrom("outbox").select(["text", "html"]).executeTakeFirstOrThrow();
  expect(text + html).not.toContain("evil.example");
  expect(text).toContain(`${env.SITE_ORIGIN}/auth/reset/-?link=`);
});

test("a database that fails changes nothing and is told with 503", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const user = await makeAccount();
  await ask(user.email);
  const path = await readLinkPath(user.email, "password-reset");
  const before = await readAccounts();
  const { DB } = breakBinding("DB", { hits: (call) => call === "DB.batch" });
  expect((await visit(path, { form: { password: next }, env: { DB } })).status).toBe(503);
  expect((await visit("/auth/forgot", { form: { email: user.email }, env: { DB } })).status).toBe(503);
  const down = {
    prepare: () => {
      throw new Error("D1_ERROR: down");
    },
  } as unknown as D1Database;
  expect((await visit(path, { env: { DB: down } })).status).toBe(503);
  expect(await readAccounts()).toBe(before);
});
