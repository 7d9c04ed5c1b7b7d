/** How files are read: in pieces, as text. */
import { dropControls } from "#app/writing-kit/sieve/drop-controls.ts";
import { BrokenFileError } from "../imported-post.ts";

/** A file, or an entry of an archive. Can be read more than once. */
export interface Input {
  /** For whoever looks for it: "" for a file that is not in an archive. */
  name: string;
  open: () => ReadableStream<Uint8Array>;
}

/** The pieces of a file as they come. Rejects with a BrokenFileError when the file cannot be read any longer. */
export async function* readBytes({ name, open }: Input): AsyncGenerator<Uint8Array> {
  const reader = open().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw error instanceof BrokenFileError
          ? error
          : new BrokenFileError("The file cannot be read.", name || "the file");
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Who stops early must not keep the file open.
    await reader.cancel().catch(() => {});
  }
}

/** The text of a file, piece by piece: without byte order mark and without control characters that no text needs. */
export async function* readText(input: Input): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const bytes of readBytes(input)) {
    decoder ??= new TextDecoder(findEncoding(bytes));
    yield dropControls(decoder.decode(bytes, { stream: true }));
  }
  if (decoder) yield dropControls(decoder.decode());
}

/** The whole text of a small file. Rejects with a BrokenFileError when it is longer than `most` characters. */
export async function readWhole(input: Input, most: number): Promise<string> {
  let text = "";
  for await (const piece of readText(input)) {
    text += piece;
    if (text.length > most)
      throw new BrokenFileError("The file is too long for one article.", input.name || "the file");
  }
  return text.replaceAll(/\r\n?/g, "\n");
}

/** The first bytes of a file. */
export async function readHead(input: Input, length: number): Promise<Uint8Array> {
  const head = new Uint8Array(length);
  let filled = 0;
  for await (const bytes of readBytes(input)) {
    const part = bytes.subarray(0, length - filled);
    head.set(part, filled);
    filled += part.length;
    if (filled === length) break;
  }
  return head.subarray(0, filled);
}

/** By the byte order mark, or by what an XML declaration or a page says of itself; else UTF-8. */
export function findEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return "utf-8";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  const named =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1] ??
    (isPage(bytes, head) ? /<meta[^<>]*\bcharset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] : undefined) ??
    "utf-8";
  try {
    const { encoding } = new TextDecoder(named);
    // A page that can be read up to here is not in UTF-16, whatever it says.
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch {
    return "utf-8";
  }
}

/** False for text that has an example of a page in it, and for what is UTF-8, whatever it says. */
function isPage(bytes: Uint8Array, head: string): boolean {
  if (!/^\s*</.test(head)) return false;
  if (bytes.every((byte) => byte < 0x80)) return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return false;
  } catch {
    return true;
  }
}
