/** Backups and their restore: docs/backup.md. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { hour } from "#app/shared/durations.ts";
import { countRuns } from "#tests/runs.ts";
import { makeSigningKey } from "#worker/accounts/signing-keys.ts";
import { listBackups, putText, readBackupTime } from "#worker/backups/objects.ts";
import { storeNotes } from "#worker/backups/notes.ts";
import { nameBackup } from "#worker/backups/runs.ts";
import { eraseVisitorKeys } from "#worker/analytics/erase-visitors.ts";
import { recordAudit } from "#worker/audit/record.ts";
import { eraseEnquiry } from "#worker/contact/change-enquiry.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { erasePerson } from "#worker/retention/erase.ts";
import { openPass } from "../../scripts/backup/keep-out.ts";
import { checkBackup } from "../../scripts/backup/check-backup.ts";
import { makeApplication, makeCandidate } from "./applications-make.ts";
import { backUp, openMemory, openVault, readAll, restore, sources } from "./backups-make.ts";
import { makeEnquiry, makeMail } from "./inbox-make.ts";
import { makePost } from "./insights-make.ts";
import { call, makeScope, makeSession, makeUser, writeCookies } from "./make.ts";

// The pages need the build of React Router; nothing here asks for one.
vi.mock("../../worker/pages.ts", () => ({ renderPage: () => new Response(null, { status: 404 }) }));

// Modules are replaced for all files that follow.
afterAll(() => vi.doUnmock("../../worker/pages.ts"));

const db = openDb(env.DB);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

async function fill() {
  const super1 = await makeUser({ roles: ["super_admin"] });
  const tokens = await makeSession(super1.id);
  await db
    .updateTable("users")
    .set({ invited_by: super1.id })
    .where("id", "=", (await makeUser()).id)
    .execute();
  await makePost({});
  const enquiries = [
    await makeEnquiry({ email: "gone@client.example" }),
    await makeEnquiry({ email: "Stays@client.example" }),
  ];
  const mail = await makeMail(enquiries[1]?.id ?? ("" as never), "waiting");
  const [one, two] = [await makeCandidate(), await makeCandidate()];
  await db.updateTable("candidates").set({ merged_into: two.id }).where("id", "=", one.id).execute();
  const applications = [
    await makeApplication({ candidate_id: one.id }),
    await makeApplication({ candidate_id: two.id }),
  ];
  await env.DB.prepare(`insert into visitors (visitor, first_visit, received_at, idle_since, user_agent, referrer, language, timezone)
    values (9223372036854775807, 1, 1, 1, 1, 1, 1, 1), (9007199254740993, 1, 1, 1, 1, 1, 1, 1)`).run();
  await env.MEDIA.put("covers/a.webp", new Uint8Array(70_000).fill(7), { httpMetadata: { contentType: "image/webp" } });
  await env.MEDIA.put("private/empty", new Uint8Array());
  await env.MEDIA.put("private/ü large", new Uint8Array(9 * 1024 * 1024).fill(3), { customMetadata: { by: "a test" } });
  return { super1, tokens, enquiries, mail, applications };
}

test("drill: backed up, wrecked and restored, everything is as it was; nobody is signed in, nothing is sent twice, the erased stay away", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const { super1, tokens, enquiries, mail, applications } = await fill();
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
  await erasePerson(db, { email: "gone@client.example", actor: super1.id }, makeScope());
  const withdrawn = applications[0]?.id ?? ("" as never);
  await runBatch(db, [
    recordAudit(db, { action: "application.withdrawn", actor: null, subject: withdrawn, requestId: "request" }),
    db.deleteFrom("applications").where("id", "=", withdrawn),
    ...(await eraseVisitorKeys(db, { keys: ["9007199254740993"], ids: [] }, "request")),
  ]);
  expect(await storeNotes(db, vault, { env, at: Date.now() })).toBeGreaterThan(3);
  // Then it is wrecked.
  await env.DB.batch([
    env.DB.prepare("delete from posts"),
    env.DB.prepare("delete from applications"),
    env.DB.prepare("delete from visitors"),
    env.DB.prepare("update users set name = 'Wrecked'"),
    env.DB.prepare("drop trigger users_keep_super_admin_update"),
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
      "select name from sqlite_master where name glob 'restoring*' or name = 'users_keep_super_admin_update'",
    ).all(),
  ).toMatchObject({
    results: [{ name: "users_keep_super_admin_update" }],
  });
});

test("a restore that stops anywhere is repeated, and knows the erasures that only the former database had noted", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const { enquiries } = await fill();
  const { id } = await backUp(vault);
  const { id: actor } = await makeUser({ roles: ["super_admin"] });
  await eraseEnquiry(db, { id: enquiries[0]?.id ?? ("" as never), version: 1, actor }, makeScope());
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
  const { enquiries } = await fill();
  await db.insertInto("backup_notes").values({ kind: "enquiry", mark: "none", at: 1 }).execute();
  await storeNotes(db, vault, { env, at: Date.now() - hour });
  const { id } = await backUp(vault);
  const { id: actor } = await makeUser({ roles: ["super_admin"] });
  await eraseEnquiry(db, { id: enquiries[0]?.id ?? ("" as never), version: 1, actor }, makeScope());
  await storeNotes(db, next, { env, at: Date.now() + 1000 });
  // As the first backups wrote it.
  await putText(vault, `notes/${nameBackup(Date.now())}`, "[]");
  await expect(restore(vault, id)).rejects.toThrow("BACKUP_KEY_OTHER");
  expect(await restore(vault, id, { otherKey: next.key })).toMatchObject({ erased: 1 });
  // With the next key alone: the notes under the former one are from before its first backup.
  const later = await backUp(next, { at: Date.now() + 2000 });
  await expect(restore(next, later.id)).resolves.toMatchObject({ troubles: [] });
});

test("people who were erased before AUTH_SECRET was replaced are found again; where nobody can find them, the restore refuses", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const { super1 } = await fill();
  const { id } = await backUp(vault);
  const erase = () => erasePerson(db, { email: "gone@client.example", actor: super1.id }, makeScope());
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
  await runJobs("*/5 * * * *", makeScope());
  expect(warn).toHaveBeenCalledOnce();
  const batch = { queue: "fivewright-mail", messages: [], ackAll: vi.fn(), retryAll: vi.fn() };
  await consumeBatch(batch as unknown as MessageBatch, makeScope());
  expect(batch.retryAll).toHaveBeenCalledOnce();
  await env.DB.prepare("drop table restoring").run();
});

