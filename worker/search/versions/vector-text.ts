/** Vectors as they are stored: Base64 of signed bytes. */

/** The bytes of a vector, the largest of them 127 in size, and what makes them the vector again when it is multiplied with them. */
export function packVector(vector: Float32Array): { data: string; scale: number } {
  let largest = 0;
  for (const entry of vector) largest = Math.max(largest, Math.abs(entry));
  const bytes = new Int8Array(vector.length);
  if (largest > 0) for (const [index, entry] of vector.entries()) bytes[index] = Math.round((entry * 127) / largest);
  return { data: Buffer.from(bytes.buffer).toString("base64"), scale: largest / 127 };
}

export function unpackBytes(data: string): Int8Array {
  const bytes = Buffer.from(data, "base64");
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
