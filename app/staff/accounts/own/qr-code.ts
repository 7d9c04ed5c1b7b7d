/** A QR code as the path of an SVG whose dark squares are one unit wide. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws `text` on the server, with the margin of two squares that readers need at least. */
export async function drawQrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size, path };
}
