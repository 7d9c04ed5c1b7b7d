// Draws the brand mark into public/, in the colours of tokens.css, unless it is there already.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { accentRhomb, logoPaths, starViewBox } from "../app/ui/star.ts";
import { root } from "./lib/command.ts";
import { readColours, tokensFile } from "./lib/tokens.ts";

const publicFolder = join(root, "public");
const stampFile = join(root, "app/assets/art/.icons-stamp");
const colour = readColours();
const colours = { ground: colour("band"), ink: colour("on-primary"), accent: colour("accent", "dark") };
/** The mark's square of 116 units fills this share of an icon, which keeps it clear of round masks. */
const share = 0.7;

function writeFavicon(): string {
  const paths = logoPaths.map((path, k) => `<path${k === accentRhomb ? ' class="a"' : ""} d="${path}"/>`);
  const [light, dark] = (["light", "dark"] as const).map(
    (theme) => `path{fill:${colour("ink", theme)}}.a{fill:${colour("accent", theme)}}`,
  );
  const style = `${light}@media (prefers-color-scheme:dark){${dark}}`;
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

const icons: Record<string, () => Promise<Buffer | string>> = {
  "favicon.svg": async () => writeFavicon(),
  "favicon.ico": async () => wrapIcon(await drawIcon(32, 0.86), 32),
  "icon-192.png": () => drawIcon(192),
  "icon-512.png": () => drawIcon(512, 0.6),
  "apple-touch-icon.png": () => drawIcon(180),
};

async function hashInputs(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [import.meta.filename, join(root, "app/ui/star.ts"), tokensFile])
    hash.update(await readFile(file));
  return hash.digest("hex");
}

const stamp = await hashInputs();
const isComplete = Object.keys(icons).every((name) => existsSync(join(publicFolder, name)));
if (isComplete && (await readFile(stampFile, "utf8").catch(() => "")) === stamp) {
  console.log("Icons are up to date");
} else {
  for (const [name, draw] of Object.entries(icons)) await writeFile(join(publicFolder, name), await draw());
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, stamp);
  console.log(`Wrote ${Object.keys(icons).join(", ")} to public/`);
}
