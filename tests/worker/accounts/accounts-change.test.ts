/** What one account may do to another, and what becomes of it when several do so at once. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { type Role, roles } from "#shared/permissions.ts";
import { action as actOnAccount, loader as loadUser } from "#app/staff/accounts/account.tsx";
import {
  changeRoles,
  endAccountSessions,
  removeAccount,
  sendResetLink,
  setAccountStatus,
} from "#worker/accounts/managing/change-account.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { countScrypt, makeSession, makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { askRoute, listActions, makeManager, readRolesOf, readAccountRow } from "./accounts-make.ts";

const db = openDb(env.DB);
const scope = () => makeScope();
const none = { grant: [], revoke: [] };

beforeEach(() => {
  countScrypt();
});

/** Posts a form of one account as `manager`. */
function post(id: string, form: Record<string, string> | [string, string][], manager: Manager) {
  return askRoute(actOnAccount, `/user-management/${id}`, manager, { params: { id }, form });
}

test("roles are granted and revoked, with who did it, and count the account's changes", async () => {
  const manager = await makeManager();
  const { id } = await makeAccount({ roles: ["HR"] });
  expect(await changeRoles(db, { id, version: 1, manager, grant: ["talent_admin"], revoke: ["HR"] }, scope())).toBe(
    true,
  );
  expect(await readRolesOf(id)).toEqual(["talent_admin"]);
  expect((await readAccountRow(id))?.version).toBe(2);
  const granted = await db.selectFrom("account_roles").select("granted_by").where("account_id", "=", id).execute();
  expect(granted).toEqual([{ granted_by: manager.id }]);
  const entry = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "user.roles_changed")
    .executeTakeFirst();
  expect(entry).toMatchObject({ actor_id: manager.id, subject_id: id });
  expect(JSON.parse(entry?.detail ?? "")).toEqual({ granted: "talent_admin", revoked: "HR" });
});

test("what is so already is not written again", async () => {
  const manager = await makeManager();
  const { id } = await makeAccount({ roles: ["HR"] });
  expect(await changeRoles(db, { id, version: 1, manager, grant: ["HR"], revoke: ["talent_admin"] }, scope())).toBe(
    false,
  );
  expect(await setAccountStatus(db, { id, version: 1, manager, status: "active" }, scope())).toBe(false);
  expect(await listActions(id)).toEqual([]);
});

/** Every change of an account, as a function of whose and by whom. */
const changes: Record<string, (id: AccountId, manager: Manager) => Promise<unknown>> = {
  "change roles": (id, manager) => changeRoles(db, { id, version: 1, manager, ...none, grant: manager.roles }, scope()),
  disable: (id, manager) => setAccountStatus(db, { id, version: 1, manager, status: "disabled" }, scope()),
  "end sessions": (id, manager) => endAccountSessions(db, { id, manager, session: null }, scope()),
  "send a reset link": (id, manager) => sendResetLink(db, { id, manager }, scope()),
  remove: (id, manager) => removeAccount(db, { id, version: 1, manager }, scope()),
};

/** Who may change whom: the managers that may change an account with this role. */
const table: Record<Role, readonly Role[]> = {
  super_admin: ["super_admin"],
  marketing_admin: ["super_admin", "marketing_admin"],
  talent_admin: ["super_admin", "talent_admin"],
  HR: ["super_admin", "talent_admin"],
};

test.each(Object.entries(changes))("who may %s of whom: the whole table", async (_name, change) => {
  await makeAccount({ roles: ["super_admin"] });
  for (const by of roles.filter((role) => role !== "HR"))
    for (const of of roles) {
      const manager = await makeManager([by]);
      const { id } = await makeAccount({ roles: [of] });
      await makeSession(id);
      const outcome = await change(id, manager).then(
        () => "done",
        (error: Error) => error.name,
      );
      const may = table[of].includes(by);
      expect([by, of, outcome]).toEqual([by, of, may ? "done" : "NotAllowedError"]);
      if (!may) expect(await listActions(id)).toEqual([]);
    }
});

test.each(Object.entries(changes))("nobody may %s of their own account", async (_name, change) => {
  await makeAccount({ roles: ["super_admin"] });
  for (const role of roles) {
    const manager = await makeManager([role]);
    await makeSession(manager.id);
    await expect(change(manager.id, manager)).rejects.toMatchObject({ name: "NotAllowedError" });
  }
});

