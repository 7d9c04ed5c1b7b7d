/** Edge of the square that is sent, in pixels. */
const edge = 256;

/**
 * The middle of a picture as a small square, upright as its camera meant it, and as an address that shows it. Null for a
 * file that the browser cannot draw.
 */
export async function scalePicture(file: File): Promise<{ file: File; url: string } | null> {
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
