/** Edge of the square that is sent, in pixels. */
const edge = 256;

/**
 * Replaces the picture that is chosen in `input` by its middle, as a small square. Resolves with an address that shows it; null where
 * nothing is chosen, where something else is chosen meanwhile, and where the browser cannot draw the file: it is then sent as it is, and refused.
 */
export async function scaleChosen(input: HTMLInputElement): Promise<string | null> {
  const [file] = input.files ?? [];
  const scaled = file && (await scalePicture(file));
  if (!scaled || input.files?.[0] !== file) return null;
  const list = new DataTransfer();
  list.items.add(scaled.file);
  input.files = list.files;
  return scaled.url;
}

/** The middle of a picture, upright as its camera meant it. Null for a file that the browser cannot draw. */
async function scalePicture(file: File): Promise<{ file: File; url: string } | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement("canvas"), { width: edge, height: edge });
    const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
    canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, edge, edge);
    bitmap.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.9));
    return blob && { file: new File([blob], file.name, { type: blob.type }), url: canvas.toDataURL("image/webp", 0.9) };
  } catch {
    return null;
  }
}
