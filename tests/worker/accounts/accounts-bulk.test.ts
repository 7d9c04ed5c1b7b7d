/** Changes of several accounts at once, and the file of all of them. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { loader as loadExport } from "#app/staff/accounts/export.ts";
import { action, loader } from "#app/staff/accounts/accounts.tsx";
import { changeRoles } from "#worker/accounts/managing/change-account.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { countScrypt, makeSession, makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { askRoute, type ListAnswer, makeManager, readRolesOf, readAccountRow } from "./accounts-make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  countScrypt();
});

async function post(manager: Manager, what: string, ids: readonly AccountId[], version = 1) {
  const rows = ids.map((id): [string, string] => ["row", `${id}:${version}`]);
  const { status, data } = await askRoute(action, "/user-management", manager, { form: [["do", what], ...rows] });
  return { status, ...(data as ListAnswer) };
}

async function undo(manager: Manager, entries: readonly string[]) {
  const form = [["do", "undo"], ...entries.map((entry) => ["undo", entry])] as [string, string][];
  const { status, data } = await askRoute(action, "/user-management", manager, { form });
  return { status, ...(data as ListAnswer) };
}

test("a role is granted to every ticked account, each with its entry, and that is undone", async () => {
  const manager = await makeManager();
  const [ann, ben] = [await makeAccount({ roles: ["HR"] }), await makeAccount()];
  const { outcome } = await post(manager, "grant:marketing_admin", [ann.id, ben.id]);
  expect(outcome).toMatchObject({ done: "2 accounts have the role Marketing admin.", refused: [] });
  expect([await readRolesOf(ann.id), await readRolesOf(ben.id)]).toEqual([
    ["HR", "marketing_admin"],
    ["marketing_admin"],
  ]);
  const undone = await undo(manager, outcome?.undo ?? []);
  expect(undone.outcome?.done).toBe("2 accounts are as before.");
  expect([await readRolesOf(ann.id), await readRolesOf(ben.id)]).toEqual([["HR"], []]);
  const entries = await db.selectFrom("audit_log").select("id").where("action", "=", "user.roles_changed").execute();
  expect(entries).toHaveLength(4);
  expect((await undo(manager, outcome?.undo ?? [])).outcome?.refused).toHaveLength(2);
});

test("disabling is undone, and the sessions that it ended stay ended", async () => {
  const manager = await makeManager();
  const { id } = await makeAccount({ name: "Ann Lee", email: "ann@demo.example", roles: ["HR"] });
  await makeSession(id);
  const { outcome } = await post(manager, "disable", [id]);
  expect(outcome?.done).toBe("Ann Lee (ann@demo.example) is disabled.");
  expect((await readAccountRow(id))?.status).toBe("disabled");
  await undo(manager, outcome?.undo ?? []);
  expect((await readAccountRow(id))?.status).toBe("active");
  expect(await db.selectFrom("sessions").select("id").where("revoked_at", "is", null).execute()).toEqual([]);
});

test("what may not be changed, or was changed meanwhile, is refused by name, and the rest is done", async () => {
  const manager = await makeManager(["talent_admin"]);
  const boss = await makeAccount({ name: "Bo Ss", email: "boss@demo.example", roles: ["super_admin"] });
  const [moved, plain] = [await makeAccount({ roles: ["HR"] }), await makeAccount({ roles: ["HR"] })];
  await changeRoles(db, { id: moved.id, version: 1, manager, grant: ["talent_admin"], revoke: [] }, makeScope());
  const { status, outcome } = await post(manager, "revoke:HR", [boss.id, manager.id, moved.id, plain.id]);
  expect(status).toBe(200);
  expect(outcome?.done).toMatch(/no longer has the role HR\.$/);
  expect(outcome?.refused.map(({ why }) => why)).toEqual([
    "This account has a role that you may not give, so you can only read it.",
    "Nobody changes their own roles or status. Ask another admin.",
    "Somebody changed this account, or your own roles, while you had it open.",
  ]);
  expect(await readRolesOf(boss.id)).toEqual(["super_admin"]);
});

test("sessions of several accounts end, without a way back", async () => {
  const manager = await makeManager();
  const [ann, ben] = [await makeAccount({ roles: ["HR"] }), await makeAccount({ roles: ["HR"] })];
  await makeSession(ann.id);
  const { outcome } = await post(manager, "end-sessions", [ann.id, ben.id]);
  expect(outcome?.undo).toEqual([]);
  expect(outcome?.refused.map(({ why }) => why)).toEqual(["There is no session left to end."]);
});

test("a sign-in of long ago is refused as a whole, with the form to send again", async () => {
  const manager = await makeManager(["super_admin"], { ago: 16 * 60 });
  const { id } = await makeAccount({ roles: ["HR"] });
  const answer = await post(manager, "revoke:HR", [id]);
  expect(answer.status).toBe(403);
  expect(answer.refused?.answers).toEqual({ do: ["revoke:HR"], row: [`${id}:1`] });
  expect(await readRolesOf(id)).toEqual(["HR"]);
});

test("forms that are not ours are refused, and undo gives nobody more than its maker may give", async () => {
  const manager = await makeManager(["talent_admin"]);
  const { id } = await makeAccount({ roles: ["HR"] });
  for (const what of ["", "grant:owner", "grant", "remove", "end-sessions:HR"])
    await expect(post(manager, what, [id])).rejects.toMatchObject({ init: { status: 400 } });
  await expect(undo(manager, [`${id}:1:gone:HR`])).rejects.toMatchObject({ init: { status: 400 } });
  expect((await post(manager, "disable", [])).status).toBe(400);
  const { outcome } = await undo(manager, [`${id}:1:active:super_admin`]);
  expect(outcome?.refused[0]?.why).toBe("You may not give or take the role Super admin.");
  expect(await readRolesOf(id)).toEqual(["HR"]);
});

test("the list says that it could not be read, and nothing is changed without the database", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const manager = await makeManager();
  const { id } = await makeAccount({ roles: ["HR"] });
  vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: no such luck"));
  expect((await askRoute(loader, "/user-management", manager)).status).toBe(503);
  expect((await post(manager, "disable", [id])).outcome?.refused).toHaveLength(1);
});

test("the file of the accounts is recorded, and no cell of it runs as a formula", async () => {
  const manager = await makeManager();
  await makeAccount({ email: "a@demo.example", name: '=HYPERLINK("x")', roles: ["HR"] });
  await makeAccount({ email: "b@demo.example", roles: ["marketing_admin"] });
  const { response } = await askRoute(loadExport, "/user-management.csv?role=HR", manager);
  expect(response?.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="accounts-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const text = await response?.text();
  expect(text?.split("\r\n")).toHaveLength(3);
  expect(text).toContain(`"a@demo.example","'=HYPERLINK(""x"")","HR","active","none"`);
  const entry = await db.selectFrom("audit_log").selectAll().where("action", "=", "user.exported").executeTakeFirst();
  expect(entry).toMatchObject({ actor_id: manager.id });
  expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ role: "HR", words: false });
});

test("an export with a sign-in of long ago leads over the page that confirms it", async () => {
  const manager = await makeManager(["super_admin"], { ago: 16 * 60 });
  const { status, to } = await askRoute(loadExport, "/user-management.csv?role=HR", manager);
  expect([status, to]).toEqual([
    303,
    "/auth/confirm?next=%2Fuser-management%3Frole%3DHR&file=%2Fuser-management.csv%3Frole%3DHR",
  ]);
  expect(await db.selectFrom("audit_log").select("id").where("action", "=", "user.exported").execute()).toEqual([]);
});
