import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { type ListChange, type ListCursor, readListState } from "#shared/pages/list.ts";
import { toAccountFilter, accountList } from "#app/staff/accounts/account-list.ts";
import { selectPendingInvites } from "#worker/accounts/managing/list-invites.ts";
import { countAccounts, listUsers, selectAccounts, accountsPerPage } from "#worker/accounts/managing/list-accounts.ts";
import { refreshSession } from "#worker/accounts/sessions/sessions.ts";
import { readUser } from "#worker/accounts/managing/read-account.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import type { StandingTerms } from "#worker/accounts/managing/account-columns.ts";
import { orderAccounts, type AccountSort } from "#worker/accounts/managing/account-order.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { AuthenticatorAppId } from "#worker/db/credentials-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeSession, makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const reader = "019a0000-0000-7000-8000-000000000001" as AccountId;
const sorts: AccountSort["by"][] = ["roles", "name", "email", "factor", "seen", "sessions", "status"];
const readTerms = (): StandingTerms => ({ at: Date.now(), needFactor: [] });

/** The page of accounts at an address. */
function list(
  search = "",
  { page = null, terms = readTerms() }: Pick<ListChange, "page"> & { terms?: StandingTerms } = {},
) {
  const state = readListState(accountList, new URLSearchParams(search));
  const asked = { filter: toAccountFilter(state), sort: state.sort, cursor: page as ListCursor | null, terms };
  return listUsers(db, { ...asked, reader, list: accountList.id });
}

async function emails(search: string, terms?: StandingTerms): Promise<string[]> {
  const { rows } = await list(search, terms && { terms });
  return rows.map(({ email }) => email.replace("@example.com", ""));
}

function givePasskey(account_id: AccountId) {
  const key = {
    id: newId(),
    account_id,
    name: "Key",
    public_key: "x".repeat(20),
    sign_count: 0,
    is_synced: 1 as const,
  };
  return db
    .insertInto("passkeys")
    .values({ ...key, created_at: 1, used_at: null })
    .execute();
}

function giveApp(account_id: AccountId, confirmed_at: number | null) {
  const app = { id: newId<AuthenticatorAppId>(), account_id, name: "App", secret_sealed: "x", created_at: 1 };
  return db
    .insertInto("authenticator_apps")
    .values({ ...app, confirmed_at, used_at: null })
    .execute();
}

async function change(id: AccountId, values: { seen_at?: number; created_at?: number; invited_by?: AccountId }) {
  await db.updateTable("accounts").set(values).where("id", "=", id).execute();
}

test("an account comes with roles, factor, sessions, last use and who invited it, and with nothing secret", async () => {
  const inviter = await makeAccount({ email: "zoe@example.com", name: "Zoe Ahn" });
  const anna = await makeAccount({ email: "anna@example.com", name: "Anna Berg", roles: ["talent_admin", "HR"] });
  await change(anna.id, { invited_by: inviter.id });
  await givePasskey(anna.id);
  await makeSession(anna.id);
  const { sessionId } = await makeSession(anna.id);
  await db
    .updateTable("sessions")
    .set({ revoked_at: 1, revoked_reason: "ended" })
    .where("id", "=", sessionId)
    .execute();
  await db
    .updateTable("accounts")
    .set({ picture_key: "private/account-pictures/p1" })
    .where("id", "=", anna.id)
    .execute();
  const { rows, counts, figures } = await list();
  expect(counts).toEqual({ total: 2, before: 0 });
  expect(figures).toEqual({
    everyone: 2,
    roleless: 1,
    disabled: 0,
    unguarded: 1,
    dormant: 0,
    supers: 0,
    sessions: 1,
  });
  expect(rows[0]).toEqual({
    id: anna.id,
    email: "anna@example.com",
    name: "Anna Berg",
    status: "active",
    version: 1,
    roles: ["talent_admin", "HR"],
    factor: "passkey",
    standing: "active",
    sessions: 1,
    new_country: 0,
    picture: "p1",
    seen_at: expect.any(Number),
    created_at: anna.created_at,
    inviter_name: "Zoe Ahn",
    inviter_email: "zoe@example.com",
    inviter_gone: 0,
    sort_value: expect.any(String),
  });
  expect(rows[0]?.seen_at).toBeGreaterThan(Date.now() - 60_000);
  expect(rows[1]).toMatchObject({ seen_at: null, standing: "roleless", factor: "none", sessions: 0 });
});

