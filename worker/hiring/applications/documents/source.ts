import { Buffer } from "node:buffer";

/** A file that lies somewhere, to be read in parts. */
export interface FileSource {
  /** Bytes. */
  size: number;
  /** The bytes from `from` on, at most `length` of them. */
  read(from: number, length: number): Promise<Uint8Array>;
  /** All bytes in order. */
  stream(): AsyncIterable<Uint8Array>;
}

/** The bytes as characters of the same numbers. */
export function toLatin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
