/**
 * Takes exports apart beside the page, piece by piece: the next piece is read when the page asks for it, so that no more of
 * a file is in memory than that.
 */
import { BrokenFileError } from "../imported-post.ts";
import { readRows } from "./ghost/read-rows.ts";
import type { Input } from "./read-bytes.ts";
import { readRecords } from "./wordpress/read-records.ts";

export type ParseOrder =
  | { kind: "records"; file: Blob; name: string; names: readonly string[] }
  | { kind: "rows"; file: Blob; name: string; names: readonly string[] };

export type ParseMessage = { order: ParseOrder } | { next: true };

export interface ParseAnswer {
  /** Records or rows. */
  items: readonly unknown[];
  /** Bytes of the file that were read. */
  read: number;
  isEnd: boolean;
  broken: { message: string; place: string } | null;
}

/** How much goes to the page at once: it works on that before the next comes. */
const most = { items: 40, letters: 500_000 };

let pieces: AsyncIterator<unknown> | null = null;
let read = 0;

self.addEventListener("message", ({ data }: MessageEvent<ParseMessage>) => {
  if ("order" in data) pieces = open(data.order);
  else void answer();
});

function open({ kind, file, name, names }: ParseOrder): AsyncIterator<unknown> {
  read = 0;
  const input: Input = { name, open: () => file.stream().pipeThrough(countBytes()) };
  return kind === "records" ? readRecords(input, names) : readRows(input, names);
}

function countBytes(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(bytes, controller) {
      read += bytes.length;
      controller.enqueue(bytes);
    },
  });
}

async function answer(): Promise<void> {
  const items: unknown[] = [];
  let letters = 0;
  const open = pieces;
  if (open === null) return;
  try {
    while (items.length < most.items && letters < most.letters) {
      const { done, value } = await open.next();
      if (done) return self.postMessage({ items, read, isEnd: true, broken: null } satisfies ParseAnswer);
      items.push(value);
      letters += measure(value);
    }
    self.postMessage({ items, read, isEnd: false, broken: null } satisfies ParseAnswer);
  } catch (error) {
    const broken =
      error instanceof BrokenFileError
        ? { message: error.message, place: error.place }
        : { message: "The file cannot be read from here on.", place: `after ${read} bytes` };
    self.postMessage({ items, read, isEnd: true, broken } satisfies ParseAnswer);
  }
}

/** Letters that count of a record or a row. */
function measure(value: unknown): number {
  const { fields, values } = value as {
    fields?: ReadonlyMap<string, string>;
    values?: Readonly<Record<string, unknown>>;
  };
  const texts = fields ? [...fields.values()] : Object.values(values ?? {});
  return texts.reduce((sum: number, text) => sum + (typeof text === "string" ? text.length : 0), 0);
}