test("the last use is when a session was begun or renewed last, and outlives its session", async () => {
  const { id } = await makeAccount({ roles: ["HR"] });
  const read = async () => (await list()).rows[0]?.seen_at;
  expect(await read()).toBeNull();
  const { refreshToken } = await makeSession(id);
  const begun = (await read()) ?? 0;
  expect(begun).toBeGreaterThan(Date.now() - 60_000);
  vi.setSystemTime(Date.now() + hour);
  await refreshSession(db, { refreshToken }, makeScope());
  expect(await read()).toBeGreaterThanOrEqual(begun + hour);
  await db.deleteFrom("sessions").execute();
  expect(await read()).toBeGreaterThanOrEqual(begun + hour);
});

test("an app counts as second factor once its first code was right, and a passkey before it", async () => {
  const { id } = await makeAccount({ roles: ["HR"] });
  const read = async () => (await list()).rows[0]?.factor;
  await giveApp(id, null);
  expect(await read()).toBe("none");
  await giveApp(id, 5);
  expect(await read()).toBe("app");
  await givePasskey(id);
  expect(await read()).toBe("passkey");
});

test("how an account stands: the first of the reasons that fits", async () => {
  const old = Date.now() - 91 * day;
  const make = async (email: string, options: Parameters<typeof makeAccount>[0] = {}) =>
    makeAccount({ email: `${email}@example.com`, ...options });
  await make("disabled", { status: "disabled", roles: ["HR"] });
  await make("unconfirmed", { isVerified: false });
  await make("roleless");
  const dormant = await make("dormant", { roles: ["HR"] });
  await change(dormant.id, { seen_at: old });
  const never = await make("never", { roles: ["HR"] });
  await change(never.id, { created_at: old });
  const other = await make("kept", { roles: ["super_admin"] });
  await change(other.id, { seen_at: old });
  await makeSession(other.id);
  await make("hr", { roles: ["HR"] });
  await make("demo", { roles: ["HR"], isDemo: true });
  const guarded = await make("guarded", { roles: ["HR"] });
  await giveApp(guarded.id, 1);
  const terms = { at: Date.now(), needFactor: readRolesInNeed({ REQUIRE_SECOND_FACTOR: "super_admin, HR,nobody" }) };
  const standings = await list("", { terms });
  const found = Object.fromEntries(standings.rows.map(({ email, standing }) => [email.split("@")[0], standing]));
  expect(found).toEqual({
    disabled: "disabled",
    unconfirmed: "unconfirmed",
    roleless: "roleless",
    dormant: "dormant",
    never: "dormant",
    kept: "must-add",
    hr: "must-add",
    demo: "active",
    guarded: "active",
  });
  expect(await emails("?status=dormant&sort=email", terms)).toEqual(["dormant", "never"]);
  expect(await emails("?status=must-add&sort=email", terms)).toEqual(["hr", "kept"]);
  expect(standings.figures.dormant).toBe(2);
});

test("nobody must add a factor where the configuration does not ask for one", async () => {
  await makeAccount({ roles: ["super_admin"] });
  expect(readRolesInNeed({ REQUIRE_SECOND_FACTOR: "" })).toEqual([]);
  expect((await list()).rows[0]?.standing).toBe("active");
});

