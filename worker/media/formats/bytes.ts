/** Reading numbers and names out of files. */

/** What a format's reader has found in a file. */
export interface ReadFile {
  /** What stays of the file, in order: the picture, without what says where and with what it was taken. */
  parts: Uint8Array[];
  /** In pixels, as it is shown; 0 where the file does not say. */
  width: number;
  height: number;
}

/** A whole number of `length` bytes, its highest byte first; bytes past the end count as 0. */
export function readNumber(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = 0; index < length; index += 1) number = number * 256 + (bytes[at + index] ?? 0);
  return number;
}

/** A whole number of `length` bytes, its lowest byte first. */
export function readSmallFirst(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = length - 1; index >= 0; index -= 1) number = number * 256 + (bytes[at + index] ?? 0);
  return number;
}

/** The characters of `length` bytes. */
export function readName(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** How many bytes `parts` have together. */
export function countBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** `parts` as one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(countBytes(parts));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
