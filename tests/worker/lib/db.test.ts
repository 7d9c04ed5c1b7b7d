import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { recordAudit, recordAuditWhen } from "#worker/audit/record.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

test("a batch that fails half-way leaves nothing behind", async () => {
  const user = await makeAccount();
  const failing = runBatch(db, [
    db.insertInto("account_roles").values({ account_id: user.id, role: "HR", granted_by: null, granted_at: 1 }),
    db.insertInto("accounts").values(user),
  ]);
  await expect(failing).rejects.toThrow("UNIQUE");
  expect(await db.selectFrom("account_roles").selectAll().execute()).toEqual([]);
});

test("an e-mail address belongs to one account, whatever its case", async () => {
  await makeAccount({ email: "Ada@example.com" });
  await expect(makeAccount({ email: "ada@EXAMPLE.com" })).rejects.toThrow("UNIQUE");
});

test("empty roles and states, and anything but a hash of scrypt, are refused by the table", async () => {
  const user = await makeAccount();
  const role = env.DB.prepare("INSERT INTO account_roles VALUES (?, '', NULL, 1)").bind(user.id);
  await expect(role.run()).rejects.toThrow("CHECK");
  await expect(env.DB.exec("UPDATE accounts SET status = ''")).rejects.toThrow("CHECK");
  await expect(env.DB.exec("UPDATE accounts SET password_hash = 'plain'")).rejects.toThrow("CHECK");
});

test("an account that nobody has verified can be given no role, and one that holds a role stays verified", async () => {
  const stranger = await makeAccount({ isVerified: false });
  const grant = (id: AccountId) =>
    db.insertInto("account_roles").values({ account_id: id, role: "HR", granted_by: null, granted_at: 1 });
  await expect(grant(stranger.id).execute()).rejects.toThrow("unverified_account");
  await expect(runBatch(db, [grant(stranger.id)])).rejects.toThrow("unverified_account");
  expect(await db.selectFrom("account_roles").selectAll().execute()).toEqual([]);
  const staff = await makeAccount({ roles: ["HR"] });
  const clearing = db.updateTable("accounts").set({ verified_at: null }).where("id", "=", staff.id);
  await expect(clearing.execute()).rejects.toThrow("unverified_account");
  await db.updateTable("accounts").set({ verified_at: 1 }).where("id", "=", stranger.id).execute();
  await grant(stranger.id).execute();
});

test("a user id never changes", async () => {
  const user = await makeAccount();
  const change = db.updateTable("accounts").set({ id: newId() }).where("id", "=", user.id).execute();
  await expect(change).rejects.toThrow("never changes");
});

test("the audit log refuses update, delete and replacement", async () => {
  const entry = { action: "user.signed_up", actor: null, subject: "x", requestId: "r" } as const;
  await recordAudit(db, entry).execute();
  const row = await db.selectFrom("audit_log").selectAll().executeTakeFirstOrThrow();
  await expect(db.updateTable("audit_log").set({ action: "none" }).execute()).rejects.toThrow("append-only");
  await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
  await expect(
    db
      .replaceInto("audit_log")
      .values({ ...row, action: "none" })
      .execute(),
  ).rejects.toThrow("append-only");
  expect(await db.selectFrom("audit_log").selectAll().execute()).toEqual([row]);
});

