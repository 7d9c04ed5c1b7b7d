/** The nightly backup as the job makes it, step by step, and what stays of backups. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { isDeep } from "#tests/runs.ts";
import { chooseStaying, pruneBackups } from "#worker/backups/keep-backups.ts";
import { readNotes, storeNotes } from "#worker/backups/notes.ts";
import { beginBackup, stepBackup } from "#worker/backups/make-backup.ts";
import {
  listBackups,
  nameManifest,
  putText,
  readBackupTime,
  readLines,
  readManifest,
} from "#worker/backups/objects.ts";
import { runBackups } from "#worker/backups/run-backups.ts";
import { backupReport, backUpNow, nameBackup, selectMissingBackup, startRun } from "#worker/backups/runs.ts";
import { hashBytes } from "#worker/backups/seal.ts";
import type { FileEntry, ObjectStore, Sources } from "#worker/backups/types.ts";
import { openDb } from "#worker/db/client.ts";
import { checkBackup } from "../../../scripts/backup/check-backup.ts";
import { backUp, backupKey, openMemory, openVault, sources } from "./backups-make.ts";
import { breakBindings } from "../faulty-bindings.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { makeAccount, muteConsole } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const night = Date.parse("2026-11-24T02:05Z");

muteConsole("error");
beforeEach(() => void vi.useFakeTimers({ now: night, toFake: ["Date"] }));

const scopeOf = (store: ObjectStore) => makeScope({ BACKUPS: store as unknown as R2Bucket, BACKUP_KEY: backupKey });
const listOf = (bucket: ObjectStore): ObjectStore => ({
  list: (options) => bucket.list(options),
  get: (key, options) => bucket.get(key, options),
  put: (key, value) => bucket.put(key, value),
  delete: (keys) => bucket.delete(keys),
});
const factsOf = ({ key, size, etag }: { key: string; size: number; etag: string }) => ({ key, size, etag });
const readRuns = () => db.selectFrom("backup_runs").selectAll().orderBy("started_at").execute();

/** Runs the job every five minutes until nothing is left to do, or `most` times. Returns how often it failed. */
async function runUntilDone(store: ObjectStore, most = 40): Promise<number> {
  let failures = 0;
  for (let run = 0; run < most; run += 1) {
    const outcome = await runBackups(db, scopeOf(store)).catch(() => (failures += 1));
    vi.setSystemTime(Date.now() + 5 * minute);
    if (outcome === undefined) return failures;
  }
  return failures;
}

const ask = { env: { BACKUPS: {} as R2Bucket, BACKUP_KEY: backupKey } as Env };
const isHealthy = async () => (await selectMissingBackup(db, ask.env)?.execute())?.length === 0;
const tellFacts = async () => {
  const rows = await backupReport.select(db, ask.env, Date.now())?.compile();
  const { results } = await env.DB.prepare(rows?.sql ?? "")
    .bind(...(rows?.parameters ?? []))
    .all();
  return backupReport.tell(results as never, { env: ask.env, now: Date.now() });
};

test("each night one backup, whatever call fails on the way; two steps at once do not mix; the next night stores what is new", async () => {
  await makeAccount();
  await env.MEDIA.put("covers/a.webp", new Uint8Array(200_000).fill(7));
  const { store, objects } = openMemory();
  let [calls, failsAt] = [0, 0];
  const fail = () => (calls += 1) === failsAt;
  const broken: ObjectStore = {
    list: (options) => (fail() ? Promise.reject(new Error("R2 is away")) : store.list(options)),
    get: (key, options) => (fail() ? Promise.reject(new Error("R2 is away")) : store.get(key, options)),
    // What was asked is done, and the answer is lost.
    put: async (key, value) => {
      await store.put(key, value);
      if (fail()) throw new Error("The answer was lost");
    },
    delete: (keys) => (fail() ? Promise.reject(new Error("R2 is away")) : store.delete(keys)),
  };
  expect(await tellFacts()).toMatchObject([{ value: "None yet", state: "good" }]);
  for (failsAt = 1; failsAt < 40; failsAt += isDeep ? 3 : 6) {
    calls = 0;
    await db.deleteFrom("backup_runs").execute();
    await runUntilDone(broken);
    const [run, ...others] = await readRuns();
    expect([failsAt, run?.state, others]).toEqual([failsAt, "done", []]);
    const { files } = (await checkBackup(await openVault(store), run?.id ?? "")).buckets[0] ?? {};
    expect([files, run?.files, run?.error]).toEqual([1, 1, null]);
    if (calls < failsAt) break;
  }
  expect(failsAt).toBeGreaterThan(10);
  expect([...objects.keys()].filter((name) => name.startsWith("runs/"))).toEqual([]);

  vi.setSystemTime(night + day);
  await makeEnquiry();
  // Both may begin it; only one is at it.
  const outcomes = await Promise.all([runBackups(db, scopeOf(store)), runBackups(db, scopeOf(store))]);
  expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
  expect(await startRun(db, "asked")).toBe(false);
  vi.setSystemTime(Date.now() + 5 * minute);
  await runUntilDone(store);
  const [, second, ...more] = await readRuns();
  expect([second?.state, second?.kind, more]).toEqual(["done", "nightly", []]);
  expect(second?.stored_bytes).toBeLessThan(100_000);
  expect(await tellFacts()).toMatchObject([{ state: "good", action: "back-up-now" }]);
  expect(await backUpNow.run(db)).toContain("within five minutes");
  await runUntilDone(store);
  expect((await readRuns()).at(-1)).toMatchObject({ kind: "asked", state: "done" });
});