test("accounts are found by words, role, factor and status, and sorted both ways", async () => {
  await makeAccount({ email: "b@example.com", name: "zoe", roles: ["HR"] });
  await makeAccount({ email: "a@example.com", name: "Yan", roles: ["super_admin", "HR"], status: "disabled" });
  const { id } = await makeAccount({ email: "c@example.com" });
  await givePasskey(id);
  expect(await emails("")).toEqual(["a", "b", "c"]);
  expect(await emails("?sort=name")).toEqual(["c", "a", "b"]);
  expect(await emails("?sort=email")).toEqual(["a", "b", "c"]);
  expect(await emails("?sort=-email")).toEqual(["c", "b", "a"]);
  expect(await emails("?sort=-name")).toEqual(["b", "a", "c"]);
  expect(await emails("?q=ZO")).toEqual(["b"]);
  expect(await emails("?q=%25")).toEqual([]);
  expect(await emails("?role=HR")).toEqual(["a", "b"]);
  expect(await emails("?role=none")).toEqual(["c"]);
  expect(await emails("?factor=passkey")).toEqual(["c"]);
  expect(await emails("?factor=none")).toEqual(["b"]);
  expect(await emails("?status=disabled")).toEqual(["a"]);
  expect(await emails("?role=super_admin&status=active")).toEqual([]);
  expect(await emails("?role=x&status=x&factor=x&sort=password_hash")).toEqual(["a", "b", "c"]);
});

test("the highest role counts for the order, then the name; the other columns sort as they read", async () => {
  const people = [
    { name: "zed", roles: ["super_admin", "HR"] },
    { name: "Amy", roles: ["super_admin"] },
    { name: "Hal", roles: ["HR", "talent_admin"] },
    { name: "bob", roles: ["HR"] },
    { name: "Cy", roles: ["marketing_admin"], status: "disabled" },
    { name: "Dee", roles: [] },
  ] as const;
  const ids = new Map<string, AccountId>();
  for (const { name, roles, ...more } of people) {
    const { id } = await makeAccount({ email: `${name}@example.com`, name, roles: [...roles], ...more });
    ids.set(name, id);
  }
  const of = (name: string) => ids.get(name) as AccountId;
  await givePasskey(of("bob"));
  await giveApp(of("Hal"), 1);
  for (const name of ["bob", "bob", "Amy"]) await makeSession(of(name));
  expect(await emails("")).toEqual(["Amy", "zed", "Cy", "Hal", "bob", "Dee"]);
  expect(await emails("?sort=-roles")).toEqual(["Dee", "bob", "Hal", "Cy", "zed", "Amy"]);
  expect(await emails("?sort=factor")).toEqual(["Hal", "Amy", "Cy", "Dee", "zed", "bob"]);
  expect((await emails("?sort=-sessions")).slice(0, 2)).toEqual(["bob", "Amy"]);
  expect(await emails("?sort=status")).toEqual(["Amy", "bob", "Hal", "zed", "Cy", "Dee"]);
});

test("an account is marked while a session is open that was started in a new country", async () => {
  const { id } = await makeAccount({ roles: ["HR"] });
  await makeSession(id);
  const { sessionId } = await makeSession(id);
  const read = async () => {
    const found = await readUser(db, { id, terms: readTerms() });
    return [(await list()).rows[0]?.new_country, found?.open.map(({ is_new_country }) => is_new_country).toSorted()];
  };
  expect(await read()).toEqual([0, [0, 0]]);
  const entry = { action: "session.started", unusual: "new country" } as const;
  await db
    .insertInto("audit_log")
    .values({ id: newId(), at: 1, subject_id: sessionId, ...entry })
    .execute();
  expect(await read()).toEqual([1, [0, 1]]);
  const ended = { revoked_at: 1, revoked_reason: "ended" } as const;
  await db.updateTable("sessions").set(ended).where("id", "=", sessionId).execute();
  expect(await read()).toEqual([0, [0]]);
});