test("what was changed in a store is found before anything is written, and named", async () => {
  const { store, objects } = openMemory();
  const vault = await openVault(store);
  await fill();
  const { id, databases, buckets } = await backUp(vault);
  const other = await backUp(vault, { at: Date.now() + 60_000 });
  const whole = new Map([...objects].map(([name, bytes]) => [name, bytes.slice()]));
  const manifest = [...objects.keys()].find((name) => name.startsWith(`manifests/${id}`)) ?? "";
  const small = databases[0]?.tables.find(({ rows }) => rows > 0)?.parts[0]?.object ?? "";
  const list = buckets[0]?.parts[0]?.object ?? "";
  const files = [...objects.keys()].filter((name) => name.startsWith("files/"));
  const large = files.find((name) => (objects.get(name)?.length ?? 0) > 8_000_000) ?? "";
  const chunk = 256 * 1024 + 16;
  const swap = (name: string, from: number, to: number) => {
    const bytes = objects.get(name) ?? new Uint8Array();
    const held = bytes.slice(from, from + chunk);
    bytes.copyWithin(from, to, to + chunk);
    bytes.set(held, to);
  };
  const cut = (name: string, by: number) => objects.set(name, (objects.get(name) ?? new Uint8Array()).slice(0, by));
  const flip = (name: string, at: number) => {
    const bytes = objects.get(name) ?? new Uint8Array(100);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
  };
  const before = await readAll();
  const faults: [string, () => unknown, string?][] = [
    ["cut", () => cut(small, -1)],
    ["cut at the end of a chunk", () => cut(large, 28 + chunk * 3)],
    ["empty", () => cut(manifest, 28)],
    ["exchanged chunks", () => swap(large, 28, 28 + chunk)],
    ["a chunk twice", () => objects.get(large)?.copyWithin(28 + chunk, 28, 28 + chunk)],
    ["a bit", () => flip(list, 60)],
    ["the header", () => flip(small, 20)],
    ["no object of ours", () => objects.set(small, new Uint8Array(100)), "does not begin as an object of format 1"],
    [
      "the object of another backup",
      () => objects.set(small, whole.get(small.replace(id, other.id)) ?? new Uint8Array()),
    ],
    ["another file", () => objects.set(files[0] ?? "", whole.get(files[1] ?? "") ?? new Uint8Array())],
    [
      "the manifest of another backup",
      () => objects.set(manifest, whole.get(manifest.replace(id, other.id)) ?? new Uint8Array()),
    ],
    ["a missing file", () => objects.delete(large), "is missing"],
    ["a missing part", () => objects.delete(small), "is missing"],
  ];
  for (const [name, wreck, message = "is damaged"] of faults) {
    wreck();
    await expect(restore(vault, id), name).rejects.toThrow(message);
    for (const [key, bytes] of whole) objects.set(key, bytes.slice());
  }
  await expect(restore(await openVault(store, "another-key-of-at-least-32-characters"), id)).rejects.toThrow(
    "is missing",
  );
  const strange = await openVault(store, "another-key-of-at-least-32-characters");
  objects.set(manifest.replace(/[^.]+$/, strange.key.id), whole.get(manifest) ?? new Uint8Array());
  await expect(restore(strange, id)).rejects.toThrow("was made with the key");
  await expect(restore(vault, id, { site: "www.other.example" })).rejects.toThrow("--other-site");
  await expect(
    restore(vault, id, { migrations: { list: () => ["0001_accounts.sql"], apply: async () => {} } }),
  ).rejects.toThrow("newer version");
  // Erasures since that nobody here can read would come back.
  const unread = `notes/${nameBackup(Date.now() + hour)}`;
  await putText(strange, unread, JSON.stringify([{ kind: "enquiry", mark: "x", at: Date.now() }]));
  await expect(restore(vault, id)).rejects.toThrow(/cannot be read: .* set BACKUP_KEY_OTHER/);
  expect(await readAll()).toEqual(before);
  objects.delete(unread);
  // The manifest of before, which is whole but speaks of other parts.
  const forged = { ...(await checkBackup(vault, id)), id: "2020-01-01T00-00-00Z-000000" };
  await putText(vault, manifest, JSON.stringify(forged));
  await expect(checkBackup(vault, id)).rejects.toThrow("another format");
});