test("a backup that is whole stays as it is where the database could not be told so", async () => {
  await makeAccount();
  await env.MEDIA.put("covers/a.webp", "a picture");
  const { store, objects } = openMemory();
  const isLast = (_: string, sql: string) => /^update "backup_runs" .*"finished_at"/.test(sql);
  const { DB } = breakBindings({ kind: "before", at: "all", hits: isLast }).env;
  const broken = openDb(DB);
  await runBackups(broken, scopeOf(store));
  vi.setSystemTime(Date.now() + 5 * minute);
  await expect(runBackups(broken, scopeOf(store))).rejects.toThrow("Network connection lost");
  const [run] = await readRuns();
  expect(run?.state).toBe("running");
  const ofBackup = () => [...objects].filter(([name]) => /^(manifests|parts)/.test(name));
  const whole = ofBackup();
  await makeAccount();
  expect(await runUntilDone(store)).toBe(0);
  expect((await readRuns()).map(({ id, state, error }) => ({ id, state, error }))).toEqual([
    { id: run?.id, state: "done", error: null },
  ]);
  expect(ofBackup()).toEqual(whole);
  expect([...objects.keys()].filter((name) => name.startsWith("runs/"))).toEqual([]);
});

test("a file that does not come as it was asked for is not backed up, and a backup with such a file is not whole", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  await env.MEDIA.put("large", new Uint8Array(9 * 1024 * 1024).fill(3));
  const { MEDIA } = sources().buckets as { MEDIA: ObjectStore };
  const backUpFrom = async (get: ObjectStore["get"]) => {
    const own: Sources = { databases: {}, buckets: { MEDIA: { ...listOf(MEDIA), get } } };
    const manifest = await beginBackup(own, vault, { id: nameBackup(Date.now()), site: "a.example" });
    await stepBackup(manifest, own, vault, { calls: 1e6, bytes: 1e9, until: Infinity });
    return manifest.id;
  };
  // As a server answers that knows nothing of ranges.
  await expect(backUpFrom((key) => MEDIA.get(key))).rejects.toThrow("more of a file than it was asked for");
  const short: ObjectStore["get"] = async (key, options) => {
    const object = await MEDIA.get(key, options);
    return options?.range.offset
      ? object && { ...factsOf(object), arrayBuffer: async () => new ArrayBuffer(7) }
      : object;
  };
  await expect(backUpFrom(short)).rejects.toThrow("bytes of a file of 9437184");
  const id = await backUpFrom((key, options) => MEDIA.get(key, options));
  const { buckets } = await checkBackup(vault, id);
  const [part] = buckets[0]?.parts ?? [];
  const manifest = await readManifest(vault, id);
  const [line = ""] = part ? await readLines(vault, part) : [];
  const text = `${JSON.stringify({ ...(JSON.parse(line) as FileEntry), size: 9 * 1024 * 1024 + 1 })}\n`;
  await putText(vault, part?.object ?? "", text);
  for (const own of manifest.buckets[0]?.parts ?? []) own.sha256 = hashBytes(text);
  await putText(vault, nameManifest(id, vault.key.id), JSON.stringify(manifest));
  await expect(checkBackup(vault, id)).rejects.toThrow("not as long as the file");
});

test("a night that fails again and again is given up and tried anew; without a backup for 36 hours health fails", async () => {
  const away = {
    list: () => Promise.reject(new Error("R2 is away")),
    put: async () => {},
    get: async () => null,
  } as never;
  expect(await isHealthy()).toBe(true);
  expect(await runUntilDone(away, 14)).toBe(12);
  expect(await readRuns()).toMatchObject([{ state: "failed", attempts: 12, error: "R2 is away" }]);
  expect(await tellFacts()).toMatchObject([{ state: "failed", todo: expect.stringContaining("R2 is away") as string }]);
  expect(await isHealthy()).toBe(true);
  vi.setSystemTime(Date.now() + 3 * hour);
  expect(await runUntilDone(away, 1)).toBe(1);
  expect(await readRuns()).toHaveLength(2);
  vi.setSystemTime(night + 40 * hour);
  expect(await isHealthy()).toBe(false);
  await runUntilDone(openMemory().store);
  expect(await isHealthy()).toBe(true);
  expect(selectMissingBackup(db, {})).toBeNull();
});

