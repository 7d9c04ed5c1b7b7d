/** Whose account the company's identity provider opens, and with which roles. */
import { beforeEach, expect, test } from "vitest";
import { listProviderMistakes, readProvider } from "#worker/accounts/company-sign-in/settings.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeSession, makeAccount, password, runsPerHash, writeCookies, muteConsole } from "../make.ts";
import { countMade, db, makeProvider, person, signInByCompany } from "./oidc-make.ts";

let hashes: ReturnType<typeof countScrypt>;

muteConsole("warn");
beforeEach(() => void (hashes = countScrypt()));

const readRoles = async (email: string) =>
  (
    await db
      .selectFrom("account_roles")
      .innerJoin("accounts", "accounts.id", "account_roles.account_id")
      .select("role")
      .where("email", "=", email)
      .orderBy("role")
      .execute()
  ).map(({ role }) => role);

const readActions = async () =>
  (await db.selectFrom("audit_log").select(["action", "detail"]).orderBy("id").execute()).map(
    ({ action, detail }) => [action, JSON.parse(detail)] as const,
  );

test("the first sign-in makes an account without a password, with the roles of its groups", async () => {
  const { to } = await signInByCompany(await makeProvider());
  expect(to).toBe("/talent-admin");
  const user = await db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ email: person.email, name: "Mara Lind", status: "active", password_hash: null });
  expect(user.verified_at).not.toBeNull();
  expect(await readRoles(person.email)).toEqual(["HR"]);
  expect(await readActions()).toEqual([
    ["user.provisioned", {}],
    ["identity.roles_synced", { granted: "HR", revoked: "" }],
    ["session.started", expect.objectContaining({ proofs: "oidc" })],
  ]);
  const { granted_by } = await db.selectFrom("account_roles").select("granted_by").executeTakeFirstOrThrow();
  expect(granted_by).toBeNull();
});

test("an account without a password takes none, with the work and the answer of any other", async () => {
  await signInByCompany(await makeProvider());
  hashes.mockClear();
  const response = await call("/api/auth/sign-in", { json: { email: person.email, password } });
  expect([response.status, hashes.mock.calls.length]).toEqual([401, runsPerHash]);
});

test("the same person comes back to the same account, even under a new address", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider);
  await signInByCompany(provider, { claims: { email: "mara.lind@acme.example" } });
  expect(await countMade()).toMatchObject({ users: 1, identities: 1, sessions: 2 });
});

test("ten first sign-ins at once make one account", async () => {
  const provider = await makeProvider();
  const racers = await Promise.all(Array.from({ length: 10 }, () => signInByCompany(provider)));
  expect(racers.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => null));
  expect(await countMade()).toMatchObject({ users: 1, identities: 1, roles: 1, sessions: 10 });
});

test("roles follow the groups: granted, revoked, and only those that groups can give", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider, { claims: { groups: ["staff", "writers", "gardeners"] } });
  expect(await readRoles(person.email)).toEqual(["HR", "marketing_admin"]);
  const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  await db
    .insertInto("account_roles")
    .values({ account_id: id, role: "talent_admin", granted_by: id, granted_at: 1 })
    .execute();
  await signInByCompany(provider, { claims: { groups: "writers" } });
  expect(await readRoles(person.email)).toEqual(["marketing_admin", "talent_admin"]);
  await signInByCompany(provider, { claims: { groups: undefined } });
  expect(await readRoles(person.email)).toEqual(["talent_admin"]);
  expect((await readActions()).findLast(([action]) => action === "identity.roles_synced")).toEqual([
    "identity.roles_synced",
    { granted: "", revoked: "marketing_admin" },
  ]);
});

test.each([[[["staff"]]], [[{ toString: "staff" }]], [{ 0: "staff" }], [[["staff"], 7, null, true]], [true]])(
  "what is no name of a group gives no role: %j",
  async (groups) => {
    const provider = await makeProvider();
    await signInByCompany(provider, { claims: { groups } });
    expect(await readRoles(person.email)).toEqual([]);
  },
);

test("a list of groups that the provider could not send changes no role", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider);
  const distant = { groups: undefined, _claim_names: { groups: "src1" } };
  expect((await signInByCompany(provider, { claims: distant })).to).toBe("/talent-admin");
  expect(await readRoles(person.email)).toEqual(["HR"]);
});

test("the last super admin keeps the role that no group gives any longer; one of two loses it", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider, { claims: { groups: ["owners"] } });
  expect((await signInByCompany(provider, { claims: { groups: ["staff"] } })).code).toBeNull();
  expect(await readRoles(person.email)).toEqual(["HR", "super_admin"]);
  await makeAccount({ roles: ["super_admin"] });
  await signInByCompany(provider, { claims: { groups: ["staff"] } });
  expect(await readRoles(person.email)).toEqual(["HR"]);
});

test("an unverified account goes to the proven owner of its address, and whoever made it is out", async () => {
  const squatter = await makeAccount({ email: person.email, isVerified: false });
  const tokens = await makeSession(squatter.id);
  await db
    .insertInto("passkeys")
    .values({
      id: "x".repeat(16),
      account_id: squatter.id,
      name: "theirs",
      public_key: "x".repeat(16),
      sign_count: 0,
      is_synced: 0,
      created_at: 1,
      used_at: null,
    })
    .execute();
  expect((await signInByCompany(await makeProvider())).code).toBeNull();
  const user = await db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ id: squatter.id, password_hash: null, name: "Mara Lind" });
  expect(await db.selectFrom("passkeys").selectAll().execute()).toEqual([]);
  const before = await call("/api/auth/session", { headers: { Cookie: writeCookies(tokens) } });
  expect(await before.json()).toMatchObject({ user: null });
  expect((await call("/api/auth/sign-in", { json: { email: person.email, password } })).status).toBe(401);
  expect((await readActions())[0]).toEqual(["user.taken_over", { by: "company sign-in" }]);
});

