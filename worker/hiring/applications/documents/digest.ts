interface StreamedDigest extends WritableStream<Uint8Array> {
  digest: Promise<ArrayBuffer>;
}

/** workerd hashes what is written to it, piece by piece. */
const { DigestStream } = crypto as unknown as { DigestStream: new (algorithm: string) => StreamedDigest };

/** The SHA-256 of bytes that come one after the other. */
export function startDigest() {
  const digest = new DigestStream("SHA-256");
  const writer = digest.getWriter();
  return {
    add: (chunk: Uint8Array) => writer.write(chunk),
    /** As hex, once all have been added. */
    async end(): Promise<string> {
      await writer.close();
      return Array.from(new Uint8Array(await digest.digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  };
}
