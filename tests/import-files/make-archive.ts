import {
  type FileEntry,
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-native.js";

/** A ZIP of these files, by their paths. */
export async function makeArchive(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files))
    await zip.add(name, typeof content === "string" ? new TextReader(content) : new Uint8ArrayReader(content));
  return zip.close();
}

/** The texts in a ZIP, by their paths. */
export async function readArchive(bytes: Uint8Array): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const entry of (await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) as FileEntry[])
    texts[entry.filename] = await entry.getData(new TextWriter(), { useWebWorkers: false });
  return texts;
}

/** A picture of one pixel. */
export const pixel: Uint8Array = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  ),
);
