/** The first super admin, and roles for accounts that nobody has verified. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { authApi } from "#worker/api/auth.ts";
import { signUpApi } from "#worker/api/sign-up.ts";
import { bootstrapApi } from "#worker/api/bootstrap.ts";
import { replaceCalls } from "../faulty-bindings.ts";
import { callParts } from "../ask-parts.ts";
import { countFurtherScrypt, makeSession, makeAccount, password } from "../make.ts";
import { signIn } from "./sign-in-make.ts";
import { signUp } from "./sign-up-make.ts";

const call = callParts(authApi, signUpApi, bootstrapApi);

const db = openDb(env.DB);

beforeEach(async () => {
  await countFurtherScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("bootstrap makes one super admin, once, for whoever knows the secret", async () => {
  const BOOTSTRAP_SECRET = "first-light";
  const json = (email: string, secret: string) => ({ email, password: "seven calm lanterns", secret });
  const post = (email: string, secret: string, overrides: Partial<Env>) =>
    call("/api/auth/bootstrap", { json: json(email, secret), env: overrides });
  expect((await post("a@example.com", "", { BOOTSTRAP_SECRET })).status).toBe(400);
  expect((await post("a@example.com", "guess", { BOOTSTRAP_SECRET })).status).toBe(403);
  expect((await post("a@example.com", BOOTSTRAP_SECRET, {})).status).toBe(404);
  const racers = Array.from({ length: 4 }, (_, index) =>
    post(`a${index}@example.com`, BOOTSTRAP_SECRET, { BOOTSTRAP_SECRET }),
  );
  const statuses = (await Promise.all(racers)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 409, 409, 409]);
  expect((await post("z@example.com", BOOTSTRAP_SECRET, { BOOTSTRAP_SECRET })).status).toBe(409);
  expect(await db.selectFrom("account_roles").select("role").execute()).toEqual([{ role: "super_admin" }]);
  expect(await db.selectFrom("accounts").select("id").execute()).toHaveLength(1);
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit).toEqual([{ action: "user.bootstrapped" }]);
});

test("bootstrap takes an address over from whoever signed up under it without proof", async () => {
  const stranger = { email: "ceo@example.com", password };
  const { id } = await makeAccount({ email: stranger.email, isVerified: false });
  const { refreshToken: token } = await makeSession(id);
  const json = { email: "CEO@example.com", password: "seven calm lanterns", secret: "s" };
  expect((await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s" } })).status).toBe(201);
  const headers = { Cookie: `__Host-rt=${token}` };
  expect((await call("/api/auth/refresh", { method: "POST", headers })).status).toBe(401);
  expect((await signIn(stranger.email, stranger.password)).status).toBe(401);
  const owner = await signIn(json.email, json.password);
  expect(await owner.json()).toMatchObject({ user: { email: stranger.email }, roles: ["super_admin"] });
  const actions = (await db.selectFrom("audit_log").select("action").execute()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["user.taken_over", "user.bootstrapped"]));
});

test("a role for an account that has only signed up is a named conflict", async () => {
  await signUp("ceo@example.com", "the squatter's own words");
  const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const grant = db.insertInto("account_roles").values({ account_id: id, role: "HR", granted_by: null, granted_at: 1 });
  const batch = <Row>() => env.DB.batch<Row>([env.DB.prepare(grant.compile().sql).bind(...grant.compile().parameters)]);
  const DB = replaceCalls(env.DB, { batch });
  const json = { email: "b@example.com", password: "seven calm lanterns", secret: "s" };
  const response = await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s", DB } });
  expect(response.status).toBe(409);
  expect((await response.json<{ detail: string }>()).detail).toContain("Nobody has proven yet");
  expect(await db.selectFrom("account_roles").selectAll().execute()).toEqual([]);
});

test("bootstrap takes over nobody's account", async () => {
  const user = await makeAccount();
  const json = { email: user.email, password: "seven calm lanterns", secret: "s" };
  expect((await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s" } })).status).toBe(409);
  expect((await signIn(user.email, password)).status).toBe(200);
  expect(await db.selectFrom("account_roles").selectAll().execute()).toEqual([]);
});
