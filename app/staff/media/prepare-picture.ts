import { listVariantWidths, longestPlaceholder, mostPixels } from "#shared/media/media-library.ts";

/** What the browser makes of a picture before it is sent. */
export interface PreparedPicture {
  /** WebP at other widths. */
  variants: Blob[];
  /** A tiny WebP, base64; "" for a picture that lets its ground through, or none. */
  placeholder: string;
}

/** Width of the placeholder in pixels. */
const tiny = 16;

const nothing: PreparedPicture = { variants: [], placeholder: "" };

/**
 * Draws `file` at the widths that articles offer, upright as its camera meant it. Nothing for a GIF, which would stand still,
 * for a PDF, and for what this browser cannot draw: the server says what is wrong with it.
 * @throws {Error} for a picture with too many pixels, with words for its sender
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const kind = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isStill = !["GIF8", "%PDF"].includes(String.fromCharCode(...kind));
  const bitmap = isStill ? await createImageBitmap(file).catch(() => null) : null;
  if (!bitmap) return nothing;
  const { width, height } = bitmap;
  try {
    if (width * height > mostPixels)
      throw new Error(
        `This picture has ${width} by ${height} pixels, which is ${Math.round((width * height) / 1e6)} megapixels. At most 40 are taken: make it smaller first.`,
      );
    const variants: Blob[] = [];
    for (const each of listVariantWidths(width)) variants.push(await draw(bitmap, each, 0.82));
    return { variants, placeholder: await drawPlaceholder(bitmap) };
  } finally {
    bitmap.close();
  }
}

function paint(bitmap: ImageBitmap, width: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, Math.max(1, Math.round((bitmap.height * width) / bitmap.width)));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser could not draw the picture. Try again, or use another one.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function draw(bitmap: ImageBitmap, width: number, quality: number): Promise<Blob> {
  return paint(bitmap, width).convertToBlob({ type: "image/webp", quality });
}

/** None for a picture that lets its ground through: it would shine through for ever. */
async function drawPlaceholder(bitmap: ImageBitmap): Promise<string> {
  // A picture that is much higher than wide would have too large a placeholder.
  if (bitmap.height > bitmap.width * 2) return "";
  const canvas = paint(bitmap, tiny);
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  if (pixels.some((value, at) => at % 4 === 3 && value < 250)) return "";
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.5 });
  const text = btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  return text.length <= longestPlaceholder ? text : "";
}
