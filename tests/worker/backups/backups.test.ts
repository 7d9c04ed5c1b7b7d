/** The drill of docs/backup.md, and what a restore must not do: bring back who was erased, or let jobs run meanwhile. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { makeSigningKey } from "#worker/accounts/sessions/signing-keys.ts";
import { storeNotes } from "#worker/backups/notes.ts";
import { eraseVisitorKeys } from "#worker/analytics/erase-visitors.ts";
import { recordAudit } from "#worker/audit/record.ts";
import { eraseEnquiry } from "#worker/enquiries/change-enquiry.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { checkBackup } from "../../../scripts/backup/check-backup.ts";
import { backUp, fillSite, ofPieces, openMemory, openVault, readAll, restore, sources } from "./backups-make.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { call } from "../ask-api.ts";
import { makeAccount, writeCookies } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";

const db = openDb(env.DB);

test("drill: backed up, wrecked and restored, everything is as it was; nobody is signed in, nothing is sent twice, the erased stay away", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const { super1, tokens, enquiries, mail, applications } = await fillSite(ofPieces);
  const cookie = { Cookie: writeCookies(tokens) };
  const who = async () => (await call("/api/auth/session", { headers: cookie })).text();
  expect(await who()).toContain(super1.email);
  const before = await readAll();
  const { id } = await backUp(vault);
  await checkBackup(vault, id);
  expect(await readAll()).toEqual(before);

  // What happens after the backup: a mail leaves, people are erased.
  await db
    .updateTable("outbox")
    .set({ state: "sent", sent_at: Date.now() + 1 })
    .where("id", "=", mail)
    .execute();
  await erasePerson(db, { email: "gone@client.example", actor: super1.id }, makeWholeScope());
  const withdrawn = applications[0]?.id ?? ("" as never);
  await runBatch(db, [
    recordAudit(db, { action: "application.withdrawn", actor: null, subject: withdrawn, requestId: "request" }),
    db.deleteFrom("applications").where("id", "=", withdrawn),
    ...(await eraseVisitorKeys(db, ["9007199254740993"], "request")),
  ]);
  expect(await storeNotes(db, vault, { env, at: Date.now() })).toBeGreaterThan(3);
  // Then it is wrecked.
  await env.DB.batch([
    env.DB.prepare("delete from insights"),
    env.DB.prepare("delete from applications"),
    env.DB.prepare("delete from visitors"),
    env.DB.prepare("update accounts set name = 'Wrecked'"),
    env.DB.prepare("drop trigger accounts_keep_super_admin_update"),
    env.DB.prepare("drop table outbox"),
  ]);
  await env.MEDIA.delete(["covers/a.webp", "private/ü large"]);
  await env.MEDIA.put("private/empty", new Uint8Array(3));

  await expect(restore(vault, id, { mayReplace: false })).rejects.toThrow("not empty");
  const { troubles, erased, databases } = await restore(vault, id);
  expect({ troubles, erased, mended: databases[0]?.mended }).toEqual({ troubles: [], erased: 3, mended: [] });
  const after = (await readAll()) as Record<string, unknown>;
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify((before as typeof after)[name]),
  );
  const own = ["announcements", "audit_log", "outbox", "sessions", "signing_keys"];
  const erasedFrom = [
    "application_search",
    "application_terms",
    "applications",
    "candidates",
    "enquiries",
    "erasure_proofs",
  ];
  expect(changed.filter((name) => ![...own, ...erasedFrom, "visitors"].includes(name))).toEqual([]);
  expect((await env.MEDIA.get("private/ü large"))?.customMetadata).toEqual({ by: "a test" });
  expect((await env.MEDIA.get("covers/a.webp"))?.httpMetadata?.contentType).toBe("image/webp");

  // The key in this isolate's memory is another question: the session itself is refused, with a key that verifies.
  await db
    .insertInto("signing_keys")
    .values(await makeSigningKey(env, "current"))
    .execute();
  expect(await who()).not.toContain(super1.email);
  expect(await db.selectFrom("enquiries").select("id").execute()).toEqual([{ id: enquiries[1]?.id }]);
  expect(await db.selectFrom("applications").select("id").execute()).toEqual([{ id: applications[1]?.id }]);
  const sent = await db.selectFrom("outbox").select(["dedupe_key", "state"]).execute();
  expect(sent).toContainEqual({ dedupe_key: `test:${mail}`, state: "sent" });
  expect(sent.filter(({ state }) => state === "waiting")).toEqual([]);
  const { results } = await env.DB.prepare("select cast(visitor as text) as visitor from visitors").all();
  expect(results).toEqual([{ visitor: "9223372036854775807" }]);
  // Schema and triggers are back, and nothing says any more that a restore goes on.
  expect(
    await env.DB.prepare(
      "select name from sqlite_master where name glob 'restoring*' or name = 'accounts_keep_super_admin_update'",
    ).all(),
  ).toMatchObject({
    results: [{ name: "accounts_keep_super_admin_update" }],
  });
});

test("a restore that stops anywhere is repeated, and knows the erasures that only the former database had noted", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const { enquiries } = await fillSite();
  const { id } = await backUp(vault);
  const { id: actor } = await makeAccount({ roles: ["super_admin"] });
  await eraseEnquiry(db, { id: enquiries[0]?.id ?? ("" as never), version: 1, actor }, makeWholeScope());
  let [calls, failsAt] = [0, 0];
  const broken = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: (statements: D1PreparedStatement[]) => {
      calls += 1;
      return calls === failsAt ? Promise.reject(new Error("D1 is away")) : env.DB.batch(statements);
    },
  };
  const target = { ...sources(), databases: { DB: broken as unknown as D1Database } };
  for (failsAt of [1, 2, 3, 9, 14]) {
    calls = 0;
    await expect(restore(vault, id, { target })).rejects.toThrow("D1 is away");
  }
  failsAt = 0;
  await restore(vault, id, { target });
  expect(await db.selectFrom("enquiries").select("email").execute()).toEqual([{ email: "Stays@client.example" }]);
});

test("where BACKUP_KEY was replaced since, the notes under both keys are read; those of before the backup are not asked for", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const next = await openVault(store, "the-next-key-of-at-least-32-characters");
  const { enquiries } = await fillSite();
  await db.insertInto("backup_notes").values({ kind: "enquiry", mark: "none", at: 1 }).execute();
  await storeNotes(db, vault, { env, at: Date.now() - hour });
  const { id } = await backUp(vault);
  const { id: actor } = await makeAccount({ roles: ["super_admin"] });
  await eraseEnquiry(db, { id: enquiries[0]?.id ?? ("" as never), version: 1, actor }, makeWholeScope());
  await storeNotes(db, next, { env, at: Date.now() + 1000 });
  await expect(restore(vault, id)).rejects.toThrow("BACKUP_KEY_OTHER");
  expect(await restore(vault, id, { otherKey: next.key })).toMatchObject({ erased: 1 });
  // With the next key alone: the notes under the former one are from before its first backup.
  const later = await backUp(next, { at: Date.now() + 2000 });
  await expect(restore(next, later.id)).resolves.toMatchObject({ troubles: [] });
});

test("people who were erased before AUTH_SECRET was replaced are found again; where nobody can find them, the restore refuses", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const { super1 } = await fillSite();
  const { id } = await backUp(vault);
  const erase = () => erasePerson(db, { email: "gone@client.example", actor: super1.id }, makeWholeScope());
  const emails = async () => (await db.selectFrom("enquiries").select("email").execute()).map(({ email }) => email);
  const later = { ...env, AUTH_SECRET: "the-secret-of-a-later-year-0123456789abcdef" };
  await erase();
  await storeNotes(db, vault, { env, at: Date.now() + 1000 });
  // The secret of then is not accepted any more.
  expect(await restore(vault, id, { env: later })).toMatchObject({ erased: 1, unknown: 0 });
  expect(await emails()).toEqual(["Stays@client.example"]);

  // An erasure that the former database alone has noted.
  const { store: empty } = openMemory();
  const other = await openVault(empty);
  await db.deleteFrom("backup_notes").execute();
  await makeEnquiry({ email: "gone@client.example" });
  const next = await backUp(other, { at: Date.now() + 2000 });
  vi.useFakeTimers({ now: Date.now() + 4000, toFake: ["Date"] });
  await erase();
  await expect(restore(other, next.id, { env: later })).rejects.toThrow(/^1 people were erased .*--erased-may-return/);
  expect(await emails()).toEqual(["Stays@client.example"]);
  expect(await restore(other, next.id, { env: later, mayReturn: true })).toMatchObject({ erased: 0, unknown: 1 });
  expect(await emails()).toHaveLength(2);
  const until = new Date(Date.now() + hour).toISOString();
  const both = { ...later, AUTH_SECRET_PREVIOUS: env.AUTH_SECRET, AUTH_SECRET_PREVIOUS_UNTIL: until };
  expect(await restore(other, next.id, { env: both })).toMatchObject({ erased: 1, unknown: 0 });
  expect(await emails()).toEqual(["Stays@client.example"]);
});

test("while a site is restored no job runs, and messages of queues wait", async () => {
  const { runJobs } = await import("#worker/jobs.ts");
  const { consumeBatch } = await import("#worker/queues.ts");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await env.DB.prepare("create table restoring (at integer)").run();
  await runJobs("*/5 * * * *", makeWholeScope());
  expect(warn).toHaveBeenCalledOnce();
  const batch = { queue: "fivewright-mail", messages: [], ackAll: vi.fn(), retryAll: vi.fn() };
  await consumeBatch(batch as unknown as MessageBatch, makeWholeScope());
  expect(batch.retryAll).toHaveBeenCalledOnce();
  await env.DB.prepare("drop table restoring").run();
});
