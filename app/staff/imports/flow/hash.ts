import { hashBytes } from "#shared/text/hash.ts";

/** SHA-256 of a text in hexadecimal. */
export function hashText(text: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(text));
}

/** How much of each end of a file identifies it: a whole one of 200 MB would have to be in memory. */
const end = 1024 * 1024;

/** A hash by which the same file is known again: of its size, its beginning and its end. */
export async function hashFile(file: Blob): Promise<string> {
  const known = new Blob([`${file.size}\n`, file.slice(0, end), file.slice(-end)]);
  return hashBytes(await known.arrayBuffer());
}
