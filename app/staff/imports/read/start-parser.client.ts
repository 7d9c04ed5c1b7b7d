import { BrokenFileError } from "../imported-post.ts";
import type { GhostRow } from "./ghost/read-rows.ts";
import type { ParseAnswer, ParseMessage, ParseOrder } from "./parse-worker.ts";
import type { Parsing } from "./parsing.ts";
import type { Input } from "./read-bytes.ts";
import type { WordpressRecord } from "./wordpress/read-records.ts";

interface Starting {
  /** Ends the worker, in the middle of whatever it does. */
  signal: AbortSignal;
  report: (bytes: { read: number; total: number }) => void;
}

/** Takes exports apart in a worker: the page stays free, and a file that never ends can be stopped. */
export function startParser({ signal, report }: Starting): Parsing {
  async function* parse<Piece>(
    kind: ParseOrder["kind"],
    input: Input,
    names: readonly string[],
  ): AsyncGenerator<Piece> {
    // A browser keeps it on disk. What an archive packs was counted while it was unpacked.
    const file = await new Response(input.open()).blob().catch((error: unknown) => {
      throw error instanceof BrokenFileError ? error : new BrokenFileError("The file cannot be read.", input.name);
    });
    const worker = new Worker(new URL("parse-worker.ts", import.meta.url), { type: "module" });
    const end = () => worker.terminate();
    signal.addEventListener("abort", end);
    try {
      worker.postMessage({ order: { kind, file, name: input.name, names } } satisfies ParseMessage);
      for (;;) {
        const { items, read, isEnd, broken } = await askWorker(worker, signal);
        report({ read, total: file.size });
        yield* items as Piece[];
        if (broken) throw new BrokenFileError(broken.message, broken.place);
        if (isEnd) return;
      }
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  }
  return {
    records: (input, skipped = []) => parse<WordpressRecord>("records", input, skipped),
    rows: (input, tables) => parse<GhostRow>("rows", input, tables),
  };
}

function askWorker(worker: Worker, signal: AbortSignal): Promise<ParseAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<ParseAnswer>) => {
        signal.removeEventListener("abort", stop);
        resolve(data);
      },
      { once: true },
    );
    worker.addEventListener(
      "error",
      () => reject(new BrokenFileError("The file cannot be read: the browser has ended what reads it.", "the file")),
      { once: true },
    );
    worker.postMessage({ next: true } satisfies ParseMessage);
  });
}
