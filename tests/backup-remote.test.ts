/** Backups of a deployed site through Cloudflare's API into a folder, and back, against a stand-in of it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkBackup, DamagedBackup } from "../scripts/backup/check-backup.ts";
import { readOtherKey } from "../scripts/backup/command.ts";
import { openFolder } from "../scripts/backup/open-folder.ts";
import { restoreBackup } from "../scripts/backup/restore-backup.ts";
import { openAccount } from "../scripts/cloudflare/api.ts";
import { openRemoteBucket, openRemoteDatabase } from "../scripts/cloudflare/remote-bindings.ts";
import { beginBackup, stepBackup } from "../worker/backups/make-backup.ts";
import { nameBackup } from "../worker/backups/runs.ts";
import { openKey } from "../worker/backups/seal.ts";
import { subjects } from "../worker/subjects.ts";
import { openStandIn, type StandIn } from "./cloudflare-stand-in.ts";

const accountId = "0123456789abcdef0123456789abcdef";
const migrations = join(import.meta.dirname, "../migrations");
const names = readdirSync(migrations).toSorted();

let standIn: StandIn;
let folder: string;
let database: DatabaseSync;

beforeEach(async () => {
  standIn = await openStandIn(accountId);
  folder = mkdtempSync(join(tmpdir(), "backup-"));
  database = new DatabaseSync(":memory:");
  for (const name of names) database.exec(readFileSync(join(migrations, name), "utf8"));
  database.exec("create table d1_migrations (id integer primary key autoincrement, name text unique, applied_at text)");
  for (const name of names) database.prepare("insert into d1_migrations (name) values (?)").run(name);
  standIn.opened["main"] = database;
});
afterEach(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true });
});

function openSources() {
  const account = openAccount({ token: "token-of-the-test", base: standIn.base }, accountId);
  return {
    databases: { DB: openRemoteDatabase(account, "main") },
    buckets: { MEDIA: openRemoteBucket(account, { name: "media", jurisdiction: "eu" }) },
  };
}

test("a deployed site is backed up into a folder and restored from it through the API; what is unchanged is not read again", async () => {
  const fill = `insert into visitors (visitor, first_visit, received_at, idle_since, user_agent, referrer, language, timezone)
    select 9223372036854770000 + value, 1, 1, 1, 1, 1, 1, 1 from (with recursive n (value) as (select 1 union all select value + 1
      from n where value < 3000) select value from n)`;
  database.exec(fill);
  database.exec(`insert into enquiries (id, submission_hash, words_hash, request_id, received_at, name, email, company, topic,
      subject, message, consented_at, folder, updated_at)
    values (lower(hex(randomblob(18))), hex(randomblob(32)), hex(randomblob(32)), 'r', 1, 'Zoë', 'z@client.example', '', 'project',
      'S', 'M', 1, 'inbox', 1)`);
  for (let index = 0; index < 3; index += 1)
    standIn.objects.set(`media/files/${index} ü.png`, {
      bytes: Buffer.alloc(1000 + index, index),
      headers: { "content-type": "image/png" },
    });
  const read = () =>
    database
      .prepare("select group_concat(visitor) as v, (select group_concat(name) from enquiries) as e from visitors")
      .get();
  const before = read();
  const sources = openSources();
  const vault = { store: openFolder(folder), key: await openKey("a-key-of-at-least-32-characters-long") };
  const make = async (at: number) => {
    const manifest = await beginBackup(sources, vault, { id: nameBackup(at), site: "www.acme.co" });
    while (!(await stepBackup(manifest, sources, vault, { calls: 5, bytes: 1e9, until: Infinity })));
    return manifest;
  };
  await make(Date.now() - 60_000);
  const asked = standIn.requests.length;
  const { id, stored } = await make(Date.now());
  expect(standIn.requests.slice(asked).filter((line) => line.includes("png"))).toEqual([]);
  expect(stored).toBeLessThan(100_000);

  database.exec("delete from visitors; update enquiries set name = 'Wrecked'; drop table insights");
  const objects = new Map(standIn.objects);
  standIn.objects.clear();
  const restored = await restoreBackup({
    id,
    vault,
    target: sources,
    site: "www.acme.co",
    mayReplace: true,
    mayBeOther: false,
    migrations: { list: () => names, apply: async () => {} },
    env: { AUTH_SECRET: "a-secret-of-at-least-32-characters" } as Env,
    subjects,
  });
  expect(restored).toMatchObject({ files: 3, troubles: [] });
  expect(read()).toEqual(before);
  expect(standIn.objects).toEqual(objects);
  expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
});

test("a file of a folder that was changed makes its backups damaged, and the next one stores it anew", async () => {
  standIn.objects.set("media/a.png", { bytes: Buffer.alloc(1000, 1), headers: { "content-type": "image/png" } });
  standIn.objects.set("media/b.png", { bytes: Buffer.alloc(1000, 2), headers: { "content-type": "image/png" } });
  const sources = openSources();
  const vault = { store: openFolder(folder), key: await openKey("a-key-of-at-least-32-characters-long") };
  const make = async (at: number) => {
    const manifest = await beginBackup(sources, vault, { id: nameBackup(at), site: "www.acme.co" });
    while (!(await stepBackup(manifest, sources, vault, { calls: 5, bytes: 1e9, until: Infinity })));
    return manifest.id;
  };
  const former = await make(Date.now() - 60_000);
  await checkBackup(vault, former);
  const [piece = ""] = readdirSync(join(folder, "files", vault.key.id), { recursive: true, encoding: "utf8" });
  const path = join(folder, "files", vault.key.id, piece);
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await expect(checkBackup(vault, former)).rejects.toThrow(DamagedBackup);
  const asked = standIn.requests.length;
  const next = await make(Date.now());
  expect(standIn.requests.slice(asked).filter((line) => line.includes("png"))).toHaveLength(1);
  await checkBackup(vault, next);
  await checkBackup(vault, former);
});

test("a key that is too short is named by its variable", async () => {
  vi.stubEnv("BACKUP_KEY_OTHER", "zz");
  await expect(readOtherKey()).rejects.toThrow("BACKUP_KEY_OTHER must have at least 32 characters.");
  vi.unstubAllEnvs();
});