test("a restore in which a row is not as it was, or is one too many, ends with its table's name", async () => {
  const vault = await openVault(openMemory().store);
  const { super1 } = await fill();
  await env.DB.batch([env.DB.prepare("create table plain (a)"), env.DB.prepare("insert into plain values (1)")]);
  const { id } = await backUp(vault);
  const restoreWith = (change: string) => {
    const DB = {
      prepare: (query: string) => env.DB.prepare(query),
      async batch(statements: D1PreparedStatement[]) {
        const results = await env.DB.batch(statements);
        // As soon as the rows are there, past what keeps everybody else out.
        await openPass(env.DB)
          .prepare(change)
          .run()
          .catch(() => {});
        return results;
      },
    } as unknown as D1Database;
    return restore(vault, id, { target: { ...sources(), databases: { DB } } });
  };
  await expect(restoreWith(`update users set name = 'Altered' where id = '${super1.id}'`)).rejects.toThrow(
    "Rows of users are not as they were in the backup.",
  );
  const add = "insert into plain select 2 where (select count(*) from plain) = 1";
  await expect(restoreWith(add)).rejects.toThrow("plain has rows that the backup has not.");
  await expect(restore(vault, id)).resolves.toMatchObject({ troubles: [] });
});

test("a backup of an older version is restored, and brought up to date", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  await fill();
  // As before the last migration.
  await env.DB.batch(
    ["drop table backup_runs", "drop table backup_notes", "delete from d1_migrations where name = '0070_backups.sql'"]
      .concat(
        (
          await env.DB.prepare(
            "select name from sqlite_master where type = 'trigger' and name glob '*_are_noted'",
          ).all<{ name: string }>()
        ).results.map(({ name }) => `drop trigger ${name}`),
      )
      .map((sql) => env.DB.prepare(sql)),
  );
  const before = (await readAll()) as Record<string, unknown>;
  const { id } = await backUp(vault);
  await restore(vault, id);
  const after = (await readAll()) as typeof before;
  expect(after["users"]).toEqual(before["users"]);
  expect(await db.selectFrom("backup_runs").select(["kind", "state"]).execute()).toEqual([
    { kind: "restored", state: "done" },
  ]);
});