test.each(roles.filter((role) => role !== "super_admin"))("%s gives and takes no role beyond its own", async (by) => {
  const manager = await makeManager([by]);
  const { id } = await makeAccount();
  for (const role of roles.filter((each) => !table[each].includes(by)))
    await expect(changeRoles(db, { id, version: 1, manager, ...none, grant: [role] }, scope())).rejects.toMatchObject({
      name: "NotAllowedError",
    });
  expect(await readRolesOf(id)).toEqual([]);
});

test("an account that gets a role beyond the manager's between the read and the write is not changed", async () => {
  const manager = await makeManager(["talent_admin"]);
  const { id } = await makeAccount({ roles: ["HR"] });
  await makeSession(id);
  // The role arrives after the account was read, and without a new version, as an operator's statement gives it.
  const batch = env.DB.batch.bind(env.DB);
  const grant = "insert into account_roles (account_id, role, granted_at) values (?, 'super_admin', 1)";
  for (const change of [
    changes["change roles"],
    changes.disable,
    changes["end sessions"],
    changes["send a reset link"],
  ]) {
    vi.spyOn(env.DB, "batch").mockImplementationOnce(async (statements) => {
      await env.DB.prepare(grant).bind(id).run();
      return batch(statements);
    });
    await expect(change?.(id, manager)).rejects.toMatchObject({ name: "ConflictError" });
    await env.DB.prepare("delete from account_roles where account_id = ? and role = 'super_admin'")
      .bind(id)
      .run()
      .catch(() => {});
    if ((await readRolesOf(id)).includes("super_admin")) {
      await makeAccount({ roles: ["super_admin"] });
      await db.deleteFrom("account_roles").where("account_id", "=", id).where("role", "=", "super_admin").execute();
    }
  }
  expect(await readRolesOf(id)).toEqual(["HR"]);
  expect(await listActions(id)).toEqual([]);
});

test("a manager whose role was revoked while the form was on its way changes nothing", async () => {
  const manager = await makeManager(["talent_admin"]);
  const { id } = await makeAccount({ roles: ["HR"] });
  await db.deleteFrom("account_roles").where("account_id", "=", manager.id).execute();
  await expect(changes.disable?.(id, manager)).rejects.toMatchObject({ name: "ConflictError" });
  expect((await readAccountRow(id))?.status).toBe("active");
});

