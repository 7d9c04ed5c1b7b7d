/** Invitations: who may make them, what they store and mail, and what becomes of many at once. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import type { Role } from "#shared/permissions.ts";
import { action as importFile } from "#app/staff/accounts/import.tsx";
import { action as invite } from "#app/staff/accounts/invite.tsx";
import { action as actOnList, loader as loadList } from "#app/staff/accounts/accounts.tsx";
import {
  invitesPerDay,
  inviteAccount,
  resendInvite,
  selectOpenInvite,
  withdrawInvite,
} from "#worker/accounts/managing/invites.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import { readLink } from "#worker/accounts/links/one-time-links.ts";
import type { InviteId } from "#worker/db/accounts-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { countScrypt, makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { askRoute, listActions, type ListAnswer, makeManager, readRolesOf } from "./accounts-make.ts";

const db = openDb(env.DB);
const scope = () => makeScope();

beforeEach(() => {
  countScrypt();
});

async function make(manager: Manager, { email = "new@demo.example", roles = ["HR"] as Role[], note = "" } = {}) {
  return inviteAccount(db, { email, roles, note, manager }, scope());
}

function readMails() {
  return db.selectFrom("outbox").selectAll().orderBy("id").execute();
}

function readInvite(id: InviteId) {
  return db.selectFrom("invites").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

function readToken(text: string): string {
  return /\/auth\/invite\/-\?link=([\w-]{43})/.exec(text)?.[1] ?? "";
}

test("an invitation is stored with its roles, mailed with a link to this site, and recorded without the address", async () => {
  const manager = await makeManager();
  const id = await make(manager, { roles: ["marketing_admin", "HR"], note: "See you on Monday." });
  expect(await readInvite(id)).toMatchObject({ email: "new@demo.example", invited_by: manager.id, version: 1 });
  const [mail] = await readMails();
  expect(mail).toMatchObject({ recipient: "new@demo.example", kind: "invite", is_secret: 1, subject_id: id });
  expect(mail?.text).toContain(`${env.SITE_ORIGIN}/auth/invite/-?link=`);
  for (const words of ["Mona Manager", "Marketing admin, HR", "See you on Monday."])
    expect(mail?.text).toContain(words);
  const link = await readLink(db, { purpose: "invite", token: readToken(mail?.text ?? "") });
  expect(link).toMatchObject({ email: "new@demo.example", subject: id });
  const log = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
  expect(log).toContain("user.invited");
  expect(log).not.toContain("demo.example");
  expect(log).not.toContain(readToken(mail?.text ?? ""));
});

test("nobody invites with a role beyond their own, or with a sign-in of long ago", async () => {
  await expect(make(await makeManager(["marketing_admin"]))).rejects.toMatchObject({ name: "NotAllowedError" });
  await expect(make(await makeManager(["talent_admin"]), { roles: ["super_admin"] })).rejects.toMatchObject({
    name: "NotAllowedError",
  });
  const stale = await makeManager(["super_admin"], { ago: 16 * 60 });
  await expect(make(stale)).rejects.toMatchObject({ name: "StaleSignInError" });
  expect(await readMails()).toEqual([]);
});

test("of twenty who invite one address at once, one does, and one mail leaves", async () => {
  const managers = await Promise.all(Array.from({ length: 20 }, () => makeManager()));
  const outcomes = await Promise.allSettled(
    managers.map((manager, at) => make(manager, at % 2 ? {} : { email: "new@demo.example" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ name: "ConflictError" });
  expect(await readMails()).toHaveLength(1);
  expect(await db.selectFrom("invites").select("id").execute()).toHaveLength(1);
});

test("a new link ends the old one, and stops its mail if that waits", async () => {
  const manager = await makeManager();
  const id = await make(manager);
  await resendInvite(db, { id, version: 1, manager }, scope());
  const [first, second] = await readMails();
  expect([first?.withdrawn_at, second?.withdrawn_at]).toEqual([expect.any(Number), null]);
  const read = async (text = "") => readLink(db, { purpose: "invite", token: readToken(text) });
  expect(await read(first?.text)).toBeNull();
  expect(await read(second?.text)).toMatchObject({ subject: id });
  await expect(resendInvite(db, { id, version: 1, manager }, scope())).rejects.toMatchObject({ name: "ConflictError" });
  expect(await listActions(id)).toEqual(["user.invited", "invite.resent"]);
});

test("a withdrawn invitation has no link and no mail any more, and makes room for another", async () => {
  const manager = await makeManager();
  const id = await make(manager);
  const [mail] = await readMails();
  await withdrawInvite(db, { id, version: 1, manager }, scope());
  expect(await readLink(db, { purpose: "invite", token: readToken(mail?.text ?? "") })).toBeNull();
  expect((await readMails())[0]?.withdrawn_at).toEqual(expect.any(Number));
  expect(await selectOpenInvite(db, { id }).select("id").execute()).toEqual([]);
  await expect(withdrawInvite(db, { id, version: 2, manager }, scope())).rejects.toMatchObject({
    name: "ConflictError",
  });
  await make(manager);
});

test("who may not give its roles neither sends an invitation again nor withdraws it", async () => {
  const id = await make(await makeManager(), { roles: ["super_admin"] });
  const manager = await makeManager(["marketing_admin"]);
  for (const change of [resendInvite, withdrawInvite])
    await expect(change(db, { id, version: 1, manager }, scope())).rejects.toMatchObject({ name: "NotAllowedError" });
});

test("an invitation whose time is over makes room for a new one", async () => {
  const manager = await makeManager();
  const id = await make(manager);
  expect(await selectOpenInvite(db, { id }).select("id").execute()).toHaveLength(1);
  await db
    .updateTable("invites")
    .set({ expires_at: Date.now() - 1 })
    .where("id", "=", id)
    .execute();
  expect(await selectOpenInvite(db, { id }).select("id").execute()).toEqual([]);
  await make(manager);
  expect((await readInvite(id)).withdrawn_at).not.toBeNull();
});

test("one account invites so many a day and no more, also all at once", async () => {
  const manager = await makeManager();
  const entry = { actor_id: manager.id, action: "user.invited", subject_id: null };
  const rows = Array.from({ length: invitesPerDay - 1 }, () => ({ ...entry, id: newId(), at: Date.now() }));
  await runBatch(
    db,
    rows.map((row) => db.insertInto("audit_log").values(row)),
  );
  const emails = ["a@demo.example", "b@demo.example", "c@demo.example"];
  const outcomes = await Promise.allSettled(emails.map((email) => make(manager, { email })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(make(manager, { email: "d@demo.example" })).rejects.toMatchObject({ name: "TooManyAttemptsError" });
  vi.setSystemTime(Date.now() + day + 1000);
  await make({ ...manager, authTime: manager.authTime + day / 1000 }, { email: "d@demo.example" });
});

/** Posts the form that invites people. */
async function postInvite(manager: Manager, form: [string, string][]) {
  const { status, data } = await askRoute(invite, "/user-management/invite", manager, { form });
  return { status, data: data as { done: string | null; sent: { kind: string; why: string | null }[] } };
}

