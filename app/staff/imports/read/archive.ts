import { BlobReader, type Entry, type FileEntry, ZipReader, configure } from "@zip.js/zip.js/lib/zip-core-native.js";
import { BrokenFileError } from "../imported-post.ts";
import type { Input } from "./read-bytes.ts";

// The policy of the staff area lets no page start a worker from a text; browsers unpack by themselves.
configure({ useWebWorkers: false, useCompressionStream: true });

/** A file in an archive. */
export interface ArchiveFile extends Input {
  /** Bytes, as the archive says. */
  size: number;
}

/** What pictures may weigh: as much as the media library takes. */
const largestPicture = 25 * 1024 * 1024;
/** More files than any blog has: a damaged archive could name millions. */
const mostFiles = 200_000;

/**
 * The files of an archive, in its order, without what systems leave behind. Reads the list alone.
 * @throws {BrokenFileError} when the list cannot be read
 */
export async function openArchive(file: Blob): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  const judge = createJudge(file.size);
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator({ strictness: "tolerant" })) {
      judge(entry);
      const name = entry.filename.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
      if (!entry.directory && !/(?:^|\/)(?:__MACOSX|node_modules|\.[^/]*)(?:\/|$)/.test(name))
        files.push({ name, size: entry.uncompressedSize, open: () => openEntry(entry, name) });
    }
  } catch (error) {
    if (error instanceof BrokenFileError) throw error;
    throw new BrokenFileError(
      "The list of files in this ZIP cannot be read. Pack or download it again.",
      "the end of the file, where a ZIP lists what it holds",
    );
  }
  return files;
}

/** What an archive may unpack to: of one file, and of all. Exports are the largest files that anybody packs. */
const largestEntry = 400 * 1024 * 1024;
const largestArchive = 4 * 1024 * 1024 * 1024;
/** How many times as large as the archive that may be: texts become a twentieth. */
const mostTimes = 200;
/** Below this it does not matter. */
const small = 20 * 1024 * 1024;

/**
 * Judges the entries of an archive by what it says of them, before anything is unpacked. What an entry has more than it
 * says is never unpacked. Throws BrokenFileError.
 */
export function createJudge(archiveSize: number): (entry: Entry) => void {
  let [count, packed, unpacked] = [0, 0, 0];
  return ({ filename, compressedSize, uncompressedSize }) => {
    count += 1;
    packed += compressedSize;
    unpacked += uncompressedSize;
    if (count > mostFiles) refuse(`The ZIP lists more than ${mostFiles.toLocaleString("en")} files.`, "");
    // Several names for one place in the archive.
    if (packed > archiveSize) refuse("The ZIP lists more than it holds. Pack it again.", filename);
    if (uncompressedSize > largestEntry) refuse("A file in the ZIP has more than 400 MB unpacked.", filename);
    // An export of ours is not packed, and may be as large as the library is.
    if (unpacked > largestArchive && unpacked > archiveSize * 2)
      refuse("The ZIP has more than 4 GB unpacked. Divide it into several.", filename);
    if (unpacked > small && unpacked > archiveSize * mostTimes)
      refuse("The ZIP unpacks to more than 200 times its size, as no archive of texts and pictures does.", filename);
  };
}

function refuse(words: string, name: string): never {
  throw new BrokenFileError(words, name || "the list of files in the ZIP");
}

/** An entry as it is unpacked: never more than the archive says. */
export function openEntry(entry: Entry & FileEntry, name: string): ReadableStream<Uint8Array> {
  let passed = 0;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    // A packed file may say that it is small and be a gigabyte.
    transform(bytes, controller) {
      passed += bytes.length;
      if (passed > entry.uncompressedSize) throw new RangeError("longer than it says");
      controller.enqueue(bytes);
    },
  });
  const fail = (reason: string) => new BrokenFileError(reason, name);
  const words = entry.encrypted
    ? "The file needs a password. Pack it again without one."
    : "The file is damaged in the archive. Pack or download it again.";
  const reading = entry.encrypted
    ? Promise.reject(fail(words))
    : entry.getData(writable, { strictness: "tolerant" }).catch(() => Promise.reject(fail(words)));
  reading.catch(() => {});
  const reader = readable.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await Promise.race([
        reader.read().catch(() => Promise.reject(fail(words))),
        reading.then(() => new Promise<never>(() => {})),
      ]);
      if (!next.done) return controller.enqueue(next.value);
      await reading;
      controller.close();
    },
    async cancel() {
      await reader.cancel().catch(() => {});
    },
  });
}

/** Finds the pictures that texts name. */
export interface PictureShelf {
  /** How to read the picture that a text in `folder` names so; null where the archive has none of that name. */
  find: (address: string, folder: string) => (() => Promise<Blob>) | null;
}

/** Of no archive. */
export const emptyShelf: PictureShelf = { find: () => null };

/** A shelf of all files that are named like pictures. What they are is decided by who stores them. */
export function makeShelf(files: readonly ArchiveFile[]): PictureShelf {
  const byPath = new Map<string, ArchiveFile>();
  const byName = new Map<string, ArchiveFile[]>();
  for (const file of files) {
    if (!/\.(?:jpe?g|jfif|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i.test(file.name)) continue;
    byPath.set(file.name, file);
    const name = lastOf(file.name);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return {
    find(address, folder) {
      const path = decodePath(address.replace(/[?#][^]*$/, ""));
      if (path === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
      const beside = path.startsWith("/") ? undefined : byPath.get(joinPath(folder, path));
      // "/images/a.png" is in "static/images" of one system and in "public/images" of another.
      const end = joinPath("", path);
      const found =
        beside ?? byName.get(lastOf(end))?.find(({ name }) => name === end || name.endsWith(`/${end}`)) ?? null;
      return found && (() => readPicture(found));
    },
  };
}

async function readPicture(file: ArchiveFile): Promise<Blob> {
  if (file.size > largestPicture)
    throw new BrokenFileError("The picture is larger than 25 MB. Make it smaller.", file.name);
  const reader = file.open().getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(new Uint8Array(value));
  }
}

/** "posts/2023" and "../img/a.png" make "posts/img/a.png". */
function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** The folder of a path: "" for one that is in none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last part of a path. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
