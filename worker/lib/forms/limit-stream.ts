/** Bytes that are asked for at once: each piece costs a turn of the event loop. */
const pieceSize = 64 * 1024;

type WaitFor = <Answer>(work: Promise<Answer>) => Promise<Answer>;

/**
 * The same bytes, of which each piece is waited for by `wait` and no longer. A slow reader is given all the time it takes. With
 * `length` an answer made of it says how long it is.
 */
export function limitStream(source: ReadableStream, length: number | null, wait: WaitFor): ReadableStream {
  let read: (() => Promise<ReadableStreamReadResult<Uint8Array>>) | undefined;
  let cancel = (reason: unknown) => source.cancel(reason);

  function open() {
    const bytes = openBytes(source);
    const reader = bytes ?? source.getReader();
    cancel = (reason) => reader.cancel(reason);
    return bytes
      ? () => bytes.read(new Uint8Array(pieceSize))
      : () => (reader as ReadableStreamDefaultReader<Uint8Array>).read();
  }

  const limited = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        read ??= open();
        try {
          const { done, value } = await wait(read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          await cancel(error).catch(() => {});
          throw error;
        }
      },
      cancel: (reason) => cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return length === null ? limited : limited.pipeThrough(new FixedLengthStream(length));
}

/** A reader of pieces of a size of our own; null for a stream that has its own. */
function openBytes(source: ReadableStream): ReadableStreamBYOBReader | null {
  try {
    return source.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}