test("a form invites several at once; who has an account gets the roles instead, and the rest is told by address", async () => {
  const manager = await makeManager();
  const known = await makeAccount({ email: "known@demo.example", roles: ["HR"] });
  await makeAccount({ email: "off@demo.example", status: "disabled" });
  await makeAccount({ email: "unproven@demo.example", isVerified: false });
  await make(manager, { email: "invited@demo.example" });
  const emails = "NEW@demo.example, known@demo.example\noff@demo.example;unproven@demo.example invited@demo.example";
  const { data } = await postInvite(manager, [
    ["emails", emails],
    ["role", "talent_admin"],
    ["role", "HR"],
    ["note", ""],
  ]);
  expect(data.done).toBe("2 invites on the way. 1 account got the roles at once.");
  expect(data.sent.map(({ kind }) => kind)).toEqual(["invite", "grant", "none", "invite", "none"]);
  expect(data.sent[2]?.why).toMatch(/disabled/);
  expect(await readRolesOf(known.id)).toEqual(["HR", "talent_admin"]);
  expect((await readMails()).map(({ recipient }) => recipient)).toEqual([
    "invited@demo.example",
    "new@demo.example",
    "unproven@demo.example",
  ]);
});

test("a form with a slip invites nobody, and keeps what was typed", async () => {
  const manager = await makeManager();
  const tried: [string, string][][] = [
    [
      ["emails", "a@demo.example, b@"],
      ["role", "HR"],
      ["note", ""],
    ],
    [
      ["emails", ""],
      ["role", "HR"],
      ["note", ""],
    ],
    [
      ["emails", "a@demo.example"],
      ["note", ""],
    ],
    [
      ["emails", "a@demo.example"],
      ["role", "owner"],
      ["note", ""],
    ],
    [
      ["emails", "a@demo.example"],
      ["role", "HR"],
      ["note", "n".repeat(501)],
    ],
    [
      ["emails", Array.from({ length: 21 }, (_, at) => `u${at}@demo.example`).join()],
      ["role", "HR"],
      ["note", ""],
    ],
  ];
  for (const form of tried) {
    const { status, data } = await postInvite(manager, form);
    expect([form[0], status]).toEqual([form[0], 400]);
    expect(data).toMatchObject({ title: "Nobody has been invited yet.", answers: { emails: form[0]?.[1] } });
  }
  expect(await readMails()).toEqual([]);
});