test("any value comes back as it was, whatever its type, in tables with and without a key of their own", async () => {
  const { store } = openMemory();
  const value = fc.oneof(
    fc.constant(null),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((each) => `cast('${each}' as integer)`),
    fc
      .double({ noNaN: true })
      .map((each) => (Number.isFinite(each) ? `cast('${each}' as real)` : each > 0 ? "9e999" : "-9e999")),
    fc
      .string({ unit: "binary" })
      .filter((text) => text.isWellFormed())
      .map((text) => `cast(x'${Buffer.from(text).toString("hex")}' as text)`),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => `x'${Buffer.from(bytes).toString("hex")}'`),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(value, value, value), { maxLength: 40, selector: ([first]) => first }),
      async (rows) => {
        const written = rows
          .map(([a, b, c], at) => `(${a ?? "null"}, ${b ?? "null"}, ${c ?? "null"}, ${at})`)
          .join(", ");
        const statements = [
          "drop table if exists any_values",
          "drop table if exists no_rowid",
          "create table any_values (a any, b any, c any, n integer) strict",
          "create table no_rowid (k any not null, b any, primary key (k)) strict, without rowid",
          ...(rows.length > 0
            ? [
                `insert into any_values values ${written}`,
                "insert or ignore into no_rowid select a, b from any_values where a is not null",
              ]
            : []),
        ];
        await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
        const before = (await readAll()) as Record<string, unknown>;
        const vault = await openVault(store);
        const { id } = await backUp(vault, { at: Date.now() + 1000 * (run += 1) });
        await restore(vault, id);
        const after = (await readAll()) as typeof before;
        expect([after["any_values"], after["no_rowid"]]).toEqual([before["any_values"], before["no_rowid"]]);
      },
    ),
    { numRuns: Math.max(3, Math.round(countRuns(4000) / 100)) },
  );
});
test("backups are listed by when they began", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const ids = [(await backUp(vault, { at: 1e12 })).id, (await backUp(vault, { at: 2e12 })).id];
  expect((await listBackups(store)).map(({ id }) => id)).toEqual(ids);
});

test("only the name of a backup is read as one: Date.parse finds a date in the names of folders, too", () => {
  expect(readBackupTime(nameBackup(1.5e12))).toBe(1.5e12);
  const others = ["backups/localhost-8787", "backups/drill-1", "2026-11-26", "2026-13-26T10-00-00Z-abcdef", ""];
  expect(others.map(readBackupTime)).toEqual(others.map(() => Number.NaN));
});
