import { constants, createInflate, createInflateRaw } from "node:zlib";
import { joinBytes } from "#worker/media/formats/bytes.ts";

/**
 * What `bytes` unpack to, at most `most` bytes of it; what is broken or cut off ends there. By the platform: it makes little of a
 * block that holds nothing, keeps what came before a break, where a DecompressionStream loses it, and waits until a part is taken.
 */
export async function inflate(bytes: Uint8Array, format: "zlib" | "raw", most: number): Promise<Uint8Array> {
  const create = format === "raw" ? createInflateRaw : createInflate;
  const stream = create({ finishFlush: constants.Z_SYNC_FLUSH });
  stream.end(bytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // As far as it goes.
  }
  return joinBytes(chunks).subarray(0, most);
}