async function postFile(manager: Manager, fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { status, data } = await askRoute(importFile, "/user-management/import", manager, { form });
  return {
    status,
    data: data as {
      lines: { line: number; what: string; state: string }[];
      fingerprint: string;
      counts: { invites: number; grants: number; problems: number };
      result: { done: string | null } | null;
      problems: { message: string; field?: string }[];
    },
  };
}

const file = [
  "email;roles;note",
  "one@demo.example;HR;Hello",
  "known@demo.example;Talent admin;",
  "two@demo.example;Super admin;",
  "nobody;HR;",
].join("\r\n");

test("a file is looked at first, then does exactly what it said, once, however often it is confirmed", async () => {
  const manager = await makeManager(["talent_admin"]);
  await makeAccount({ email: "known@demo.example", roles: ["HR"] });
  const asFile = new File([`\uFEFF${file}`], "people.csv", { type: "text/csv" });
  const looked = await postFile(manager, { intent: "check", file: asFile, text: "" });
  expect(looked.data.lines.map(({ line, what, state }) => [line, what, state])).toEqual([
    [2, "Gets an invite", "now"],
    [3, "Has an account, which gets Talent admin", "now"],
    [4, "You may not give the role Super admin.", "problem"],
    [5, "This is no e-mail address.", "problem"],
  ]);
  expect(looked.data.counts).toEqual({ invites: 1, grants: 1, problems: 2 });
  expect(await readMails()).toEqual([]);
  const { fingerprint } = looked.data;
  const sent = await postFile(manager, { intent: "send", text: file, fingerprint });
  expect(sent.data.result?.done).toBe("1 invite on the way. 1 account got the roles at once.");
  expect(sent.data.counts).toMatchObject({ invites: 0, grants: 0 });
  const again = await postFile(manager, { intent: "send", text: file, fingerprint });
  expect(again.data.result).toBeNull();
  expect(again.data.problems[0]?.message).toMatch(/^Something has changed/);
  expect(await readMails()).toHaveLength(1);
  expect(await db.selectFrom("audit_log").select("id").where("action", "=", "user.invited").execute()).toHaveLength(1);
});

