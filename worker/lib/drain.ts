/** How many bytes of a refused body are still read; after that the connection is cut. */
const drainLimit = 1024 * 1024;

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
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) {
    await drainBody(request);
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else if (size > drainLimit) break;
  }
  return size > limit ? null : new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
