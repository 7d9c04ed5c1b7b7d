import { BlobReader, BlobWriter, configure, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { makeZip } from "client-zip";
import { type ExportPart, noTime } from "#shared/imports/export-parts.ts";
import { exportNames } from "#shared/imports/site-export.ts";

configure({ useWebWorkers: false, useCompressionStream: true });

/** Lists of which each part of these kinds has its share. */
const lists = { drawings: exportNames.drawings, media: exportNames.media } as const;

/**
 * One ZIP of all parts of an export: the same, to the byte, as the server writes for a site that fits into one request.
 * `read` fetches a part; each is let go before the next one comes.
 */
export function joinExport(
  parts: readonly ExportPart[],
  read: (part: ExportPart) => Promise<Blob>,
): ReadableStream<Uint8Array> {
  return makeZip(listEntries());

  async function* listEntries() {
    let items: unknown[] = [];
    for (const [at, part] of parts.entries()) {
      const list = lists[part.part as keyof typeof lists] as string | undefined;
      for (const entry of await new ZipReader(new BlobReader(await read(part))).getEntries()) {
        if (entry.directory) continue;
        const input = await entry.getData(new BlobWriter());
        if (entry.filename === list) items.push(...(JSON.parse(await input.text()) as unknown[]));
        else yield { name: entry.filename, input, lastModified: noTime };
      }
      const isLast = parts[at + 1]?.part !== part.part;
      if (!isLast || list === undefined) continue;
      yield { name: list, input: `${JSON.stringify(items, null, 2)}\n`, lastModified: noTime };
      items = [];
    }
  }
}
