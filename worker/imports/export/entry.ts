/** A file of the archive. */
export interface Entry {
  name: string;
  input: string | ReadableStream<Uint8Array>;
}

/** JSON that somebody can read. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
