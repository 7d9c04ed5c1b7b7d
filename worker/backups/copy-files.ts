/** Files of a bucket, cut into pieces that are named by their content: a piece that is there is not stored again. */
import { findDamage, type Stored } from "./check-stored.ts";
import { BackupError, hashBytes } from "./seal.ts";
import { partsOf, putPiece, putText, readLines, type Vault } from "./objects.ts";
import {
  type BackedUpBucket,
  type Budget,
  type FileEntry,
  hasLeft,
  type Manifest,
  type ObjectStore,
  type Part,
  pieceSize,
  spend,
} from "./types.ts";

const filesPerPart = 500;
const mostTries = 3;

interface Copying {
  source: ObjectStore;
  vault: Vault;
  budget: Budget;
  /** A backup that has most files already. */
  former: Manifest | null;
  /** What the store has of it. */
  pieces: Stored | null;
}

/** Lists a bucket on, and copies what the former backup has not; true once it is at the end. */
export async function copyFiles(
  manifest: Manifest,
  bucket: BackedUpBucket,
  { source, vault, budget, former, pieces }: Copying,
): Promise<boolean> {
  const find = openFormer(vault, former?.buckets.find(({ name }) => name === bucket.name)?.parts ?? []);
  while (!bucket.isDone && hasLeft(budget)) {
    const after = bucket.parts.at(-1)?.last[0];
    const { objects, truncated } = await source.list({
      limit: filesPerPart,
      ...(after != null && { startAfter: String(after) }),
    });
    // Its list counts once it is stored, and so does what is copied.
    budget.calls -= 2;
    const entries: FileEntry[] = [];
    let last: string | null = null;
    for (const listed of objects) {
      if (!hasLeft(budget)) break;
      const known = await find(listed.key);
      const isSame = known?.etag === listed.etag && known.size === listed.size;
      const isKnown = isSame && pieces !== null && (await findDamage(vault, known, pieces)) === null;
      const entry = isKnown ? known : await copyFile(manifest, listed, { source, vault, budget });
      if (entry) entries.push(entry);
      last = listed.key;
    }
    if (last !== null) {
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      const object = `${partsOf(manifest.id)}${bucket.name}/${bucket.parts.length + 1}`;
      const { bytes, mark } = await putText(vault, object, text);
      manifest.stored += bytes;
      bucket.parts.push({ object, skip: 0, lines: entries.length, sha256: hashBytes(text), last: [last], mark });
      bucket.files += entries.length;
      bucket.bytes += entries.reduce((sum, { size }) => sum + size, 0);
    }
    spend(budget, { calls: 0 });
    bucket.isDone = !truncated && last === (objects.at(-1)?.key ?? null);
  }
  return bucket.isDone;
}

/** Finds entries of a list by keys that are asked for in order; no more of it is in memory than a part. */
function openFormer(vault: Vault, parts: readonly Part[]) {
  let at = -1;
  let page = new Map<string, FileEntry>();
  return async (key: string): Promise<FileEntry | undefined> => {
    const next = parts.findIndex(({ last }, index) => index >= at && String(last[0]) >= key);
    if (next === -1) return undefined;
    if (next !== at) {
      at = next;
      // A list that is lost or damaged makes its files unknown, and they are stored again.
      const lines = await readLines(vault, parts[next] as Part).catch((error: unknown) => {
        if (error instanceof BackupError) return [];
        throw error;
      });
      page = new Map(lines.map((line) => JSON.parse(line) as FileEntry).map((entry) => [entry.key, entry]));
    }
    return page.get(key);
  };
}

/** Null for a file that has gone since it was listed. One that changes while it is read is read anew. */
async function copyFile(
  manifest: Manifest,
  listed: { key: string; size: number },
  { source, vault, budget }: Omit<Copying, "former" | "pieces">,
): Promise<FileEntry | null> {
  const { key } = listed;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const pieces: string[] = [];
    const marks: string[] = [];
    let entry: FileEntry | null = null;
    let isSame = true;
    let read = 0;
    for (let offset = 0; entry === null || (isSame && offset < entry.size); offset += pieceSize) {
      const isEmpty = entry === null && listed.size === 0;
      const object = await source.get(key, isEmpty ? undefined : { range: { offset, length: pieceSize } });
      budget.calls -= 1;
      if (!object) return null;
      const { etag, size } = object;
      entry ??= { key, size, etag, facts: readFacts(object), pieces, marks };
      isSame = etag === entry.etag;
      const bytes = new Uint8Array(await object.arrayBuffer());
      if (!isSame || bytes.length === 0) continue;
      if (bytes.length > pieceSize) throw new BackupError("The bucket gives more of a file than it was asked for.");
      read += bytes.length;
      const sha256 = hashBytes(bytes);
      pieces.push(sha256);
      const put = await putPiece(vault, sha256, bytes);
      marks.push(put.mark);
      manifest.stored += put.bytes;
      spend(budget, { calls: 1, bytes: bytes.length });
    }
    if (entry && isSame && read !== entry.size)
      throw new BackupError(`The bucket gives ${read} bytes of a file of ${entry.size}.`);
    if (entry && isSame) return entry;
  }
  throw new Error("A file of the bucket changes faster than it can be read.");
}

function readFacts({ httpMetadata, customMetadata }: Pick<FileEntry["facts"], "httpMetadata" | "customMetadata">) {
  const { contentType, contentLanguage, contentDisposition, contentEncoding, cacheControl } = httpMetadata ?? {};
  const http = { contentType, contentLanguage, contentDisposition, contentEncoding, cacheControl };
  const given = Object.fromEntries(Object.entries(http).filter(([, value]) => value !== undefined));
  return {
    ...(Object.keys(given).length > 0 && { httpMetadata: given }),
    ...(Object.keys(customMetadata ?? {}).length > 0 && { customMetadata: customMetadata ?? {} }),
  };
}
