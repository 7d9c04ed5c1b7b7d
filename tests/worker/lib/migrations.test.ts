/** What the tables themselves hold to, whoever writes: their triggers, foreign keys and checks. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { revokeSession } from "#worker/accounts/sessions/sessions.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { newId } from "#worker/lib/ids.ts";

const [ada, eve] = [newId<AccountId>(), newId<AccountId>()];
const session = newId<SessionId>();
const [clean, spam] = [newId(), newId()];

function run(statement: string, ...values: unknown[]) {
  return env.DB.prepare(statement)
    .bind(...values)
    .run();
}

async function readAll(query: string): Promise<unknown[][]> {
  return (await env.DB.prepare(query).raw()) as unknown[][];
}

/** Rows that refer to one another. */
beforeEach(async () => {
  const user = `INSERT INTO accounts (id, email, status, password_hash, created_at, updated_at, verified_at)
    VALUES (?, ?, ?, '$scrypt$x', 1, 1, 1)`;
  await run(user, ada, "ada@example.com", "active");
  await run(user, eve, "eve@example.com", "disabled");
  await run("INSERT INTO account_roles VALUES (?, 'super_admin', NULL, 1)", ada);
  await run("INSERT INTO account_roles VALUES (?, 'HR', ?, 2)", eve, ada);
  const begun = `INSERT INTO sessions (id, account_id, created_at, auth_time, refreshed_at, idle_expires_at,
    absolute_expires_at, revoked_at, revoked_reason) VALUES (?, ?, 1, 1, 1, 5, 9, ?, ?)`;
  await run(begun, session, ada, null, null);
  await run(begun, newId(), eve, 4, "reuse");
  await run(
    `INSERT INTO one_time_tokens (token_sha256, purpose, email, account_id, created_at, expires_at)
      VALUES (?, 'invite', 'x@example.com', ?, 1, 2)`,
    "t".repeat(43),
    ada,
  );
  await run("INSERT INTO dropped_records VALUES (1, ?, 'excess')", newId());
  await run(
    "INSERT INTO media (key, type, bytes, width, height, created_at) VALUES ('covers/a.svg', 'x/y', 9, 9, 9, 1)",
  );
  const category = newId();
  await run("INSERT INTO categories (id, slug, name, created_at, updated_at) VALUES (?, 'c', 'C', 1, 1)", category);
  await run(
    `INSERT INTO insights (id, slug, title, category_id, status, markdown, html, contents, words, minutes, cover_wide,
      created_at, updated_at) VALUES (?, 'p', 'P', ?, 'draft', '', '', '[]', 0, 1, 'covers/a.svg', 1, 1)`,
    newId(),
    category,
  );
  const enquiry = `INSERT INTO enquiries (id, submission_hash, words_hash, request_id, received_at, name, email, company,
    topic, subject, message, consented_at, folder, updated_at)
    VALUES (?, ?, ?, 'r', 1, 'n', 'n@example.com', '', 'general', 's', 'm', 1, ?, 7)`;
  await run(enquiry, clean, "1".repeat(64), "1".repeat(64), "inbox");
  await run(enquiry, spam, "2".repeat(64), "2".repeat(64), "spam");
  const mail = `INSERT INTO outbox (id, dedupe_key, subject_id, kind, recipient, subject, text, html, created_at, due_at)
    VALUES (?, ?, ?, 'enquiry-owner', 'to@example.com', 'line', 'text', '<p>html</p>', 3, 4)`;
  await run(mail, newId(), "clean:owner", clean);
  await run(mail, newId(), "clean:sender", clean);
  await run(mail, newId(), "spam:owner", spam);
  await run(mail, newId(), "test:1", null);
});

test("somebody active always holds super_admin; roles are not turned into others, and go to verified accounts alone", async () => {
  await expect(run("UPDATE accounts SET status = 'disabled' WHERE id = ?", ada)).rejects.toThrow("last_super_admin");
  await expect(run("DELETE FROM account_roles WHERE account_id = ?", ada)).rejects.toThrow("last_super_admin");
  await expect(run("DELETE FROM accounts WHERE id = ?", ada)).rejects.toThrow("last_super_admin");
  await expect(run("UPDATE account_roles SET role = 'super_admin' WHERE account_id = ?", eve)).rejects.toThrow(
    "not changed",
  );
  await expect(run("UPDATE accounts SET verified_at = NULL WHERE id = ?", eve)).rejects.toThrow("unverified_account");
  await run("UPDATE accounts SET verified_at = NULL WHERE id = ? AND 0", eve);
  await expect(run("INSERT INTO account_roles VALUES (?, 'x', NULL, 1)", "nobody")).rejects.toThrow("FOREIGN KEY");
});

test("what belongs to a row goes with it, and what is named elsewhere stays", async () => {
  await run("DELETE FROM accounts WHERE id = ?", eve);
  expect(await readAll("SELECT account_id FROM account_roles UNION ALL SELECT account_id FROM sessions")).toEqual([
    [ada],
    [ada],
  ]);
  await expect(run("DELETE FROM media WHERE key = 'covers/a.svg'")).rejects.toThrow("FOREIGN KEY");
  await run("DELETE FROM enquiries WHERE id = ?", clean);
  expect(await readAll("SELECT dedupe_key FROM outbox ORDER BY 1")).toEqual([["spam:owner"], ["test:1"]]);
  expect(await readAll("PRAGMA foreign_key_check")).toEqual([]);
});

test("enumerations that grow take a new member without a migration", async () => {
  await run("UPDATE accounts SET status = 'invited' WHERE id = ?", eve);
  await run("INSERT INTO account_roles (account_id, role, granted_at) VALUES (?, 'auditor', 1)", eve);
  await run("UPDATE one_time_tokens SET purpose = 'email_verification'");
  await run("UPDATE dropped_records SET reason = 'behaviour'");
  await run("UPDATE media SET type = 'application/pdf'");
  await run("UPDATE outbox SET state = 'held', kind = 'invite'");
  await revokeSession(openDb(env.DB), { sessionId: session, reason: "password_reset" as never }).execute();
  expect(await readAll("SELECT revoked_reason FROM sessions WHERE id = '" + session + "'")).toEqual([
    ["password_reset"],
  ]);
});
