/** Draws the picture that accompanies a shared link: the title at the left, the page's picture at the right. */
import sharp from "sharp";
import { brand } from "../../app/content/brand.ts";
import { shareImageSize } from "../../shared/media/share-image.ts";
import { accentRhomb, logoPaths } from "../../app/ui/star.ts";
import { breakLines } from "../../shared/text/break-lines.ts";
import { openTypeface } from "./typeface.ts";
import { readColours } from "./tokens.ts";

const { width, height } = shareImageSize;
const colour = readColours();
const colours = {
  ground: colour("band"),
  ink: colour("band-ink"),
  muted: colour("band-ink-2"),
  accent: colour("accent", "dark"),
  shade: colour("c1"),
};
const margin = 64;
/** Where the picture begins; text stays left of it. */
const split = 640;

const display = openTypeface("@fontsource/special-gothic/files/special-gothic-latin-600-normal.woff2");
const text = openTypeface("@fontsource/hanken-grotesk/files/hanken-grotesk-latin-500-normal.woff2");

export interface ShareCard {
  title: string;
  /** File or bytes of an SVG, if the page has a picture. */
  art: string | Buffer | undefined;
  /** Which part of the picture stays. */
  position?: "centre" | "right";
  /** How long a smaller file is looked for, 1..10. */
  effort?: number;
}

function drawStar(x: number, y: number, size: number, ink: string): string {
  const paths = logoPaths.map((d, k) => `<path d="${d}" fill="${k === accentRhomb ? colours.accent : ink}"/>`);
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="2 2 116 116">${paths.join("")}</svg>`;
}

/** The title as large as it fits beside the picture, in at most five lines. */
function drawTitle(title: string): string {
  const tracking = -0.026;
  for (let size = 84; ; size -= 2) {
    const lines = breakLines(title, split - 2 * margin, (line) => display.measure(line, size, tracking));
    const fits = lines.every((line) => display.measure(line, size, tracking) <= split - 1.5 * margin);
    if ((lines.length > 5 || !fits || lines.length * size > 360) && size > 40) continue;
    const top = 150 + (400 - lines.length * size) / 2 + size * 0.74;
    return lines
      .map((line, index) => display.outline(line, { x: margin, y: top + index * size, size, tracking }))
      .map((path) => `<path d="${path}" fill="${colours.ink}"/>`)
      .join("");
  }
}

function drawTagline(): string {
  const size = 23;
  let x = margin;
  return brand.tagline
    .map((word, index) => {
      const slash =
        index > 0 ? `<path d="M${x - 15} ${height - 58}l7 -22" stroke="${colours.accent}" stroke-width="2"/>` : "";
      const path = `<path d="${text.outline(word, { x, y: height - 62, size })}" fill="${colours.muted}"/>`;
      x += text.measure(word, size) + 26;
      return slash + path;
    })
    .join("");
}

function drawCard({ title, art }: ShareCard): Buffer {
  const wordmark = display.outline(brand.name, { x: margin + 64, y: 104, size: 38, tracking: -0.025 });
  const parts = [
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    drawStar(margin, 64, 52, colours.ink),
    `<path d="${wordmark}" fill="${colours.ink}"/>`,
    drawTitle(title),
    drawTagline(),
    art ? "" : drawStar(split + 40, 64, 500, colours.shade),
  ];
  const size = `width="${width}" height="${height}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join("")}</svg>`);
}

/** The picture as PNG, 1200 x 630. */
export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const layers = [];
  if (card.art) {
    const room = { width: width - split, height };
    const picture = await sharp(card.art, { density: 144 })
      .resize({ ...room, fit: "cover", position: card.position ?? "centre" })
      .png()
      .toBuffer();
    layers.push({ input: picture, left: split, top: 0 });
  }
  return sharp(drawCard(card))
    .composite(layers)
    .png({ palette: true, colours: 128, effort: card.effort ?? 7 })
    .toBuffer();
}
