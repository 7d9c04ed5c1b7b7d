/** Migrations that rebuild tables, on a database that was filled before them. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { revokeSession } from "#worker/accounts/sessions/sessions.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { sweepOutbox } from "#worker/email/sweep.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeMailer } from "../enquiries/enquiries-make.ts";
import { makeScope } from "../make.ts";

interface Part {
  type: string;
  name: string;
  tbl_name: string;
  sql: string;
}

const [ada, eve] = [newId<AccountId>(), newId<AccountId>()];
const session = newId<SessionId>();
const [clean, spam] = [newId(), newId()];
let before: Part[] = [];

function run(statement: string, ...values: unknown[]) {
  return env.DB.prepare(statement)
    .bind(...values)
    .run();
}

async function readParts(): Promise<Part[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name",
  ).all<Part>();
  return results;
}

async function readAll(query: string): Promise<unknown[][]> {
  return (await env.DB.prepare(query).raw()) as unknown[][];
}

/** A database as 0011 left it, with rows that refer to one another, brought up to date. */
beforeEach(async () => {
  await reset();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => name < "0012"),
  );
  before = await readParts();
  const user = `INSERT INTO users (id, email, status, password_hash, created_at, updated_at, verified_at)
    VALUES (?, ?, ?, '$scrypt$x', 1, 1, 1)`;
  await run(user, ada, "ada@example.com", "active");
  await run(user, eve, "eve@example.com", "disabled");
  await run("INSERT INTO user_roles VALUES (?, 'super_admin', NULL, 1)", ada);
  await run("INSERT INTO user_roles VALUES (?, 'HR', ?, 2)", eve, ada);
  await run("INSERT INTO sessions VALUES (?, ?, 3, 1, 1, 1, 5, 9, NULL, NULL)", session, ada);
  await run("INSERT INTO sessions VALUES (?, ?, 0, 1, 1, 1, 5, 9, 4, 'reuse')", newId(), eve);
  await run("INSERT INTO one_time_tokens VALUES (?, 'invite', 'x@example.com', ?, 1, 2, NULL)", "t".repeat(43), ada);
  await run("INSERT INTO dropped_records VALUES (1, ?, 'excess')", newId());
  await run("INSERT INTO media VALUES ('covers/a.svg', 'image/svg+xml', 10, 20, 30, 1)");
  const category = newId();
  await run("INSERT INTO categories VALUES (?, 'c', 'C', '', 1, 1)", category);
  await run(
    `INSERT INTO posts (id, slug, title, category_id, status, markdown, html, contents, words, minutes, cover_wide,
      created_at, updated_at) VALUES (?, 'p', 'P', ?, 'draft', '', '', '[]', 0, 1, 'covers/a.svg', 1, 1)`,
    newId(),
    category,
  );
  const enquiry = `INSERT INTO enquiries (id, submission_hash, words_hash, request_id, received_at, name, email, company,
    topic, subject, message, consented_at, folder, owner_id, updated_at)
    VALUES (?, ?, ?, 'r', 1, 'n', 'n@example.com', '', 'general', 's', 'm', 1, ?, ?, 7)`;
  await run(enquiry, clean, "1".repeat(64), "1".repeat(64), "inbox", ada);
  await run(enquiry, spam, "2".repeat(64), "2".repeat(64), "spam", null);
  const mail = `INSERT INTO outbox (id, occasion, enquiry_id, kind, recipient, reply_to, subject, text, html, state,
    attempts, created_at, due_at, sent_at, last_error)
    VALUES (?, ?, ?, ?, 'to@example.com', 're@example.com', 'line', 'text', '<p>html</p>', ?, 2, 3, 4, ?, 'why')`;
  await run(mail, newId(), "clean:owner", clean, "enquiry-owner", "waiting", null);
  await run(mail, newId(), "clean:sender", clean, "enquiry-sender", "sent", 5);
  await run(mail, newId(), "spam:owner", spam, "enquiry-owner", "failed", null);
  await run(mail, newId(), "test:1", null, "test", "waiting", null);
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});

test("no mail is lost: what waited is sent, what its enquiry's folder holds back is withdrawn", async () => {
  const rows = await readAll(
    `SELECT dedupe_key, subject_id, kind, state, attempts, sent_at, withdrawn_at, text || html || reply_to || last_error
     FROM outbox ORDER BY dedupe_key`,
  );
  const content = "text<p>html</p>re@example.comwhy";
  expect(rows).toEqual([
    ["clean:owner", clean, "enquiry-owner", "waiting", 2, null, null, content],
    ["clean:sender", clean, "enquiry-sender", "sent", 2, 5, null, content],
    ["spam:owner", spam, "enquiry-owner", "failed", 2, null, 7, content],
    ["test:1", null, "test", "waiting", 2, null, null, content],
  ]);
  const mailer = makeMailer();
  await sweepOutbox(openDb(env.DB), makeScope({ EMAIL: mailer.binding, MAIL_FROM: "website@example.com" }));
  expect(mailer.sent).toHaveLength(2);
  expect(await readAll("SELECT mailed_at FROM enquiries ORDER BY folder")).toEqual([[3], [3]]);
});

