import type { ArticleCover } from "#app/art/recipes/covers.ts";
import { type CoverPart, coverSizes, largestCoverPart } from "#shared/insights/cover-sizes.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { cutAround } from "./cut-around.ts";
import { drawCover, toDrawingUrl } from "./draw-cover.client.ts";
import { drawShareCard } from "./share-card.client.ts";

type Cover = NonNullable<InsightDraft["cover"]>;

/** True for a cover that is cut out of an uploaded picture. */
export function isPictureCover(cover: Cover): cover is Extract<Cover, { picture: string }> {
  return "picture" in cover;
}

/** How app/art draws a cover; a motif or a colour that it does not know is left to it. */
export function toArticleCover(cover: Exclude<Cover, { picture: string }>): ArticleCover {
  return cover as ArticleCover;
}

export interface MadeCover {
  files: Record<CoverPart, File>;
  /** Contrast of the title with an uploaded picture on the shared image, 1..21. */
  titleContrast: number | null;
}

/**
 * Makes the three pictures of a cover in the browser.
 * @throws {Error} when it cannot be drawn, or its picture does not arrive
 */
export function makeCover(cover: Cover, title: string): Promise<MadeCover> {
  return isPictureCover(cover) ? cutCover(cover, title) : drawFiles(cover, title);
}

async function drawFiles(cover: Exclude<Cover, { picture: string }>, title: string): Promise<MadeCover> {
  const { wide, card } = coverSizes;
  const [wideSvg = "", cardSvg = ""] = await drawCover(toArticleCover(cover), [wide, card]);
  const picture = Object.assign(new Image(), { src: toDrawingUrl(cardSvg) });
  await picture.decode();
  const { canvas } = await drawShareCard({ title, picture, size: card, focus: null });
  const share = await encode(canvas, ["image/png", "image/jpeg"]);
  return { files: { wide: toFile(wideSvg), card: toFile(cardSvg), share }, titleContrast: null };
}

async function cutCover({ picture: key, focus }: Extract<Cover, { picture: string }>, title: string) {
  const picture = await readPicture(key);
  const size = { width: picture.width, height: picture.height };
  const cut = async (part: CoverPart) => {
    const target = coverSizes[part];
    const canvas = Object.assign(document.createElement("canvas"), target);
    const { x, y, width, height } = cutAround(size, focus, target);
    canvas.getContext("2d")?.drawImage(picture, x, y, width, height, 0, 0, target.width, target.height);
    // Safari writes no WebP.
    return encode(canvas, ["image/webp", "image/jpeg"]);
  };
  const { canvas, contrast } = await drawShareCard({ title, picture, size, focus });
  const share = await encode(canvas, ["image/jpeg"]);
  const files = { wide: await cut("wide"), card: await cut("card"), share };
  picture.close();
  return { files, titleContrast: contrast };
}

/** @throws {Error} when it does not arrive, or is no picture that this browser shows */
export async function readPicture(key: string): Promise<ImageBitmap> {
  const response = await fetch(`/media/${key}`);
  if (!response.ok) throw new Error(`The picture ${key} is not there.`);
  return createImageBitmap(await response.blob());
}

/** The canvas in the first of `types` that the browser writes and that is not too large. */
async function encode(canvas: HTMLCanvasElement, types: readonly string[]): Promise<File> {
  for (const type of types)
    for (const quality of [0.86, 0.7]) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
      if (blob?.type === type && blob.size <= largestCoverPart) return new File([blob], "cover", { type });
    }
  throw new Error("This browser could not write the picture.");
}

function toFile(svg: string): File {
  return new File([svg], "cover.svg", { type: "image/svg+xml" });
}
