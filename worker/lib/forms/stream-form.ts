/** Forms with files, read as they come: no file is ever in memory as a whole. */
import { Buffer } from "node:buffer";
import type { FormAnswers } from "#shared/pages/refusal.ts";
import { BodyTooLargeError, UnreadableBodyError, UnsupportedBodyError } from "../errors.ts";
import { type FormTree, readFields } from "./form-fields.ts";
import { decodeText, readForm, readMediaType } from "./parse-form.ts";

/** A file of a form while it comes. What is not read of `chunks` is read and discarded. */
interface ComingFile {
  field: string;
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

interface StreamedForm {
  /** Most bytes of the whole body. */
  bytes: number;
  /** Most bytes of all texts together. */
  textBytes: number;
  /** Called for each file that was chosen, with the texts that came before it. */
  takeFile: (file: ComingFile, before: ReadonlyMap<string, string>) => Promise<void>;
}

const mostFields = 200;
const longestHead = 8 * 1024;

/**
 * The texts of a posted form as `readForm` gives them, whether it comes with files or not.
 * @throws {UnsupportedBodyError} for a body in another format
 * @throws {BodyTooLargeError} for more bytes or fields than are taken
 * @throws {UnreadableBodyError} for broken text or broken multipart
 */
export async function readStreamedForm(
  request: Request,
  { bytes, textBytes, takeFile }: StreamedForm,
): Promise<{ tree: FormTree; answers: FormAnswers }> {
  if (readMediaType(request) !== "multipart/form-data") return readForm(request, { bytes: textBytes });
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(request.headers.get("Content-Type") ?? "");
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined || !request.body) throw new UnsupportedBodyError();
  const body = cutBody(request.body, { mark, bytes });
  const texts: [string, string][] = [];
  let left = textBytes;
  let fields = 0;
  for (let part = await body.next(); part; part = await body.next()) {
    fields += 1;
    if (fields > mostFields) throw new BodyTooLargeError();
    const { field, fileName, chunks } = part;
    if (fileName !== null) {
      // A field without a file comes as one without a name.
      if (fileName !== "") await takeFile({ field, name: fileName, chunks }, new Map(texts));
      continue;
    }
    const read: Uint8Array[] = [];
    for await (const chunk of chunks) {
      left -= chunk.length;
      if (left < 0) throw new BodyTooLargeError();
      // The parser's buffer goes on.
      read.push(Uint8Array.from(chunk));
    }
    texts.push([field, decodeText(Buffer.concat(read))]);
  }
  return readFields(texts);
}

interface Part {
  field: string;
  /** Null for a text. */
  fileName: string | null;
  chunks: AsyncIterable<Uint8Array>;
}

/** Cuts a multipart body (RFC 7578) into its parts. Each has to be done with before the next is asked for. */
function cutBody(stream: ReadableStream<Uint8Array>, { mark, bytes }: { mark: string; bytes: number }) {
  const reader = stream.getReader();
  const delimiter = Buffer.from(`\r\n--${mark}`);
  // The first delimiter stands at the very beginning.
  let buffer: Buffer = Buffer.from("\r\n");
  let total = 0;
  let isInPart = true;

  async function readMore(): Promise<void> {
    const { done, value } = await reader.read();
    if (done) throw new UnreadableBodyError();
    total += value.length;
    if (total > bytes) {
      await reader.cancel().catch(() => {});
      throw new BodyTooLargeError();
    }
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.length);
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
  }

  /** What comes before the next delimiter, which is taken too. */
  async function* readToDelimiter(): AsyncGenerator<Uint8Array> {
    while (isInPart) {
      const at = buffer.indexOf(delimiter);
      const safe = at === -1 ? buffer.length - delimiter.length : at;
      const head = buffer.subarray(0, Math.max(0, safe));
      buffer = buffer.subarray(head.length);
      if (at !== -1) {
        isInPart = false;
        buffer = buffer.subarray(delimiter.length);
      }
      if (head.length > 0) yield head;
      if (at === -1) await readMore();
    }
  }

  async function next(): Promise<Part | null> {
    for await (const rest of readToDelimiter()) void rest;
    while (buffer.length < 2) await readMore();
    if (buffer.subarray(0, 2).toString("latin1") === "--") {
      await reader.cancel().catch(() => {});
      return null;
    }
    let end = buffer.indexOf("\r\n\r\n");
    while (end === -1) {
      if (buffer.length > longestHead) throw new UnreadableBodyError();
      await readMore();
      end = buffer.indexOf("\r\n\r\n");
    }
    const head = decodeText(buffer.subarray(0, end));
    buffer = buffer.subarray(end + 4);
    isInPart = true;
    return { ...readHead(head), chunks: readToDelimiter() };
  }

  return { next };
}

function readHead(head: string): { field: string; fileName: string | null } {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1] ?? "";
  const field = /(?:^|;)\s*name="([^"]*)"/i.exec(disposition)?.[1];
  const fileName = /(?:^|;)\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  if (field === undefined) throw new UnreadableBodyError();
  return { field: unescapeName(field), fileName: fileName === undefined ? null : unescapeName(fileName) };
}

/** As browsers escape names (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html). */
function unescapeName(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}
