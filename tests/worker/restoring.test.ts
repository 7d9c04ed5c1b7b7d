/** What holds while the site is restored: docs/decisions/088-backups.md. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMarker, isRestoring } from "#worker/backups/is-restoring.ts";
import { putText } from "#worker/backups/objects.ts";
import type { ObjectStore } from "#worker/backups/types.ts";
import { backUp, openMemory, openVault, restore, sources } from "./backups-make.ts";

test("nothing of a restore is read or put before the marker is there, it opens the site last, and one that is refused leaves no marker", async () => {
  const vault = await openVault(openMemory().store);
  await env.MEDIA.put("covers/a.webp", "a picture");
  const { id } = await backUp(vault);
  await env.MEDIA.delete("covers/a.webp");
  const { MEDIA } = sources().buckets;
  const seen: [string, boolean][] = [];
  const see = async (what: string) => void seen.push([what, await isRestoring(env)]);
  const bucket = {
    list: async (options: object) => (await see("list"), MEDIA?.list(options)),
    put: async (key: string, value: Uint8Array<ArrayBuffer>) => (await see("put"), MEDIA?.put(key, value)),
  } as unknown as ObjectStore;
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => (await see("batch"), env.DB.batch(statements)),
  } as unknown as D1Database;
  const target = { databases: { DB }, buckets: { MEDIA: bucket } };
  // A note that nobody can read.
  await putText(await openVault(vault.store, "another-key-of-at-least-32-characters"), `notes/${id}`, "[]");
  await expect(restore(vault, id, { target })).rejects.toThrow("Nothing was changed");
  expect([await isRestoring(env), seen.filter(([what]) => what === "list" || what === "batch")]).toEqual([false, []]);
  await vault.store.delete([`notes/${id}`]);
  await restore(vault, id, { target });
  expect(seen.filter(([, isClosed]) => !isClosed)).toEqual([]);
  expect(seen.map(([what]) => what)).toEqual(expect.arrayContaining(["list", "put", "batch"]));
  expect(await isRestoring(env)).toBe(false);
});

test("what a restore has left half done is not backed up: the good backups of the day would go", async () => {
  const vault = await openVault(openMemory().store);
  await backUp(vault);
  await env.DB.prepare(createMarker).run();
  await expect(backUp(vault)).rejects.toThrow(/A restore of this site was interrupted/);
});