test.each(sorts)("pages sorted by %s lead on and back without a gap", async (by) => {
  for (let index = 0; index < 2 * accountsPerPage + 3; index += 1)
    await makeAccount({ ...(index % 3 === 0 && { name: `Name ${index % 5}` }), roles: index % 2 ? ["HR"] : [] });
  const [first, search] = [await list(`?sort=${by}`), `?sort=${by}`];
  const second = await list(search, { page: first.next });
  const third = await list(search, { page: second.next });
  const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(new Set(ids).size).toBe(2 * accountsPerPage + 3);
  expect((await list(search, { page: third.previous })).rows).toEqual(second.rows);
  expect((await list(search, { page: second.previous })).rows).toEqual(first.rows);
});

test("pages lead on and back, and one past the end knows the total", async () => {
  for (let index = 0; index < accountsPerPage + 1; index += 1) await makeAccount();
  const first = await list();
  const second = await list("", { page: first.next });
  expect([first.rows.length, second.rows.length]).toEqual([accountsPerPage, 1]);
  expect(second.counts).toEqual({ total: accountsPerPage + 1, before: accountsPerPage });
  expect(second.next).toBeNull();
  expect((await list("", { page: second.previous })).rows).toEqual(first.rows);
  const past = await list("?sort=name", { page: { side: "after", id: reader, value: "zzz" } });
  expect([past.rows.length, past.counts.total]).toEqual([0, accountsPerPage + 1]);
});

test("the list takes four queries in one round trip, each on an index, with 10,000 accounts", async () => {
  const at = Date.now();
  const numbers = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));
  await env.DB.prepare(
    `insert into accounts (id, email, name, status, created_at, updated_at, verified_at)
     select printf('019a0000-0000-7000-8000-%012d', value), 'u' || value || '@example.com',
       iif(value % 2, 'Name ' || value, null), 'active', ?1, ?1, ?1 from json_each(?2)`,
  )
    .bind(at, numbers)
    .run();
  await env.DB.prepare(
    `insert into account_roles (account_id, role, granted_at) select id, 'HR', 1 from accounts where name is not null`,
  ).run();
  const batches = vi.spyOn(env.DB, "batch");
  const prepared = vi.spyOn(env.DB, "prepare");
  const { counts } = await list();
  expect(counts.total).toBe(10_000);
  expect([batches.mock.calls.length, prepared.mock.calls.length]).toEqual([1, 4]);
  vi.restoreAllMocks();
  const terms = { at, needFactor: ["HR" as const] };
  const cursor = { side: "after", id: reader, value: "m" } as const;
  for (const search of [
    "",
    "?role=HR",
    "?role=none",
    "?factor=none",
    "?status=disabled",
    "?status=must-add",
    "?q=name",
  ])
    for (const by of sorts)
      for (const from of [null, cursor]) {
        const filter = toAccountFilter(readListState(accountList, new URLSearchParams(search)));
        const order = orderAccounts({ by, direction: "asc" }, { terms, cursor: from });
        await expectIndexed(selectAccounts(db, { filter, order, terms, size: accountsPerPage }));
        await expectIndexed(countAccounts(db, { filter, order, terms }));
      }
  await expectIndexed(selectPendingInvites(db));
});

test("one account is read in one round trip, with the sessions that are open", async () => {
  const { id } = await makeAccount({ roles: ["HR"] });
  await makeSession(id);
  const { sessionId } = await makeSession(id);
  const past = Date.now() - hour;
  await db.updateTable("sessions").set({ idle_expires_at: past }).where("id", "=", sessionId).execute();
  const batches = vi.spyOn(env.DB, "batch");
  const found = await readUser(db, { id, terms: readTerms() });
  expect(batches).toHaveBeenCalledTimes(1);
  expect(found).toMatchObject({ id, sessions: 1, enquiries: 0, roles: ["HR"] });
  expect(found?.open).toHaveLength(1);
  expect(await readUser(db, { id: reader, terms: readTerms() })).toBeNull();
});
