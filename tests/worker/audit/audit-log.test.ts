/** The audit log: what is written by itself, what is flagged, and that nobody changes it. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { endSession } from "#worker/accounts/sessions/end-sessions.ts";
import { recordedRefusals } from "#worker/accounts/sign-in/record-refusal.ts";
import { readSessionOrigin } from "#worker/accounts/sessions/session-origin.ts";
import { signIn } from "#worker/accounts/sign-in/sign-in.ts";
import { recordAudit } from "#worker/audit/record.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { describeDevice } from "#worker/lib/text/detect-browser.ts";
import { newId } from "#worker/lib/ids.ts";
import { authApi } from "#worker/api/auth.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, muteConsole } from "../make.ts";
import { makeAddress, makeScope } from "../make-scope.ts";

const call = callParts(authApi);

const db = openDb(env.DB);

muteConsole("warn", "error");
beforeEach(() => void countScrypt());

const readLog = () => db.selectFrom("audit_log").selectAll().orderBy("id").execute();

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A request as Cloudflare hands it over. */
function makeRequest(cf: object | null): Request {
  const headers = { "CF-Connecting-IP": makeAddress(), "User-Agent": chrome };
  return new Request("https://www.example.com/api/auth/sign-in", { headers, ...(cf && { cf }) } as RequestInit);
}

const deployed = () => makeScope({ SITE_ORIGIN: "https://www.example.com" });

const signInFrom = (email: string, cf: object | null, given = password) =>
  signIn(db, { email, password: given, request: makeRequest(cf) }, deployed());

test.each([
  [chrome, "Chrome on Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iOS"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on macOS"],
  ["Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36 EdgA/140.0", "Edge on Android"],
  ["Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0 Safari/537.36", "Chrome on ChromeOS"],
  ["curl/8.9 Linux", "Unknown program on Linux"],
  ["", "Unknown device"],
  ["x".repeat(5000), "Unknown device"],
])("the device of %s is %s", (agent, device) => {
  expect(describeDevice(agent)).toBe(device);
});

test.each([
  [{ city: "Pune", country: "IN" }, "Pune, India", "IN"],
  [{ country: "DE" }, "Germany", "DE"],
  [{ city: "x".repeat(300), country: "DE" }, "x".repeat(120), "DE"],
  [{ city: "Tor", country: "T1" }, null, null],
  [{ country: "XX" }, null, null],
  [{ city: "Nowhere", country: "<b>" }, null, null],
  [null, null, null],
])("of what Cloudflare knows, %j, the place is %s", (cf, place, country) => {
  expect(readSessionOrigin(makeRequest(cf), { SITE_ORIGIN: "https://www.example.com" })).toEqual({
    device: "Chrome on Windows",
    place,
    country,
  });
  expect(readSessionOrigin(makeRequest(cf), { SITE_ORIGIN: "http://localhost:8787" }).place).toBeNull();
});

test("a sign-in is stored and recorded with device, place and what was proven", async () => {
  const user = await makeAccount();
  await signInFrom(user.email, { city: "Pune", country: "IN" });
  const session = await db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  expect(session).toMatchObject({
    device: "Chrome on Windows",
    place: "Pune, India",
    country: "IN",
    proofs: '["password"]',
  });
  const [entry] = await readLog();
  expect(entry).toMatchObject({ action: "session.started", actor_id: user.id, subject_id: session.id, unusual: null });
  expect(JSON.parse(entry?.detail ?? "")).toEqual({
    device: "Chrome on Windows",
    place: "Pune, India",
    country: "IN",
    proofs: "password",
  });
});

test("a new country is flagged once; the first sign-in and an unknown place are not", async () => {
  const user = await makeAccount();
  for (const country of ["IN", "IN", null, "PT", "PT", "IN"])
    await signInFrom(user.email, country === null ? null : { country });
  const other = await makeAccount();
  await signInFrom(other.email, { country: "DE" });
  const flags = (await readLog()).map(({ unusual }) => unusual);
  expect(flags).toEqual([null, null, null, "new country", null, null, null]);
});

test("a refused sign-in is recorded with its account, never with the address or what was typed", async () => {
  const user = await makeAccount();
  const typed = "not the right password at all";
  await expect(signInFrom(user.email, { country: "NL" }, typed)).rejects.toThrow();
  await expect(signInFrom("nobody@unknown.example", { country: "NL" }, typed)).rejects.toThrow();
  const log = await readLog();
  expect(log.map(({ action, actor_id, subject_id }) => [action, actor_id, subject_id])).toEqual([
    ["session.refused", null, user.id],
    ["session.refused", null, null],
  ]);
  for (const text of [typed, user.email, "unknown.example"]) expect(JSON.stringify(log)).not.toContain(text);
});

/** As if `count` sign-ins had been refused just now. */
async function makeRefusals(subject: AccountId | null, count: number, at = Date.now()) {
  for (let index = 0; index < count; index += 1)
    await db
      .insertInto("audit_log")
      .values({ id: newId(), at, action: "session.refused", subject_id: subject, request_id: newId() })
      .execute();
}

test("the fifth refusal within an hour on one account is flagged, and no other", async () => {
  const user = await makeAccount();
  await makeRefusals(user.id, 3, Date.now() - 2 * hour);
  await makeRefusals(user.id, 3);
  await makeRefusals((await makeAccount()).id, 9);
  for (let index = 0; index < 3; index += 1) {
    vi.setSystemTime(Date.now() + 4000);
    await expect(signInFrom(user.email, null, "not the right password")).rejects.toThrow();
  }
  const own = (await readLog()).filter(({ subject_id }) => subject_id === user.id).slice(-3);
  expect(own.map(({ unusual }) => unusual)).toEqual([null, "many failures", null]);
});

test("whoever guesses cannot fill the log: an hour has so many entries for an account, and for strangers", async () => {
  const user = await makeAccount();
  await makeRefusals(user.id, recordedRefusals.account - 1);
  await makeRefusals(null, recordedRefusals.strangers - 1);
  for (let index = 0; index < 3; index += 1) {
    await expect(signInFrom(user.email, null, "not the right password")).rejects.toThrow();
    await expect(signInFrom(`no${index}@example.com`, null, "not the right password")).rejects.toThrow();
  }
  const log = await readLog();
  const count = (subject: string | null) => log.filter(({ subject_id }) => subject_id === subject).length;
  expect([count(user.id), count(null)]).toEqual([recordedRefusals.account, recordedRefusals.strangers]);
  expect(log.filter(({ subject_id }) => subject_id === null).map(({ unusual }) => unusual)).toContain("many failures");
  // Past the delay of the address, nothing is counted and nothing recorded.
  vi.setSystemTime(Date.now() + hour + 1000);
  await expect(signInFrom(user.email, null, "not the right password")).rejects.toThrow();
  expect((await readLog()).filter(({ subject_id }) => subject_id === user.id)).toHaveLength(count(user.id) + 1);
});

test("an attempt within the delay is not recorded", async () => {
  const user = await makeAccount();
  for (let index = 0; index < 12; index += 1)
    await call("/api/auth/sign-in", { json: { email: user.email, password: "not the right password" } });
  expect((await readLog()).length).toBeLessThan(8);
});

test("a log that cannot be written keeps nobody from their answer", async () => {
  const { DB } = breakBinding("DB", { hits: (_call, sql) => sql.includes('insert into "audit_log"') });
  const json = { email: "nobody@unknown.example", password: "not the right password" };
  expect((await call("/api/auth/sign-in", { json, env: { DB } })).status).toBe(401);
});

test("the third export by one person within a day is flagged, by whichever way it is recorded", async () => {
  const [busy, calm] = [await makeAccount(), await makeAccount()];
  const note = (actor: AccountId | null, action: "enquiry.exported" | "person.exported" | "account.downloaded") => {
    vi.setSystemTime(Date.now() + 5);
    return recordAudit(db, { action, actor, subject: null, requestId: newId() }).execute();
  };
  await note(busy.id, "enquiry.exported");
  await note(busy.id, "account.downloaded");
  await note(calm.id, "enquiry.exported");
  await note(busy.id, "person.exported");
  await note(null, "person.exported");
  vi.setSystemTime(Date.now() + 5);
  const audit = { action: "enquiry.exported" } as const;
  await runRecorded(db, { actor: busy.id, requestId: newId(), subject: null, audit, queries: [] });
  expect((await readLog()).map(({ unusual }) => unusual)).toEqual([null, null, null, null, null, "many exports"]);
  vi.setSystemTime(Date.now() + day + hour);
  await note(busy.id, "enquiry.exported");
  expect((await readLog()).at(-1)?.unusual).toBeNull();
});

test("who signs out is named, and so is who ends a session", async () => {
  const user = await makeAccount();
  const session = await makeSession(user.id);
  await call("/api/auth/sign-out", { method: "POST", headers: { Authorization: `Bearer ${session.accessToken}` } });
  const other = await makeSession(user.id);
  await endSession(db, { user: user.id, sessionId: other.sessionId }, makeScope());
  expect((await readLog()).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["session.ended", user.id],
    ["session.ended", user.id],
  ]);
});