test.each(["change roles", "disable", "end sessions", "remove"])(
  "of ten who %s at once one does, and the audit log tells of that one",
  async (what) => {
    const managers = await Promise.all(Array.from({ length: 10 }, () => makeManager()));
    const { id } = await makeAccount({ roles: ["HR"] });
    await makeSession(id);
    const outcomes = await Promise.allSettled(managers.map((manager) => changes[what]?.(id, manager)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason.name).toMatch(/^(ConflictError|NotFoundError)$/);
    expect(await listActions(id)).toHaveLength(1);
  },
);

test("roles and removals ask for a sign-in of the last 15 minutes; to disable does not", async () => {
  const manager = await makeManager(["super_admin"], { ago: 16 * 60 });
  const { id } = await makeAccount({ roles: ["HR"] });
  for (const what of ["change roles", "remove"])
    await expect(changes[what]?.(id, manager)).rejects.toMatchObject({ name: "StaleSignInError" });
  await changes.disable?.(id, manager);
  expect((await readAccountRow(id))?.status).toBe("disabled");
});

test("an account that nobody has confirmed can be given no role", async () => {
  const manager = await makeManager();
  const { id } = await makeAccount({ isVerified: false });
  const { status, data } = await post(id, { intent: "roles", version: "1", role: "HR" }, manager);
  expect(status).toBe(409);
  expect(JSON.stringify(data)).toContain("Nobody has proven yet");
});

test("of twenty super admins who remove each other at once, one is left at least", async () => {
  const managers = await Promise.all(Array.from({ length: 20 }, () => makeManager()));
  const removals = managers.map((manager, at) =>
    changeRoles(
      db,
      { id: managers[(at + 1) % 20]?.id as AccountId, version: 1, manager, ...none, revoke: ["super_admin"] },
      scope(),
    ),
  );
  const outcomes = await Promise.allSettled(removals);
  const left = await db.selectFrom("account_roles").select("account_id").where("role", "=", "super_admin").execute();
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBe(20 - outcomes.filter(({ status }) => status === "fulfilled").length);
});

test("two super admins who disable or remove each other at once leave one", async () => {
  for (const what of ["disable", "remove"]) {
    await db
      .deleteFrom("accounts")
      .where("id", "not in", db.selectFrom("account_roles").select("account_id"))
      .execute();
    const [one, other] = [await makeManager(), await makeManager()];
    await Promise.allSettled([changes[what]?.(one.id, other), changes[what]?.(other.id, one)]);
    const active = await db
      .selectFrom("accounts")
      .select("id")
      .where("id", "in", [one.id, other.id])
      .where("status", "=", "active")
      .execute();
    expect([what, active.length]).toEqual([what, 1]);
  }
});

test("the last super admin who can sign in stays, and the answer says why", async () => {
  const manager = await makeManager();
  const { id } = await makeAccount({ roles: ["super_admin"] });
  // The manager's account counts no longer by the time the change is stored, as after an operator's statement.
  const batch = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementationOnce((statements) =>
    batch([...statements, env.DB.prepare("update accounts set status = 'disabled' where id = ?").bind(manager.id)]),
  );
  const { status, data } = await post(id, { intent: "disable", version: "1" }, manager);
  expect(status).toBe(409);
  expect(JSON.stringify(data)).toContain("There must always be a super admin");
});

test("disabling ends sessions, half-done sign-ins and links, and enabling brings none of them back", async () => {
  const manager = await makeManager();
  const user = await makeAccount({ roles: ["HR"] });
  await makeSession(user.id);
  const token = {
    token_sha256: "x".repeat(43),
    purpose: "password_reset" as const,
    email: user.email,
    account_id: user.id,
  };
  const times = { created_at: 1, expires_at: 9e12, consumed_at: null, subject_id: null };
  await db
    .insertInto("one_time_tokens")
    .values({ ...token, ...times })
    .execute();
  await setAccountStatus(db, { id: user.id, version: 1, manager, status: "disabled" }, scope());
  await setAccountStatus(db, { id: user.id, version: 2, manager, status: "active" }, scope());
  const sessions = await db.selectFrom("sessions").select("revoked_reason").where("account_id", "=", user.id).execute();
  expect(sessions).toEqual([{ revoked_reason: "ended" }]);
  const links = await db.selectFrom("one_time_tokens").select("consumed_at").execute();
  expect(links).toEqual([{ consumed_at: expect.any(Number) }]);
  expect(await listActions(user.id)).toEqual(["user.disabled", "user.enabled"]);
});

test("one session ends, or all of them; a session of somebody else does not", async () => {
  const manager = await makeManager();
  const [user, other] = [await makeAccount({ roles: ["HR"] }), await makeAccount({ roles: ["HR"] })];
  const first = await makeSession(user.id);
  await makeSession(user.id);
  const foreign = await makeSession(other.id);
  const countOpen = async (id: AccountId) =>
    (
      await db
        .selectFrom("sessions")
        .select("id")
        .where("account_id", "=", id)
        .where("revoked_at", "is", null)
        .execute()
    ).length;
  await endAccountSessions(db, { id: user.id, manager, session: first.sessionId }, scope());
  expect(await countOpen(user.id)).toBe(1);
  for (const session of [first.sessionId, foreign.sessionId, newId<SessionId>()])
    await expect(endAccountSessions(db, { id: user.id, manager, session }, scope())).rejects.toMatchObject({
      name: "ConflictError",
    });
  expect(await countOpen(other.id)).toBe(1);
  await endAccountSessions(db, { id: user.id, manager, session: null }, scope());
  expect(await countOpen(user.id)).toBe(0);
});

test("the picture of a removed account goes with it; where the bucket fails, the account goes all the same", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const manager = await makeManager();
  const remove = async (scope: ReturnType<typeof makeScope>) => {
    const user = await makeAccount();
    const key = `private/account-pictures/${user.id}`;
    await env.MEDIA.put(key, "picture");
    await db.updateTable("accounts").set({ picture_key: key }).where("id", "=", user.id).execute();
    await removeAccount(db, { id: user.id, version: 1, manager }, scope);
    return { row: await readAccountRow(user.id), picture: await env.MEDIA.head(key) };
  };
  expect(await remove(makeScope())).toEqual({ row: undefined, picture: null });
  const MEDIA = { delete: () => Promise.reject(new Error("R2 is away")) } as unknown as R2Bucket;
  const failed = await remove(makeScope({ MEDIA }));
  expect([failed.row, failed.picture === null]).toEqual([undefined, false]);
});

