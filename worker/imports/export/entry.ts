/** A file of the archive. */
export interface Entry {
  name: string;
  input: string | ReadableStream<Uint8Array>;
}

/** What of a list belongs to a part of an export: what comes after `after`, up to `to`; "" for no end. */
export interface Range {
  after: string;
  to: string;
}

/** JSON that somebody can read. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