test("nothing in SQL changes an entry, replaces it, or deletes it before its time", async () => {
  const id = newId();
  const at = Date.now() - 399 * day;
  await db.insertInto("audit_log").values({ id, at, action: "user.signed_up" }).execute();
  const old = newId();
  await db
    .insertInto("audit_log")
    .values({ id: old, at: Date.now() - 401 * day, action: "user.signed_up" })
    .execute();
  for (const sql of [
    `UPDATE audit_log SET action = 'user.seeded' WHERE id = '${id}'`,
    `UPDATE OR REPLACE audit_log SET unusual = 'x' WHERE id = '${id}'`,
    `DELETE FROM audit_log WHERE id = '${id}'`,
    `DELETE FROM audit_log`,
    `REPLACE INTO audit_log (id, at, action) VALUES ('${id}', 1, 'user.seeded')`,
    `INSERT OR REPLACE INTO audit_log (id, at, action) VALUES ('${id}', 1, 'user.seeded')`,
    `INSERT INTO audit_log (id, at, action) VALUES ('${id}', 1, 'x.y') ON CONFLICT (id) DO UPDATE SET action = 'x.y'`,
    `UPDATE audit_log SET at = 1 WHERE id = '${old}'`,
  ])
    await expect(env.DB.prepare(sql).run(), sql).rejects.toThrow("append-only");
  expect(await readLog()).toMatchObject([{ id, at, action: "user.signed_up" }, { id: old }]);
  await env.DB.prepare(`DELETE FROM audit_log WHERE id = '${old}'`).run();
  expect(await readLog()).toHaveLength(1);
});
