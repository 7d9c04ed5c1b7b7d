// Draws the brand mark into public/: run by hand after the mark has changed; the files are committed.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { accentRhomb, logoPaths, starViewBox } from "../app/ui/star.ts";

type Rgb = readonly [number, number, number];
type Place = readonly [x: number, y: number];

const publicFolder = join(import.meta.dirname, "../public");
const ground: Rgb = [0x02, 0x1d, 0x24];
const ink: Rgb = [0xff, 0xff, 0xff];
const accent: Rgb = [0xfc, 0x63, 0x3d];

/** Sample points per pixel and direction: edges of the five rhombs come out smooth. */
const samples = 6;
/** The mark's square of 116 units fills this share of an icon, which keeps it clear of round masks. */
const share = 0.7;

function writeFavicon(): string {
  const paths = logoPaths.map((path, k) => `<path${k === accentRhomb ? ' class="a"' : ""} d="${path}"/>`);
  const style =
    "path{fill:#021d24}.a{fill:#f34e28}@media (prefers-color-scheme:dark){path{fill:#eef5f6}.a{fill:#fc633d}}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${starViewBox}"><style>${style}</style>${paths.join("")}</svg>\n`;
}

function readCorners(path: string): Place[] {
  return [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]): Place => [Number(x), Number(y)]);
}

function isInside(corners: readonly Place[], x: number, y: number): boolean {
  const sides = corners.map(([fromX, fromY], index) => {
    const [toX, toY] = corners[(index + 1) % corners.length] ?? [fromX, fromY];
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

function mixPixel(
  rhombs: readonly { corners: Place[]; colour: Rgb }[],
  column: number,
  row: number,
  unit: number,
  start: number,
): Rgb {
  const sum = [0, 0, 0];
  for (let sample = 0; sample < samples * samples; sample += 1) {
    const x = start + (column + ((sample % samples) + 0.5) / samples) * unit;
    const y = start + (row + (Math.floor(sample / samples) + 0.5) / samples) * unit;
    const colour = rhombs.find(({ corners }) => isInside(corners, x, y))?.colour ?? ground;
    colour.forEach((channel, index) => (sum[index] = (sum[index] ?? 0) + channel));
  }
  const [red = 0, green = 0, blue = 0] = sum.map((total) => Math.round(total / samples ** 2));
  return [red, green, blue];
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** Returns a square PNG of the mark, `size` pixels wide, without transparency. */
function drawIcon(size: number): Buffer {
  const unit = 116 / share / size;
  const start = 60 - (unit * size) / 2;
  const rhombs = logoPaths.map((path, k) => ({ corners: readCorners(path), colour: k === accentRhomb ? accent : ink }));
  const rows = Buffer.alloc(size * (size * 3 + 1));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      rows.set(mixPixel(rhombs, column, row, unit, start), row * (size * 3 + 1) + 1 + column * 3);
    }
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = writeChunk("IDAT", deflateSync(rows, { level: 9 }));
  return Buffer.concat([signature, writeChunk("IHDR", header), body, writeChunk("IEND", Buffer.alloc(0))]);
}

await writeFile(join(publicFolder, "favicon.svg"), writeFavicon());
await writeFile(join(publicFolder, "icon-192.png"), drawIcon(192));
await writeFile(join(publicFolder, "icon-512.png"), drawIcon(512));
await writeFile(join(publicFolder, "apple-touch-icon.png"), drawIcon(180));
console.log("Wrote favicon.svg, icon-192.png, icon-512.png and apple-touch-icon.png to public/");
