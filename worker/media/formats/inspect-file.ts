import { mostPixels } from "#shared/media/media-library.ts";
import type { LibraryType } from "../../db/media-tables.ts";
import { refuseFile } from "../../lib/errors.ts";
import { listBrands, readAvif } from "./avif.ts";
import { type ReadFile, readName } from "./bytes.ts";
import { readGif } from "./gif.ts";
import { readJpeg } from "./jpeg.ts";
import { readPdf } from "./pdf.ts";
import { readPng } from "./png.ts";
import { isMovingWebp, readWebp } from "./webp.ts";

export interface InspectedFile extends ReadFile {
  type: LibraryType;
}

const formats = [
  { type: "image/jpeg", name: "JPEG", isOne: (start) => readName(start, 0, 3) === "\xff\xd8\xff", read: readJpeg },
  { type: "image/png", name: "PNG", isOne: (start) => readName(start, 1, 3) === "PNG", read: readPng },
  { type: "image/webp", name: "WebP", isOne: (start) => readName(start, 8) === "WEBP", read: readWebp },
  { type: "image/avif", name: "AVIF", isOne: (start) => listBrands(start).includes("avif"), read: readAvif },
  { type: "image/gif", name: "GIF", isOne: (start) => readName(start, 0) === "GIF8", read: readGif },
  { type: "application/pdf", name: "PDF", isOne: (start) => readName(start, 0, 5) === "%PDF-", read: readPdf },
] as const satisfies readonly {
  type: LibraryType;
  name: string;
  isOne: (start: Uint8Array) => boolean;
  read: (bytes: Uint8Array) => ReadFile | null;
}[];

/** How many bytes of a file show its format. */
const tellingBytes = 1024;

/** Why the file that begins with `start` is not taken, whatever its name says; null for one that may be. */
export function refuseByStart(start: Uint8Array): string | null {
  if (formats.some(({ isOne }) => isOne(start))) return null;
  const text = readName(start, 0, Math.min(start.length, tellingBytes)).toLowerCase();
  if (/<svg[\s>]/.test(text))
    return "This is an SVG drawing, which can hold scripts. Export it as PNG or WebP and send that.";
  if (listBrands(start).some((brand) => /^(hei|hev|mif1|msf1)/.test(brand)))
    return "This is a HEIC photograph, which most browsers cannot show. Export it as JPEG and send that.";
  if (text.startsWith("mz") || text.startsWith("\x7felf")) return "This is a program, whatever its name says.";
  return "This is no JPEG, PNG, WebP, AVIF, GIF or PDF, whatever its name says.";
}

/**
 * What `bytes` are by their content, without what says where and with what a picture was taken.
 * @throws {InvalidInputError} for the field `file`: of another kind, broken, cut off, or too large to be shown
 */
export function inspectFile(bytes: Uint8Array): InspectedFile {
  const refusal = refuseByStart(bytes);
  if (refusal) throw refuseFile(refusal);
  for (const { type, name, isOne, read } of formats) {
    if (!isOne(bytes)) continue;
    if (isMovingWebp(bytes)) throw refuseFile("This WebP moves, which is not taken. Send it as GIF.");
    const found = read(bytes);
    if (!found) throw refuseFile(`This ${name} is broken, or not all of it is there.`);
    checkSize(type, found);
    return { type, ...found };
  }
  throw refuseFile(refuseByStart(new Uint8Array()) ?? "");
}

function checkSize(type: LibraryType, { width, height }: ReadFile): void {
  if (type === "application/pdf") return;
  if (width === 0 || height === 0) throw refuseFile("This picture does not say how large it is.");
  if (width * height <= mostPixels) return;
  const megapixels = Math.round((width * height) / 1_000_000);
  throw refuseFile(
    `This picture has ${width} by ${height} pixels, which is ${megapixels} megapixels. At most ${mostPixels / 1_000_000} are taken: make it smaller first.`,
  );
}
