/** Draws the image for shared links on a canvas, as scripts/lib/share-card.ts does for the site's own pages. */
import { brandAccent, brandGround, brandInk, brandMuted } from "virtual:token-colours/staff";
import { brand } from "#app/content/brand.ts";
import { breakLines } from "#shared/text/break-lines.ts";
import { shareImageSize } from "#shared/media/share-image.ts";
import { accentRhomb, logoPaths } from "#app/ui/star.ts";
import { measureContrast } from "./contrast.ts";
import { cutAround, type Focus } from "./cut-around.ts";

const { width, height } = shareImageSize;
const margin = 64;
/** Where a drawn picture begins; text stays left of it. */
const split = 640;
/** Where the title stands. */
const title = { top: 150, height: 400, width: split - 2 * margin, least: 40, largest: 84 };

const fonts = { display: '"Special Gothic"', text: '"Hanken Grotesk"' };

export interface ShareCard {
  title: string;
  picture: ImageBitmap | HTMLImageElement;
  size: { width: number; height: number };
  /** Of an uploaded picture, which fills the card; null for a drawing, which stands beside the title. */
  focus: Focus | null;
}

/** The card, and the contrast of its title where that stands on the picture. */
export async function drawShareCard(card: ShareCard): Promise<{ canvas: HTMLCanvasElement; contrast: number | null }> {
  await Promise.all([document.fonts.load(`600 40px ${fonts.display}`), document.fonts.load(`500 23px ${fonts.text}`)]);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("This browser draws no pictures.");
  paint.fillStyle = brandGround;
  paint.fillRect(0, 0, width, height);
  const contrast = drawPicture(paint, card);
  drawStar(paint);
  write(paint, brand.name, { x: margin + 64, y: 104, size: 38, tracking: -0.025 });
  drawTitle(paint, card.title);
  drawTagline(paint);
  return { canvas, contrast };
}

type Paint = CanvasRenderingContext2D;

function drawPicture(paint: Paint, { picture, size, focus }: ShareCard): number | null {
  const room = focus ? { width, height } : { width: width - split, height };
  const part = cutAround(size, focus ?? { x: 0.5, y: 0.5 }, room);
  paint.drawImage(picture, part.x, part.y, part.width, part.height, width - room.width, 0, room.width, room.height);
  if (!focus) return null;
  // A veil at the side of the title, which leaves the picture to be seen.
  const veil = paint.createLinearGradient(0, 0, width, 0);
  veil.addColorStop(0, `${brandGround}b8`);
  veil.addColorStop(0.45, `${brandGround}8c`);
  veil.addColorStop(0.8, `${brandGround}00`);
  paint.fillStyle = veil;
  paint.fillRect(0, 0, width, height);
  return measureContrast(paint.getImageData(margin, title.top, title.width, title.height).data, brandInk);
}

function drawStar(paint: Paint): void {
  paint.save();
  paint.translate(margin, 64);
  paint.scale(52 / 116, 52 / 116);
  paint.translate(-2, -2);
  for (const [index, path] of logoPaths.entries()) {
    paint.fillStyle = index === accentRhomb ? brandAccent : brandInk;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
    paint.fill(new Path2D(path));
  }
  paint.restore();
}

interface Writing {
  x: number;
  y: number;
  size: number;
  tracking?: number;
}

function setFont(paint: Paint, { size, tracking = 0 }: Pick<Writing, "size" | "tracking">): void {
  paint.font = `600 ${size}px ${fonts.display}, "Arial Narrow", Arial, sans-serif`;
  paint.letterSpacing = `${tracking * size}px`;
}

function write(paint: Paint, text: string, { x, y, ...font }: Writing): void {
  setFont(paint, font);
  paint.fillStyle = brandInk;
  paint.fillText(text, x, y);
}

/** As large as it fits, in at most five lines. */
function drawTitle(paint: Paint, text: string): void {
  const tracking = -0.026;
  for (let size = title.largest; ; size -= 2) {
    setFont(paint, { size, tracking });
    const measure = (line: string) => paint.measureText(line).width;
    const lines = breakLines(text, title.width, measure);
    const fits = lines.every((line) => measure(line) <= title.width + margin / 2);
    if ((lines.length > 5 || !fits || lines.length * size > 360) && size > title.least) continue;
    const shown = lines.slice(0, 8);
    const top = title.top + (title.height - shown.length * size) / 2 + size * 0.74;
    for (const [index, line] of shown.entries())
      write(paint, line, { x: margin, y: top + index * size, size, tracking });
    return;
  }
}

function drawTagline(paint: Paint): void {
  const size = 23;
  let x = margin;
  paint.letterSpacing = "0px";
  paint.font = `500 ${size}px ${fonts.text}, Arial, sans-serif`;
  for (const [index, word] of brand.tagline.entries()) {
    if (index > 0) {
      paint.strokeStyle = brandAccent;
      paint.lineWidth = 2;
      paint.stroke(new Path2D(`M${x - 15} ${height - 58}l7 -22`));
    }
    paint.fillStyle = brandMuted;
    paint.fillText(word, x, height - 62);
    x += paint.measureText(word).width + 26;
  }
}