test("backups of 7 days, 5 weeks and 4 months stay, none for longer than the privacy policy says, and always the last", () => {
  const ids: string[] = [];
  const start = Date.parse("2026-01-01T02:00Z");
  for (let at = start; at < start + 800 * day; at += day) {
    ids.push(nameBackup(at));
    const stay = chooseStaying(ids);
    expect(stay.has(ids.at(-1) ?? "")).toBe(true);
    for (const id of stay) expect(at - readBackupTime(id)).toBeLessThanOrEqual(94 * day);
    if (at > start + 200 * day) expect(stay.size).toBeGreaterThanOrEqual(12);
    ids.splice(0, ids.length, ...ids.filter((id) => stay.has(id)));
  }
  expect(chooseStaying(["2020-01-01T00-00-00Z-000000"]).size).toBe(1);
});

test("in a folder of several sites, and of several keys, only backups of one's own go", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const other = await openVault(store, "another-key-of-at-least-32-characters");
  const site = new URL(env.SITE_ORIGIN).host;
  const make = (own: typeof vault, hours: number, of: string) =>
    backUp(own, { at: night + hours * hour, site: of }).then(({ id }) => id);
  await env.MEDIA.put("a", "first");
  const strangers = [await make(vault, 0, "www.other.example"), await make(other, 1, site)];
  const former = await make(vault, 2, site);
  // Later on the same day.
  strangers.push(await make(other, 4, "www.other.example"));
  const last = await make(vault, 3, site);
  await store.put(`files/0123456789abcdef/begun`, new Uint8Array(3));
  expect(await pruneBackups(vault, { running: null, at: night + 90 * day, site })).toBe(1);
  const left = (await listBackups(store)).map(({ id }) => id);
  expect([left, left.includes(former)]).toEqual([[...strangers, last].toSorted(), false]);
  for (const id of [strangers[0] ?? "", last]) await checkBackup(vault, id);
  for (const id of strangers.slice(1)) await checkBackup(other, id);
  expect(await store.list({ prefix: "files/0123456789abcdef/" })).toMatchObject({ objects: [{ size: 3 }] });
});

test("what no backup names goes, what one names stays; what cannot be read ends it before a file goes", async () => {
  const { store, objects } = openMemory();
  const vault = await openVault(store);
  const other = await openVault(store, "another-key-of-at-least-32-characters");
  const count = (prefix: string) => [...objects.keys()].filter((name) => name.startsWith(prefix)).length;
  await env.MEDIA.put("a", "first");
  await backUp(vault, { at: night - 200 * day });
  await env.MEDIA.delete("a");
  await env.MEDIA.put("b", "second");
  const staying = await backUp(vault, { at: night - day });
  await backUp(other, { at: night - 2 * day });
  objects.set(`parts/${nameBackup(night - 5 * day)}/DB/stray`, new Uint8Array(3));
  objects.set(`parts/${nameBackup(night - hour)}/DB/running`, new Uint8Array(3));
  await db.insertInto("backup_notes").values({ kind: "enquiry", mark: "x", at: night }).execute();
  await storeNotes(db, vault, { env, at: night - 90 * day });
  await db.insertInto("backup_notes").values({ kind: "enquiry", mark: "y", at: night }).execute();
  await storeNotes(db, vault, { env, at: night });
  expect(count(`files/${vault.key.id}/`)).toBe(2);

  // Of five months the oldest goes.
  for (const days of [30, 60, 90]) await backUp(vault, { at: night - days * day });
  const manifest = [...objects.keys()].find((name) => name.startsWith(`manifests/${staying.id}`)) ?? "";
  const bytes = objects.get(manifest) ?? new Uint8Array();
  objects.set(manifest, bytes.slice(0, 50));
  await expect(pruneBackups(vault, { running: null, at: night })).rejects.toThrow("is damaged");
  expect(count(`files/${vault.key.id}/`)).toBe(2);
  objects.set(manifest, bytes);
  await backUp(vault, { at: night - 120 * day });
  await pruneBackups(vault, { running: null, at: night });
  expect(count(`files/${vault.key.id}/`)).toBe(1);
  expect(count(`files/${other.key.id}/`)).toBe(1);
  expect([...objects.keys()].filter((name) => /stray|running/.test(name))).toHaveLength(1);
  for (const { id, keyId } of await listBackups(store)) if (keyId === vault.key.id) await checkBackup(vault, id);
  const readMarks = async (since: number) => (await readNotes(vault, { since })).notes.map(({ mark }) => mark);
  expect(await readMarks(0)).toEqual(["x", "y"]);
  // What was stored before a backup began is in it.
  expect(await readMarks(night - day)).toEqual(["y"]);
});