test("a file that would do something else by now does nothing", async () => {
  const manager = await makeManager();
  const { fingerprint } = (await postFile(manager, { intent: "check", text: "a@demo.example,HR" })).data;
  await makeAccount({ email: "a@demo.example", roles: ["marketing_admin"] });
  const sent = await postFile(manager, { intent: "send", text: "a@demo.example,HR", fingerprint });
  expect(sent.data.problems).toHaveLength(1);
  expect(sent.data.lines[0]?.what).toBe("Has an account, which gets HR");
  expect(await readMails()).toEqual([]);
});

test("a long file is sent in parts", async () => {
  const manager = await makeManager();
  const text = Array.from({ length: 120 }, (_, at) => `u${at}@demo.example,HR`).join("\n");
  const first = (await postFile(manager, { intent: "check", text })).data;
  expect(first.counts.invites).toBe(100);
  const second = (await postFile(manager, { intent: "send", text, fingerprint: first.fingerprint })).data;
  expect([second.result?.done, second.counts.invites]).toEqual(["100 invites on the way.", 20]);
});

test("no file, one in another encoding and one that is too large are refused in words", async () => {
  const manager = await makeManager();
  expect((await postFile(manager, { intent: "check", text: " " })).data.problems[0]?.message).toMatch(/^Choose a file/);
  const latin = new File([new Uint8Array([0x61, 0xe9, 0x40])], "x.csv");
  expect((await postFile(manager, { intent: "check", file: latin })).data.problems[0]?.message).toMatch(/UTF-8/);
  expect((await postFile(manager, { intent: "check", text: "x".repeat(1.2e6) })).status).toBe(413);
  const stale = await makeManager(["super_admin"], { ago: 16 * 60 });
  const { fingerprint } = (await postFile(stale, { intent: "check", text: "a@demo.example,HR" })).data;
  expect((await postFile(stale, { intent: "send", text: "a@demo.example,HR", fingerprint })).status).toBe(403);
});

test("the page lists open invitations with their mail, and its forms send them again and withdraw them", async () => {
  const manager = await makeManager(["talent_admin"]);
  const id = await make(manager);
  await make(await makeManager(), { email: "boss@demo.example", roles: ["super_admin"] });
  const list = async () =>
    (
      (await askRoute(loadList, "/user-management", manager)).data as {
        invites: { everything: number; rows: object[] };
      }
    ).invites;
  expect(await list()).toMatchObject({
    everything: 2,
    rows: [
      { email: "boss@demo.example", unavailable: "It gives the role Super admin, which you may not give." },
      { email: "new@demo.example", mail: "waiting", invitedBy: "Mona Manager", isOver: false },
    ],
  });
  const post = async (value: string) => {
    const { status, data } = await askRoute(actOnList, "/user-management", manager, { form: { do: value } });
    return { status, ...(data as ListAnswer) };
  };
  expect((await post(`resend ${id}:1`)).outcome?.done).toMatch(/^A new link is on its way/);
  const late = await post(`resend ${id}:1`);
  expect([late.status, late.outcome?.refused[0]?.why]).toEqual([409, expect.stringMatching(/sent again since/)]);
  expect((await post(`withdraw ${id}:2`)).outcome?.done).toBe("The invitation has ended.");
  expect((await list()).everything).toBe(1);
});

test("an invitation whose inviter was removed comes from a former colleague", async () => {
  const manager = await makeManager();
  await make(manager);
  const reader = await makeManager();
  await db.deleteFrom("accounts").where("id", "=", manager.id).execute();
  const { data } = await askRoute(loadList, "/user-management", reader);
  expect(JSON.stringify(data)).toContain('"invitedBy":"Former colleague"');
});

test("a link is mailed again only by who signed in just now, whose rights count from then on", async () => {
  const id = await make(await makeManager());
  const stale = await makeManager(["super_admin"], { ago: 3600 });
  await expect(resendInvite(db, { id, version: 1, manager: stale }, scope())).rejects.toMatchObject({
    name: "StaleSignInError",
  });
  const other = await makeManager();
  await resendInvite(db, { id, version: 1, manager: other }, scope());
  const { invited_by } = await db.selectFrom("invites").select("invited_by").executeTakeFirstOrThrow();
  expect(invited_by).toBe(other.id);
});
