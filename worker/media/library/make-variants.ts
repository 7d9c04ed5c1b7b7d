import { listVariantWidths } from "#shared/media/media-library.ts";
import type { LibraryType } from "../../db/media-tables.ts";
import type { Logger } from "../../lib/log.ts";
import type { ReadFile } from "../formats/bytes.ts";
import { readWebp } from "../formats/webp.ts";

interface Source {
  bytes: Uint8Array;
  file: { type: LibraryType; width: number };
}

/**
 * The further widths of a picture whose sender's browser made none, by the Images binding where one is bound. Elsewhere,
 * and when it fails, there are none, and the picture is shown as it is.
 */
export async function makeVariants(
  { IMAGES }: Pick<Env, "IMAGES">,
  { bytes, file }: Source,
  log: Logger,
): Promise<ReadFile[]> {
  if (!IMAGES || ["image/gif", "application/pdf"].includes(file.type)) return [];
  try {
    const made: ReadFile[] = [];
    for (const width of listVariantWidths(file.width)) {
      const input = IMAGES.input(new Blob([bytes as BlobPart]).stream());
      const output = await input.transform({ width }).output({ format: "image/webp", quality: 82 });
      const found = readWebp(new Uint8Array(await output.response().arrayBuffer()));
      if (found) made.push(found);
    }
    return made;
  } catch (error) {
    log.error("widths not made", error);
    return [];
  }
}
