/** Accepting an invitation: by somebody new, by who has an account, and by many at once. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { linkLives } from "#worker/accounts/links/one-time-links.ts";
import { openDb } from "#worker/db/client.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount, password, runsPerHash, writeCookies } from "../make.ts";
import { countHashes, makeInvite, readAccounts } from "./links-make.ts";
import { signIn } from "./sign-in-make.ts";
import { visit } from "../visit.ts";

const call = callParts(rolesApi);

const db = openDb(env.DB);
const email = "anna@example.com";
const form = { account: "new", name: "Anna Nowak", password: "seven calm lanterns" };

let hashes: Awaited<ReturnType<typeof countHashes>>;

beforeEach(async () => {
  hashes = await countHashes();
});

const makeInviter = () => makeAccount({ name: "Ines Inviter", roles: ["super_admin"] });

async function readRoles(id?: AccountId) {
  const query = db.selectFrom("account_roles").select(["role", "granted_by"]).orderBy("role");
  return (id ? query.where("account_id", "=", id) : query).execute();
}

test("somebody new reads who invites them, with which roles and words, and has the account", async () => {
  const inviter = await makeInviter();
  const note = "Welcome <b>aboard</b>!";
  const { id, path } = await makeInvite({ email, roles: ["HR", "marketing_admin"], invitedBy: inviter.id, note });
  const html = await (await visit(path)).text();
  for (const part of ["Ines Inviter", email, "Marketing admin, HR", "Welcome &lt;b&gt;aboard"])
    expect(html).toContain(part);
  const response = await visit(path, { form });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/auth?accepted=1"]);
  const account = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  expect(account).toMatchObject({ name: "Anna Nowak", status: "active", invited_by: inviter.id, version: 1 });
  expect(account.verified_at).not.toBeNull();
  expect(await readRoles(account.id)).toEqual([
    { role: "HR", granted_by: inviter.id },
    { role: "marketing_admin", granted_by: inviter.id },
  ]);
  const invite = await db.selectFrom("invites").selectAll().where("id", "=", id).executeTakeFirst();
  expect(invite).toMatchObject({ accepted_by: account.id, accepted_at: expect.any(Number), version: 2 });
  expect(await (await signIn(email, form.password)).json()).toMatchObject({ roles: expect.arrayContaining(["HR"]) });
});

test("twenty acceptances of one invitation at once make one account", async () => {
  const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: (await makeInviter()).id });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => visit(path, { form: { ...form, password: `${form.password} ${index}` } })),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.every(({ status }) => [303, 400, 503].includes(status))).toBe(true);
  const made = await db.selectFrom("accounts").select("id").where("email", "=", email).execute();
  expect(made).toHaveLength(1);
  expect(await readRoles(made[0]?.id)).toHaveLength(1);
  const audit = await db.selectFrom("audit_log").select("id").where("action", "=", "invite.accepted").execute();
  expect(audit).toHaveLength(1);
});

test("who has an account gets the roles and keeps their password, name and sessions", async () => {
  const inviter = await makeInviter();
  const user = await makeAccount({ email, name: "Anna", roles: ["HR"] });
  const cookie = writeCookies(await makeSession(user.id));
  const { path } = await makeInvite({ email, roles: ["HR", "talent_admin"], invitedBy: inviter.id });
  expect(await (await visit(path)).text()).toContain("You have an account already");
  hashes.mockClear();
  // The fields of a new account are not taken from somebody who has one.
  expect((await visit(path, { form })).status).toBe(400);
  expect((await visit(path, { form: { account: "known", password: "another password" } })).status).toBe(303);
  expect(hashes).not.toHaveBeenCalled();
  expect((await readRoles(user.id)).map(({ role }) => role)).toEqual(["HR", "talent_admin"]);
  const now = await db
    .selectFrom("accounts")
    .select(["name", "password_hash", "version"])
    .where("id", "=", user.id)
    .executeTakeFirst();
  expect(now).toEqual({ name: "Anna", password_hash: user.password_hash, version: 2 });
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(200);
});

test("an account that somebody signed up for without proof is taken over", async () => {
  const squatter = await makeAccount({ email, isVerified: false });
  const cookie = writeCookies(await makeSession(squatter.id));
  const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: (await makeInviter()).id });
  expect((await visit(path, { form })).status).toBe(303);
  expect((await signIn(email, password)).status).toBe(401);
  expect((await call("/api/roles", { headers: { Cookie: cookie } })).status).toBe(401);
  expect((await signIn(email, form.password)).status).toBe(200);
  expect(await readRoles(squatter.id)).toHaveLength(1);
});

test.each([
  ["used", async (path: string) => void (await visit(path, { form }))],
  ["withdrawn", () => db.updateTable("invites").set({ withdrawn_at: 1 }).execute()],
  ["past its time", () => void vi.setSystemTime(Date.now() + linkLives.invite + 1000)],
  [
    "of an inviter who may grant none of its roles any longer",
    () => db.deleteFrom("account_roles").where("role", "=", "talent_admin").execute(),
  ],
  ["of a disabled inviter", () => db.updateTable("accounts").set({ status: "disabled" }).execute()],
  ["of an inviter who is gone", () => db.updateTable("invites").set({ invited_by: null }).execute()],
] as const)(
  "an invitation %s is answered as an unknown one, with a way on, and changes nothing",
  async (_state, end) => {
    const inviter = await makeAccount({ roles: ["talent_admin"] });
    const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: inviter.id });
    await end(path);
    const before = await readAccounts();
    hashes.mockClear();
    const read = async (address: string, init?: Parameters<typeof visit>[1]) => {
      const response = await visit(address, init);
      const body = (await response.text()).replaceAll(/nonce="[^"]*"|[\w-]{43}|[\da-f-]{36}/g, "");
      return [response.status, body];
    };
    const unknown = `/auth/invite/-?link=${"A".repeat(43)}`;
    expect(await read(path)).toEqual(await read(unknown));
    const [status, html] = await read(path, { form });
    expect([status, html]).toEqual(await read(unknown, { form }));
    expect(status).toBe(400);
    expect(html).toContain("ask who invited you");
    expect(hashes).not.toHaveBeenCalled();
    expect(await readAccounts()).toBe(before);
  },
);

test("roles that the inviter may no longer grant are left out", async () => {
  const inviter = await makeAccount({ roles: ["talent_admin", "marketing_admin"] });
  const { path } = await makeInvite({ email, roles: ["HR", "marketing_admin"], invitedBy: inviter.id });
  await db
    .deleteFrom("account_roles")
    .where("account_id", "=", inviter.id)
    .where("role", "=", "marketing_admin")
    .execute();
  expect(await (await visit(path)).text()).not.toContain("Marketing admin");
  expect((await visit(path, { form })).status).toBe(303);
  expect(await db.selectFrom("account_roles").select("role").where("granted_by", "=", inviter.id).execute()).toEqual([
    { role: "HR" },
  ]);
});

/** Runs `change` once, while the password of who accepts is hashed: after the invitation was read, before it is accepted. */
function meanwhile(change: () => Promise<unknown>) {
  const hash = hashes.getMockImplementation();
  hashes.mockImplementationOnce((...given) => void change().then(() => hash?.(...given)));
}

