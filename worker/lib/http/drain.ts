/** How many bytes of a refused body are still read; after that the connection is cut. */
const drainLimit = 1024 * 1024;
/** Bytes to begin with where a body has no Content-Length. */
const firstBuffer = 16 * 1024;

/**
 * Reads a refused body and discards it. A client that is still sending when the answer arrives may lose the answer, or
 * the connection that its next request shares.
 */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || request.body.locked) return;
  const reader = request.body.getReader();
  let size = 0;
  try {
    while (size <= drainLimit) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The peer has gone: there is nothing left to read.
  }
}

/**
 * The bytes of a body of at most `limit`, or null when it has more; the rest is drained.
 * @throws whatever the stream throws when the peer goes away
 */
export async function readAtMost(request: Request, limit: number): Promise<Uint8Array | null> {
  const length = Number(request.headers.get("Content-Length") ?? 0) || 0;
  if (length > limit) {
    await drainBody(request);
    return null;
  }
  // One buffer for all of it: chunks that are put together afterwards are held two and three times.
  let bytes = new Uint8Array(Math.min(limit, length > 0 ? length : firstBuffer));
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const begin = size;
    size += chunk.byteLength;
    if (size <= limit) {
      if (size > bytes.length)
        bytes = copyInto(new Uint8Array(Math.min(limit, Math.max(size, 2 * bytes.length))), bytes);
      bytes.set(chunk, begin);
    } else if (size > drainLimit) break;
  }
  if (size > limit) return null;
  return size === bytes.length ? bytes : bytes.slice(0, size);
}

function copyInto(target: Uint8Array<ArrayBuffer>, source: Uint8Array): Uint8Array<ArrayBuffer> {
  target.set(source);
  return target;
}
