/** What a restore compares before it writes anything, and afterwards: damage of any kind ends it, and is named. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { putText } from "#worker/backups/objects.ts";
import { nameBackup } from "#worker/backups/runs.ts";
import { openPass } from "../../../scripts/backup/keep-out.ts";
import { checkBackup } from "../../../scripts/backup/check-backup.ts";
import { backUp, fillSite, ofPieces, openMemory, openVault, readAll, restore, sources } from "./backups-make.ts";

test("what was changed in a store is found before anything is written, and named", async () => {
  const { store, objects } = openMemory();
  const vault = await openVault(store);
  await fillSite(ofPieces);
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
  const { super1 } = await fillSite();
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
  await expect(restoreWith(`update accounts set name = 'Altered' where id = '${super1.id}'`)).rejects.toThrow(
    "Rows of accounts are not as they were in the backup.",
  );
  const add = "insert into plain select 2 where (select count(*) from plain) = 1";
  await expect(restoreWith(add)).rejects.toThrow("plain has rows that the backup has not.");
  await expect(restore(vault, id)).resolves.toMatchObject({ troubles: [] });
});
