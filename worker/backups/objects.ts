/** Objects of the store: sealed under their names, lines of text also compressed. */
import { BackupError, type BackupKey, markBytes, nameContent, open, saltContent, seal } from "./seal.ts";
import type { Manifest, ObjectStore, Part } from "./types.ts";

/** A store with the key that its objects are sealed with. */
export interface Vault {
  store: ObjectStore;
  key: BackupKey;
}

interface Put {
  /** Of the object. */
  bytes: number;
  /** `markBytes` of it. */
  mark: string;
}

async function putObject({ store, key }: Vault, name: string, plain: Uint8Array, salt?: Uint8Array<ArrayBuffer>) {
  const sealed = await seal(key, name, plain, salt);
  await store.put(name, sealed);
  return { bytes: sealed.length, mark: markBytes(sealed) };
}

/** Puts a piece of a file under the name of its content (its SHA-256). */
export async function putPiece(vault: Vault, sha256: string, plain: Uint8Array): Promise<Put> {
  const { key } = vault;
  return putObject(vault, await nameContent(key, sha256), plain, await saltContent(key, sha256));
}

/** @throws {BackupError} when it is missing or damaged */
export async function readObject({ store, key }: Vault, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const object = await store.get(name);
  if (!object) throw new BackupError(`${name} is missing.`);
  return open(key, name, new Uint8Array(await object.arrayBuffer()));
}

export async function putText(vault: Vault, name: string, text: string): Promise<Put> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return putObject(vault, name, new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** @throws {BackupError} when it is missing or damaged */
export async function readText(vault: Vault, name: string): Promise<string> {
  const plain = await readObject(vault, name);
  return new Response(new Blob([plain]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** The lines of a part. @throws {BackupError} when its object is missing or damaged */
export async function readLines(vault: Vault, { object, skip, lines }: Part): Promise<string[]> {
  const found = (await readText(vault, object)).split("\n").slice(skip, skip + lines);
  if (found.length !== lines) throw new BackupError(`${object} has fewer lines than the manifest says.`);
  return found;
}

/** When the backup of this name began, epoch milliseconds; NaN for what is no name of a backup. */
export function readBackupTime(id: string): number {
  // Date.parse reads a date in nearly everything, such as "backups/localhost-8787".
  const [, day = "", hours = "", minutes = "", seconds = ""] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-[0-9a-f]{6}$/.exec(id) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

const manifests = "manifests/";
export const partsOf = (id: string) => `parts/${id}/`;

/** A backup is whole once its manifest is there: it is written last. It ends with the key that opens it. */
export const nameManifest = (id: string, keyId: string) => `${manifests}${id}.${keyId}`;

/** @throws {BackupError} when it is missing or damaged */
export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const manifest = JSON.parse(await readText(vault, nameManifest(id, vault.key.id))) as Manifest;
  if (manifest.format !== 1 || manifest.id !== id) throw new BackupError(`The manifest of ${id} is of another format.`);
  return manifest;
}

/** All objects that begin with `prefix`, in the order of their names, a thousand at once. */
export async function* listPages(store: ObjectStore, prefix: string) {
  for (let startAfter: string | undefined; ;) {
    const { objects, truncated } = await store.list({ prefix, ...(startAfter !== undefined && { startAfter }) });
    yield objects;
    startAfter = objects.at(-1)?.key;
    if (!truncated || startAfter === undefined) return;
  }
}

/** Their names. */
export async function* listNames(store: ObjectStore, prefix: string): AsyncGenerator<string> {
  for await (const objects of listPages(store, prefix)) for (const { key } of objects) yield key;
}

/** The whole backups of the store, the oldest first, and by which key. */
export async function listBackups(store: ObjectStore): Promise<{ id: string; keyId: string }[]> {
  const found: { id: string; keyId: string }[] = [];
  for await (const name of listNames(store, manifests)) {
    const [id = "", keyId = ""] = name.slice(manifests.length).split(".");
    if (!Number.isNaN(readBackupTime(id))) found.push({ id, keyId });
  }
  return found;
}
