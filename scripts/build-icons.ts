// Draws the brand mark into public/: run by hand after the mark has changed; the files are committed.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { accentRhomb, logoPaths, starViewBox } from "../app/ui/star.ts";

const publicFolder = join(import.meta.dirname, "../public");
const colours = { ground: "#021d24", ink: "#ffffff", accent: "#fc633d" };
/** The mark's square of 116 units fills this share of an icon, which keeps it clear of round masks. */
const share = 0.7;

function writeFavicon(): string {
  const paths = logoPaths.map((path, k) => `<path${k === accentRhomb ? ' class="a"' : ""} d="${path}"/>`);
  const style =
    "path{fill:#021d24}.a{fill:#f34e28}@media (prefers-color-scheme:dark){path{fill:#eef5f6}.a{fill:#fc633d}}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${starViewBox}"><style>${style}</style>${paths.join("")}</svg>\n`;
}

/** A square PNG of the mark, `size` pixels wide, without transparency. */
function drawIcon(size: number, fill = share): Promise<Buffer> {
  const edge = 116 / fill;
  const start = 60 - edge / 2;
  const paths = logoPaths.map((d, k) => `<path d="${d}" fill="${k === accentRhomb ? colours.accent : colours.ink}"/>`);
  const ground = `<rect x="${start}" y="${start}" width="${edge}" height="${edge}" fill="${colours.ground}"/>`;
  const box = `width="${size}" height="${size}" viewBox="${start} ${start} ${edge} ${edge}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${ground}${paths.join("")}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}

/** An ICO file (Windows icon) that holds one PNG of `size` pixels. */
function wrapIcon(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

await writeFile(join(publicFolder, "favicon.svg"), writeFavicon());
await writeFile(join(publicFolder, "favicon.ico"), wrapIcon(await drawIcon(32, 0.86), 32));
await writeFile(join(publicFolder, "icon-192.png"), await drawIcon(192));
await writeFile(join(publicFolder, "icon-512.png"), await drawIcon(512, 0.6));
await writeFile(join(publicFolder, "apple-touch-icon.png"), await drawIcon(180));
console.log("Wrote the favicons, icon-192.png, icon-512.png and apple-touch-icon.png to public/");