test("what a removed account wrote stays, without its name", async () => {
  const manager = await makeManager();
  const user = await makeAccount({ name: "Gone Soon", roles: ["marketing_admin"] });
  const { id } = await makeEnquiry({ owner_id: user.id });
  const note = { id: newId(), enquiry_id: id, author_id: user.id, written_at: 1, note: "Called." };
  await db.insertInto("enquiry_notes").values(note).execute();
  const invited = await makeAccount({ roles: ["HR"] });
  await db.updateTable("accounts").set({ invited_by: user.id }).where("id", "=", invited.id).execute();
  const { to } = await post(user.id, { intent: "remove", version: "1" }, manager);
  expect(to).toBe("/user-management?done=removed");
  expect(await readAccountRow(user.id)).toBeUndefined();
  const notes = await db.selectFrom("enquiry_notes").select(["note", "author_id"]).execute();
  expect(notes).toEqual([{ note: "Called.", author_id: null }]);
  expect((await readAccountRow(invited.id))?.invited_by).toBeNull();
  expect(await listActions(user.id)).toEqual(["user.removed"]);
  const answer = await post(user.id, { intent: "disable", version: "2" }, manager);
  expect(answer.status).toBe(404);
});

test("only a super admin removes accounts", async () => {
  const manager = await makeManager(["talent_admin"]);
  const { id } = await makeAccount({ roles: ["HR"] });
  expect((await post(id, { intent: "remove", version: "1" }, manager)).status).toBe(403);
  expect(await readAccountRow(id)).toBeDefined();
});

test("fields that a form does not have change nothing", async () => {
  const manager = await makeManager(["talent_admin"]);
  const { id, email } = await makeAccount({ roles: ["HR"] });
  const other = await makeAccount({ roles: ["HR"] });
  const extra = {
    account_id: other.id,
    id: other.id,
    status: "disabled",
    email: "x@example.com",
    granted_by: other.id,
  };
  const { status } = await post(id, { intent: "roles", version: "1", role: "talent_admin", ...extra }, manager);
  expect(status).toBe(303);
  expect(await readAccountRow(id)).toMatchObject({ email, status: "active" });
  expect(await readRolesOf(id)).toEqual(["talent_admin"]);
  expect(await readRolesOf(other.id)).toEqual(["HR"]);
  for (const form of [{ intent: "roles", version: "1", role: "owner" }, { intent: "promote" }, { intent: "disable" }])
    expect((await post(id, form as Record<string, string>, manager)).status).toBe(400);
});

test("a change that somebody else made meanwhile is shown beside one's own, with nothing lost", async () => {
  const manager = await makeManager();
  const { id } = await makeAccount({ roles: ["HR"] });
  await changeRoles(
    db,
    { id, version: 1, manager: await makeManager(), grant: ["marketing_admin"], revoke: ["HR"] },
    scope(),
  );
  const mine: [string, string][] = [
    ["intent", "roles"],
    ["version", "1"],
    ["role", "HR"],
    ["role", "talent_admin"],
  ];
  const { status, data } = await post(id, mine, manager);
  expect(status).toBe(409);
  expect(data).toMatchObject({
    title: "Somebody changed this account, or your own roles, while you had it open.",
    problems: [{ message: "Roles: now Marketing admin; yours HR, Talent admin." }, { message: expect.any(String) }],
    answers: { role: ["HR", "talent_admin"] },
  });
  expect(await readRolesOf(id)).toEqual(["marketing_admin"]);
  mine[1] = ["version", "2"];
  expect((await post(id, mine, manager)).status).toBe(303);
  expect(await readRolesOf(id)).toEqual(["HR", "talent_admin"]);
});

test("the page of an account says what its reader may not do, and why", async () => {
  const { id } = await makeAccount({ roles: ["super_admin"] });
  const read = async (manager: Manager, of: string = id) =>
    (await askRoute(loadUser, `/user-management/${of}`, manager, { params: { id: of } })).data as {
      view: { unchangeable: string | null; mayRemove: boolean; roleOptions: { unavailable?: string }[] } | null;
    };
  const talent = await makeManager(["talent_admin"]);
  expect((await read(talent)).view?.unchangeable).toMatch(/a role that you may not give/);
  expect((await read(talent, talent.id)).view?.unchangeable).toMatch(/their own roles/);
  expect((await read(await makeManager())).view).toMatchObject({ unchangeable: null, mayRemove: true });
  const { view } = await read(talent, (await makeAccount({ roles: ["HR"] })).id);
  expect(view?.roleOptions.map(({ unavailable }) => unavailable === undefined)).toEqual([false, false, true, true]);
  expect((await read(talent, newId())).view).toBeNull();
  expect((await read(talent, "x")).view).toBeNull();
});

test("an account is disabled at any time, and enabled again only by who signed in just now", async () => {
  const stale = await makeManager(["super_admin"], { ago: 3600 });
  const { id } = await makeAccount();
  expect(await setAccountStatus(db, { id, version: 1, manager: stale, status: "disabled" }, scope())).toBe(true);
  await expect(
    setAccountStatus(db, { id, version: 2, manager: stale, status: "active" }, scope()),
  ).rejects.toMatchObject({
    name: "StaleSignInError",
  });
});