test("a verified account is joined, and keeps its password", async () => {
  const user = await makeAccount({ email: person.email, roles: ["talent_admin"] });
  expect((await signInByCompany(await makeProvider())).code).toBeNull();
  const joined = await db.selectFrom("account_identities").select("account_id").executeTakeFirstOrThrow();
  expect(joined.account_id).toBe(user.id);
  expect(await readRoles(person.email)).toEqual(["HR", "talent_admin"]);
  expect((await readActions())[0]).toEqual(["identity.linked", {}]);
  expect((await call("/api/auth/sign-in", { json: { email: person.email, password } })).status).toBe(200);
});

test("where no domains are named a verified account is not joined", async () => {
  await makeAccount({ email: person.email });
  const provider = await makeProvider({ OIDC_ALLOWED_DOMAINS: "" });
  expect((await signInByCompany(provider)).code).toBe("taken");
  expect(await countMade()).toMatchObject({ identities: 0, sessions: 0 });
  expect((await signInByCompany(provider, { claims: { email: "new@acme.example" } })).code).toBeNull();
});

test("whoever gets the address of a colleague who left does not get their account", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider);
  expect((await signInByCompany(provider, { claims: { sub: "somebody new" } })).code).toBe("taken");
  expect(await countMade()).toMatchObject({ users: 1, identities: 1, sessions: 1 });
});

test("a disabled account stays closed, joined or not, verified or not", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider);
  await db.updateTable("accounts").set({ status: "disabled" }).execute();
  expect((await signInByCompany(provider)).code).toBe("disabled");
  for (const isVerified of [true, false]) {
    const user = await makeAccount({ email: `a-${isVerified}@acme.example`, status: "disabled", isVerified });
    const claims = { email: user.email, sub: user.email };
    expect((await signInByCompany(provider, { claims })).code).toBe("disabled");
  }
  expect(await countMade()).toMatchObject({ identities: 1, sessions: 1 });
});

test("with OIDC_ONLY no password opens, makes or renews anything, and none is hashed", async () => {
  const user = await makeAccount();
  hashes.mockClear();
  const only = { ...(await makeProvider()).env, OIDC_ONLY: "on" };
  const credentials = { email: user.email, password };
  for (const [path, json] of [
    ["/api/auth/sign-in", credentials],
    ["/api/auth/sign-up", { ...credentials, email: "new@example.com" }],
    ["/api/auth/token", { ...credentials, grant_type: "password" }],
  ] as const) {
    const response = await call(path, { json, env: only });
    expect(response.status, path).toBe(403);
    expect(await response.json()).toMatchObject({ detail: "This site takes no passwords. Sign in with Acme ID." });
  }
  expect(hashes).not.toHaveBeenCalled();
  expect(await countMade()).toMatchObject({ users: 1, sessions: 0 });
  const provider = await makeProvider({ OIDC_ONLY: "on" });
  expect((await signInByCompany(provider)).code).toBeNull();
});

test("a mistake in the provider's settings opens no other way in while passwords are forbidden", async () => {
  const broken = { OIDC_ISSUER: "ftp://id.example", OIDC_ONLY: "on" };
  const user = await makeAccount();
  const response = await call("/api/auth/sign-in", { json: { email: user.email, password }, env: broken });
  expect(response.status).toBe(403);
  expect((await call("/api/auth/oidc/start", { env: broken })).status).toBe(404);
  const health = await call("/api/health", { env: broken });
  expect(await health.json()).toMatchObject({
    status: "degraded",
    checks: expect.arrayContaining([{ name: "company sign-in", status: "failing" }]),
  });
});

const good = { OIDC_ISSUER: "https://id.acme.example", OIDC_CLIENT_ID: "website" };

test.each<[string, Partial<Env>, string[]]>([
  ["nothing", {}, []],
  ["the least", good, []],
  ["a provider on this machine", { ...good, OIDC_ISSUER: "http://localhost:9000" }, []],
  ["plain http", { ...good, OIDC_ISSUER: "http://id.acme.example" }, ["OIDC_ISSUER"]],
  ["no client", { ...good, OIDC_CLIENT_ID: "" }, ["OIDC_CLIENT_ID"]],
  ["everybody at Google", { ...good, OIDC_ISSUER: "https://accounts.google.com" }, ["OIDC_ALLOWED_DOMAINS"]],
  ["an unknown role", { ...good, OIDC_ROLES: "staff = owner" }, ["OIDC_ROLES"]],
  ["broken JSON", { ...good, OIDC_ROLES: '{"staff": ' }, ["OIDC_ROLES"]],
  ["a line without a group", { ...good, OIDC_ROLES: "HR" }, ["OIDC_ROLES"]],
  ["nobody to sign in with", { OIDC_ONLY: "on" }, ["OIDC_ONLY"]],
])("the mistakes of settings with %s are named", (_name, settings, names) => {
  const mistakes = listProviderMistakes(settings);
  expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual(names);
});

test("groups and their roles are written as JSON or as lines", () => {
  const read = (OIDC_ROLES: string) => readProvider({ ...good, OIDC_ROLES })?.roles;
  const both = [
    { group: "CN=Staff,DC=acme", role: "HR" },
    { group: "writers", role: "marketing_admin" },
    { group: "writers", role: "talent_admin" },
  ];
  expect(read("\n CN=Staff,DC=acme = HR\nwriters=marketing_admin\n\nwriters = talent_admin\n")).toEqual(both);
  expect(read('{"CN=Staff,DC=acme": "HR", "writers": ["marketing_admin", "talent_admin"]}')).toEqual(both);
});