test("what was lost or changed in the bucket is told the next night, and stored anew as long as the site has it", async () => {
  const { store, objects } = openMemory();
  const vault = await openVault(store);
  for (const name of ["lost", "changed", "whole"]) await env.MEDIA.put(name, `the file that is ${name}`);
  await runUntilDone(store);
  const [first] = await readRuns();
  const files = [...objects.keys()].filter((name) => name.startsWith("files/"));
  const before = new Map([...objects].map(([name, bytes]) => [name, bytes.slice()]));
  const [lost = "", changed = ""] = files;
  const wreck = () => {
    objects.delete(lost);
    const bytes = objects.get(changed) ?? new Uint8Array();
    bytes[40] = (bytes[40] ?? 0) ^ 1;
  };
  wreck();
  vi.setSystemTime(night + day);
  await runBackups(db, scopeOf(store));
  const missing = /^files\/.* is missing or was changed$/;
  expect((await readRuns()).map(({ id, error }) => [id === first?.id, error])).toEqual([
    [true, expect.stringMatching(missing)],
    [false, null],
  ]);
  expect(await tellFacts()).toMatchObject([{ state: "warning", todo: expect.stringContaining(first?.id ?? "") }]);
  const puts: string[] = [];
  const put = vi.spyOn(store, "put").mockImplementation(async (name, value) => {
    puts.push(name);
    objects.set(name, value.slice());
  });
  await runUntilDone(store);
  put.mockRestore();
  expect(puts.filter((name) => name.startsWith("files/")).toSorted()).toEqual([lost, changed].toSorted());
  // The same content makes the same object: the former backup is whole again, too.
  for (const name of files) expect(objects.get(name), name).toEqual(before.get(name));
  for (const { id } of await listBackups(store)) await checkBackup(vault, id);
  vi.setSystemTime(night + 2 * day);
  await runUntilDone(store);
  expect((await readRuns()).map(({ error }) => error)).toEqual([null, null, null]);

  // What the site has no longer, and what is of one backup alone, is reported for each that misses it.
  const own = [...objects.keys()].find((name) => name.startsWith(`parts/${first?.id}/DB/`)) ?? "";
  objects.delete(own);
  const [, second, third] = await readRuns();
  const list = [...objects.keys()].find((name) => name.startsWith(`parts/${second?.id}/MEDIA/`)) ?? "";
  objects.set(
    list,
    (objects.get(list) ?? new Uint8Array()).map((byte) => byte ^ 1),
  );
  for (const name of objects.keys()) if (name.startsWith(`manifests/${third?.id}`)) objects.delete(name);
  vi.setSystemTime(night + 3 * day);
  await runUntilDone(store);
  expect((await readRuns()).map(({ error }) => error?.split(" is ")[0] ?? null)).toEqual([
    own,
    list,
    "its manifest",
    null,
  ]);
});

test("the page of operations judges as the check of health does: while the first is made, after a restore, and when none came", async () => {
  const { store } = openMemory();
  await runBackups(db, scopeOf(store));
  expect([await isHealthy(), await tellFacts()]).toMatchObject([true, [{ value: "None yet", state: "good" }]]);
  await runUntilDone(store);
  await db
    .updateTable("backup_runs")
    .set({ kind: "restored", started_at: night - 30 * day })
    .execute();
  const restored = { value: "None since the site was restored", todo: expect.stringContaining("Back up now") };
  expect([await isHealthy(), await tellFacts()]).toMatchObject([true, [{ ...restored, state: "good" }]]);
  vi.setSystemTime(Date.now() + 2 * day);
  expect([await isHealthy(), await tellFacts()]).toMatchObject([false, [{ ...restored, state: "failed" }]]);
  await startRun(db, "asked");
  await runUntilDone(store);
  expect([await isHealthy(), await tellFacts()]).toMatchObject([
    true,
    [{ value: expect.stringContaining("rows"), state: "good" }],
  ]);
});

test("a site without bucket or key makes none, and forgets its notes after as long as Time Travel reaches", async () => {
  await db
    .insertInto("backup_notes")
    .values([
      { kind: "mail", mark: "old", at: night - 36 * day },
      { kind: "mail", mark: "new", at: night },
    ])
    .execute();
  expect(
    await runBackups(db, makeScope({ BACKUP_KEY: backupKey, BACKUPS: undefined as unknown as R2Bucket })),
  ).toBeUndefined();
  expect(await db.selectFrom("backup_notes").select("mark").execute()).toEqual([{ mark: "new" }]);
  expect(await readRuns()).toEqual([]);
  expect(backupReport.tell([] as never, { env: {} as Env, now: night })).toMatchObject([{ state: "warning" }]);
});
