import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type NewAccount, writeAccountSql, writeResetSql } from "../../../scripts/lib/account-sql.ts";
import { makeApp, makePasskey } from "./factors-make.ts";
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, writeCookies } from "../make.ts";

const call = callParts(authApi);

const db = openDb(env.DB);
const operator: NewAccount = {
  email: "Miles.O'Hara@example.com",
  name: "Miles O'Hara",
  password,
  roles: ["super_admin"],
  isDemo: false,
  action: "user.made_by_operator",
};

beforeEach(() => {
  countScrypt();
});
async function execute(statements: readonly string[]): Promise<void> {
  await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
}

test("the operator's SQL makes an account that signs in as super admin", async () => {
  await execute(await writeAccountSql(operator, env.AUTH_SECRET));
  const response = await call("/api/auth/sign-in", { json: { email: "miles.o'hara@example.com", password } });
  const row = await db.selectFrom("accounts").select("name").executeTakeFirst();
  expect(row?.name).toBe("Miles O'Hara");
  expect(await response.json()).toMatchObject({ user: { email: "miles.o'hara@example.com" }, roles: ["super_admin"] });
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit.map(({ action }) => action).toSorted()).toEqual(["session.started", "user.made_by_operator"]);
});

test("an address that has an account keeps its id, and its sessions end", async () => {
  const user = await makeAccount({ email: operator.email, status: "disabled" });
  await makeSession(user.id);
  await execute(await writeAccountSql({ ...operator, password: "another fine password" }, env.AUTH_SECRET));
  const users = await db.selectFrom("accounts").select(["id", "status"]).execute();
  expect(users).toEqual([{ id: user.id, status: "active" }]);
  const sessions = await db.selectFrom("sessions").select("revoked_reason").execute();
  expect(sessions).toEqual([{ revoked_reason: "ended" }]);
  const json = { email: operator.email, password: "another fine password" };
  expect((await call("/api/auth/sign-in", { json })).status).toBe(200);
});

test("a person who signed up earlier under the operator's address loses access, and the audit log says so", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { id, email } = await makeAccount({ email: operator.email.toLowerCase(), isVerified: false });
  const stranger = { email, password };
  const { accessToken, refreshToken } = await makeSession(id);
  const own = "another fine password";
  await execute(await writeAccountSql({ ...operator, password: own }, env.AUTH_SECRET));
  const headers = { Cookie: writeCookies({ accessToken, refreshToken }) };
  expect(await (await call("/api/auth/session", { headers })).json()).toMatchObject({ user: null, roles: [] });
  expect((await call("/api/auth/sign-in", { json: stranger })).status).toBe(401);
  const owner = await call("/api/auth/sign-in", { json: { email: operator.email, password: own } });
  expect(await owner.json()).toMatchObject({ roles: ["super_admin"] });
  const actions = (await db.selectFrom("audit_log").select("action").execute()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["user.taken_over", "user.made_by_operator"]));
});

test("an address that was held off is tried anew at once", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const json = { email: operator.email, password: "not the right password" };
  const other = { ...json, email: "other@example.com" };
  for (const attempt of [json, other]) await call("/api/auth/sign-in", { json: attempt });
  await db
    .updateTable("sign_in_backoff")
    .set({ failed_count: 50, blocked_until: Date.now() + 300_000 })
    .execute();
  await execute(await writeAccountSql(operator, env.AUTH_SECRET));
  expect((await call("/api/auth/sign-in", { json: { ...json, password } })).status).toBe(200);
  expect((await call("/api/auth/sign-in", { json: other })).status).toBe(429);
});

test("the only super admin can be given a new password, as often as need be", async () => {
  for (const given of [password, "another fine password", "a third fine password"]) {
    await execute(await writeAccountSql({ ...operator, password: given }, env.AUTH_SECRET));
    const response = await call("/api/auth/sign-in", { json: { email: operator.email, password: given } });
    expect(await response.json()).toMatchObject({ roles: ["super_admin"] });
  }
  expect(await db.selectFrom("accounts").select("id").execute()).toHaveLength(1);
});

async function countFactors(userId: string): Promise<number> {
  const tables = ["passkeys", "authenticator_apps", "recovery_codes"] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).select("account_id").execute()));
  return rows.flat().filter(({ account_id }) => account_id === userId).length;
}

test("a new password by the operator keeps the second factors of a proven account, and takes those of a squatter", async () => {
  const proven = await makeAccount({ email: operator.email });
  await makePasskey(proven);
  await execute(await writeAccountSql(operator, env.AUTH_SECRET));
  expect(await countFactors(proven.id)).toBe(11);
  expect((await call("/api/auth/sign-in", { json: { email: operator.email, password } })).status).toBe(401);
  const squatter = await makeAccount({ isVerified: false });
  await makePasskey(squatter);
  await execute(await writeAccountSql({ ...operator, email: squatter.email }, env.AUTH_SECRET));
  expect(await countFactors(squatter.id)).toBe(0);
});

test("the operator's reset takes one account's second factors and sessions, keeps its password, and is recorded", async () => {
  const [ada, eve] = [await makeAccount({ email: "Ada.O'Hara@example.com" }), await makeAccount()];
  for (const user of [ada, eve]) {
    await makePasskey(user);
    await makeApp(user);
    await makeSession(user.id);
  }
  await call("/api/auth/sign-in", { json: { email: ada.email, password } });
  await execute(writeResetSql({ email: "ada.o'hara@EXAMPLE.com" }));
  expect([await countFactors(ada.id), await countFactors(eve.id)]).toEqual([0, 12]);
  const sessions = await db.selectFrom("sessions").select(["account_id", "revoked_reason"]).execute();
  expect(sessions).toEqual(
    expect.arrayContaining([
      { account_id: ada.id, revoked_reason: "ended" },
      { account_id: eve.id, revoked_reason: null },
    ]),
  );
  expect(await db.selectFrom("pending_sign_ins").selectAll().execute()).toEqual([]);
  const entries = db
    .selectFrom("audit_log")
    .select(["subject_id", "detail"])
    .where("action", "=", "second_factor.reset");
  expect(await entries.execute()).toEqual([{ subject_id: ada.id, detail: '{"by":"operator"}' }]);
  expect((await call("/api/auth/sign-in", { json: { email: ada.email, password } })).status).toBe(200);
  await expect(execute(writeResetSql({ email: "nobody@example.com" }))).rejects.toThrow(/CHECK constraint/);
  expect(await entries.execute()).toHaveLength(1);
});