test("a conditional audit row is written only when its rows are there", async () => {
  const user = await makeAccount();
  const entry = { action: "user.signed_up", actor: user.id, subject: user.id, requestId: "r" } as const;
  await recordAuditWhen(
    db,
    db.selectFrom("accounts").select("id").where("id", "=", newId<AccountId>()),
    entry,
  ).execute();
  expect(await db.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  await recordAuditWhen(db, db.selectFrom("accounts").select("id").where("id", "=", user.id), entry).execute();
  const rows = await db.selectFrom("audit_log").select(["actor_id", "subject_id", "detail"]).execute();
  expect(rows).toEqual([{ actor_id: user.id, subject_id: user.id, detail: "{}" }]);
});

test.each([
  ["revoking the role", "DELETE FROM account_roles WHERE account_id = ?"],
  ["disabling the account", "UPDATE accounts SET status = 'disabled' WHERE id = ?"],
  ["deleting the account", "DELETE FROM accounts WHERE id = ?"],
])("%s of the last super admin is refused", async (_name, statement) => {
  const last = await makeAccount({ roles: ["super_admin", "HR"] });
  await makeAccount({ roles: ["super_admin"], status: "disabled" });
  await expect(env.DB.prepare(statement).bind(last.id).run()).rejects.toThrow("last_super_admin");
  const another = await makeAccount({ roles: ["super_admin"] });
  await env.DB.prepare(statement).bind(last.id).run();
  await expect(env.DB.prepare(statement).bind(another.id).run()).rejects.toThrow("last_super_admin");
});

test.each([
  [
    "INSERT OR REPLACE by id",
    "INSERT OR REPLACE INTO accounts (id, email, status, created_at, updated_at, verified_at) VALUES (?1, 'x@example.com', 'disabled', 1, 1, 1)",
  ],
  [
    "INSERT OR REPLACE by address",
    "INSERT OR REPLACE INTO accounts (id, email, status, created_at, updated_at, verified_at) VALUES (?3, ?2, 'active', 1, 1, 1)",
  ],
  [
    "INSERT OR REPLACE by address in capitals",
    "REPLACE INTO accounts (id, email, status, created_at, updated_at, verified_at) VALUES (?3, upper(?2), 'active', 1, 1, 1)",
  ],
  ["UPDATE OR REPLACE of another's address", "UPDATE OR REPLACE accounts SET email = ?2 WHERE id <> ?1"],
])("%s does not push the last super admin out", async (_name, statement) => {
  const last = await makeAccount({ roles: ["super_admin"], email: "last@example.com" });
  await makeAccount();
  const values = [last.id, last.email, newId()].slice(
    0,
    statement.includes("?3") ? 3 : statement.includes("?2") ? 2 : 1,
  );
  await expect(
    env.DB.prepare(statement)
      .bind(...values)
      .run(),
  ).rejects.toThrow("UNIQUE");
  const left = await db.selectFrom("accounts").selectAll().where("id", "=", last.id).execute();
  expect(left).toMatchObject([last]);
  expect(await db.selectFrom("account_roles").select("account_id").execute()).toEqual([{ account_id: last.id }]);
});

test("an address may still be changed, also in its case alone", async () => {
  const user = await makeAccount({ email: "ada@example.com" });
  for (const email of ["Ada@example.com", "grace@example.com"]) {
    await db.updateTable("accounts").set({ email }).where("id", "=", user.id).execute();
    expect((await db.selectFrom("accounts").select("email").executeTakeFirstOrThrow()).email).toBe(email);
  }
});

test("a role is never turned into another", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const change = db
    .updateTable("account_roles")
    .set({ role: "super_admin" })
    .where("account_id", "=", user.id)
    .execute();
  await expect(change).rejects.toThrow("granted and revoked");
});

test("twenty concurrent mutual removals leave one super admin", async () => {
  const admins = await Promise.all(Array.from({ length: 20 }, () => makeAccount({ roles: ["super_admin"] })));
  const removals = admins.map((admin, index) => {
    const statement =
      index % 2 === 0
        ? "DELETE FROM account_roles WHERE account_id = ?"
        : "UPDATE accounts SET status = 'disabled' WHERE id = ?";
    return env.DB.prepare(statement).bind(admin.id).run();
  });
  const outcomes = await Promise.allSettled(removals);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  const left = await db
    .selectFrom("account_roles")
    .innerJoin("accounts", "accounts.id", "account_roles.account_id")
    .select("account_id")
    .where("role", "=", "super_admin")
    .where("status", "=", "active")
    .execute();
  expect(left).toHaveLength(1);
});

test("ids sort by the order in which they were made, also within a millisecond, and never repeat", () => {
  const ids = Array.from({ length: 2000 }, () => newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const early = newId();
  expect(Number.parseInt(early.replaceAll("-", "").slice(0, 12), 16)).toBeCloseTo(Date.now(), -3);
});