test("accounts, roles, sessions, tokens, pictures and counts are as they were", async () => {
  expect(await readAll("SELECT email, status FROM users ORDER BY email")).toEqual([
    ["ada@example.com", "active"],
    ["eve@example.com", "disabled"],
  ]);
  expect(await readAll("SELECT user_id, role, granted_by, granted_at FROM user_roles ORDER BY role")).toEqual([
    [eve, "HR", ada, 2],
    [ada, "super_admin", null, 1],
  ]);
  expect(await readAll("SELECT user_id, counter, revoked_at, revoked_reason FROM sessions ORDER BY counter")).toEqual([
    [eve, 0, 4, "reuse"],
    [ada, 3, null, null],
  ]);
  expect(await readAll("SELECT purpose, email, user_id FROM one_time_tokens")).toEqual([
    ["invite", "x@example.com", ada],
  ]);
  expect(await readAll("SELECT dropped_at, reason FROM dropped_records")).toEqual([[1, "excess"]]);
  expect(await readAll("SELECT cover_wide, type FROM posts JOIN media ON key = cover_wide")).toEqual([
    ["covers/a.svg", "image/svg+xml"],
  ]);
  expect(await readAll("SELECT owner_id FROM enquiries WHERE owner_id IS NOT NULL")).toEqual([[ada]]);
  expect(await readAll("PRAGMA foreign_key_check")).toEqual([]);
});

test("every trigger and index of before is still there, triggers word for word unless a later migration changes them", async () => {
  const after = await readParts();
  const changed = new Set(["audit_log_no_delete", "consent_records_keep_delete"]);
  const triggers = (parts: Part[]) =>
    parts.filter(({ type, name }) => type === "trigger" && !changed.has(name)).map(({ name, sql }) => [name, sql]);
  expect(triggers(after)).toEqual(expect.arrayContaining(triggers(before)));
  // A table that a later migration drops takes its own along.
  const isGone = (name: string) => name.startsWith("post_terms");
  const indexes = before.filter(({ type, name }) => type === "index" && !isGone(name)).map(({ name }) => name);
  // Renamed: it is of any subject now.
  const kept = indexes.map((name) => (name === "outbox_by_enquiry" ? "outbox_by_subject" : name));
  expect(after.map(({ name }) => name)).toEqual(expect.arrayContaining(kept));
});

test("the triggers of rebuilt tables still act", async () => {
  await expect(run("UPDATE users SET status = 'disabled' WHERE id = ?", ada)).rejects.toThrow("last_super_admin");
  await expect(run("DELETE FROM user_roles WHERE user_id = ?", ada)).rejects.toThrow("last_super_admin");
  await expect(run("DELETE FROM users WHERE id = ?", ada)).rejects.toThrow("last_super_admin");
  await expect(run("UPDATE user_roles SET role = 'super_admin' WHERE user_id = ?", eve)).rejects.toThrow("not changed");
  await expect(run("UPDATE users SET verified_at = NULL WHERE id = ?", eve)).rejects.toThrow("unverified_account");
  await run("UPDATE users SET verified_at = NULL WHERE id = ? AND 0", eve);
  await expect(run("INSERT INTO user_roles VALUES (?, 'x', NULL, 1)", "nobody")).rejects.toThrow("FOREIGN KEY");
});

test("foreign keys still take along what belongs to a row", async () => {
  await run("DELETE FROM users WHERE id = ?", eve);
  expect(await readAll("SELECT user_id FROM user_roles UNION ALL SELECT user_id FROM sessions")).toEqual([
    [ada],
    [ada],
  ]);
  await expect(run("DELETE FROM media WHERE key = 'covers/a.svg'")).rejects.toThrow("FOREIGN KEY");
  await run("DELETE FROM enquiries WHERE id = ?", clean);
  expect(await readAll("SELECT dedupe_key FROM outbox ORDER BY 1")).toEqual([["spam:owner"], ["test:1"]]);
});

test("enumerations that grow take a new member without a migration", async () => {
  await run("UPDATE users SET status = 'invited' WHERE id = ?", eve);
  await run("INSERT INTO user_roles (user_id, role, granted_at) VALUES (?, 'auditor', 1)", eve);
  await run("UPDATE one_time_tokens SET purpose = 'email_verification'");
  await run("UPDATE dropped_records SET reason = 'behaviour'");
  await run("UPDATE media SET type = 'application/pdf'");
  await run("UPDATE outbox SET state = 'held', kind = 'invite'");
  await revokeSession(openDb(env.DB), { sessionId: session, reason: "password_reset" as never }).execute();
  expect(await readAll("SELECT revoked_reason FROM sessions WHERE id = '" + session + "'")).toEqual([
    ["password_reset"],
  ]);
});