const readAccepted = async () =>
  (await db.selectFrom("audit_log").select("detail").where("action", "=", "invite.accepted").execute()).map(
    ({ detail }) => JSON.parse(detail ?? "") as unknown,
  );

test("a role that the inviter loses the right to while the invitation is accepted is not given, and the log names the others", async () => {
  const inviter = await makeAccount({ roles: ["talent_admin", "marketing_admin"] });
  const { id, path } = await makeInvite({ email, roles: ["HR", "marketing_admin"], invitedBy: inviter.id });
  meanwhile(() => db.deleteFrom("account_roles").where("role", "=", "marketing_admin").execute());
  expect((await visit(path, { form })).status).toBe(303);
  const account = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  expect((await readRoles(account.id)).map(({ role }) => role)).toEqual(["HR"]);
  expect(await readAccepted()).toEqual([{ invite: id, roles: "HR" }]);
});

test.each([
  ["loses every right to its roles", () => db.deleteFrom("account_roles").execute()],
  ["is disabled", () => db.updateTable("accounts").set({ status: "disabled" }).execute()],
  ["is removed", () => db.deleteFrom("accounts").execute()],
] as const)(
  "an inviter who %s while the invitation is accepted gives nothing, and no account is made",
  async (_, change) => {
    const inviter = await makeAccount({ roles: ["talent_admin"] });
    const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: inviter.id });
    meanwhile(change);
    expect((await visit(path, { form })).status).toBe(400);
    expect(await db.selectFrom("accounts").select("id").where("email", "=", email).execute()).toEqual([]);
    expect(await readAccepted()).toEqual([]);
  },
);

test("a role that the account has already is not named as given", async () => {
  const inviter = await makeInviter();
  await makeAccount({ email, roles: ["HR"] });
  const { id, path } = await makeInvite({ email, roles: ["HR", "talent_admin"], invitedBy: inviter.id });
  expect((await visit(path, { form: { account: "known" } })).status).toBe(303);
  expect(await readAccepted()).toEqual([{ invite: id, roles: "talent_admin" }]);
});

test("a disabled account accepts nothing", async () => {
  await makeAccount({ email, status: "disabled" });
  const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: (await makeInviter()).id });
  expect((await visit(path)).status).toBe(400);
  expect((await visit(path, { form: { account: "known" } })).status).toBe(400);
});

test("what is missing or weak is refused beside its field, the name is kept, and more than is asked is dropped", async () => {
  const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: (await makeInviter()).id });
  const response = await visit(path, { form: { ...form, name: "Anna Nowak", password: "anna nowak 1999" } });
  const html = await response.text();
  expect(response.status).toBe(400);
  expect(html).toContain("your name");
  expect(html).toContain('value="Anna Nowak"');
  expect((await visit(path, { form: { ...form, name: " " } })).status).toBe(400);
  hashes.mockClear();
  const more = { ...form, role: "super_admin", roles: "super_admin", email: "eve@example.com", status: "x" };
  expect((await visit(path, { form: more })).status).toBe(303);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
  const account = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
  expect((await readRoles(account?.id)).map(({ role }) => role)).toEqual(["HR"]);
});
