/** Days as objects of a bucket: `visits/2026/11/22.ndjson.gz`, one line for each visit. */
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import { readLine } from "./visit-lines.ts";
import { type LinePage, MissingDayError, type VisitArchive, type VisitLine, visitsPerPage } from "./types.ts";

const prefix = "visits/";
const ending = ".ndjson.gz";

/** Parts of an object are of one size, but for the last one, and of 5 MiB at least. */
const partSize = 8 * 1024 * 1024;

const metadata = { httpMetadata: { contentType: "application/gzip" } };

export function openR2Archive(bucket: R2Bucket): VisitArchive {
  const putDay = (name: string, pages: AsyncIterable<LinePage>) => put(bucket, toKey(name), pages);
  const readDay = (name: string) => read(bucket, name);
  return {
    putDay,
    readDay,
    eraseFrom: (name, visitors) => putDay(name, without(readDay(name), visitors)),
    deleteDay: (name) => bucket.delete(toKey(name)),
    async listDays() {
      const days: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const found = await bucket.list({ prefix, ...(cursor && { cursor }) });
        for (const { key } of found.objects) days.push(key.slice(prefix.length, -ending.length).replaceAll("/", "-"));
        more = found.truncated;
        cursor = found.truncated ? found.cursor : undefined;
      }
      return days;
    },
  };
}

function toKey(name: string): string {
  return `${prefix}${name.replaceAll("-", "/")}${ending}`;
}

async function* without(pages: AsyncIterable<LinePage>, visitors: ReadonlySet<string>): AsyncGenerator<LinePage> {
  for await (const page of pages) yield page.filter(({ visitor }) => !visitors.has(visitor));
}

/** An object is there as a whole or not at all. Most days are one part; of a larger one no more is held than that. */
async function put(bucket: R2Bucket, key: string, pages: AsyncIterable<LinePage>): Promise<void> {
  let upload: R2MultipartUpload | undefined;
  const parts: R2UploadedPart[] = [];
  const buffer = new Uint8Array(partSize);
  let filled = 0;
  try {
    for await (const chunk of compress(pages)) {
      for (let from = 0; from < chunk.length;) {
        const piece = chunk.subarray(from, from + partSize - filled);
        buffer.set(piece, filled);
        filled += piece.length;
        from += piece.length;
        if (filled < partSize) continue;
        upload ??= await bucket.createMultipartUpload(key, metadata);
        parts.push(await upload.uploadPart(parts.length + 1, buffer));
        filled = 0;
      }
    }
    const rest = buffer.subarray(0, filled);
    if (!upload) await bucket.put(key, rest, metadata);
    else {
      if (filled > 0) parts.push(await upload.uploadPart(parts.length + 1, rest));
      await upload.complete(parts);
    }
  } catch (error) {
    // What is left of an upload that nobody ends is deleted by R2 after seven days.
    await upload?.abort().catch(() => {});
    throw error;
  }
}

function compress(pages: AsyncIterable<LinePage>): AsyncGenerator<Uint8Array> {
  async function* encode() {
    for await (const page of pages)
      if (page.length > 0) yield Buffer.from(page.map(({ text }) => `${text}\n`).join(""));
  }
  return pass(encode(), createGzip());
}

/**
 * What comes out of `stream` for what goes into it, one after the other: CompressionStream would take all that comes, and hold
 * it.
 */
async function* pass(chunks: AsyncIterable<Uint8Array>, stream: Gzip | Gunzip): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  stream.on("data", (chunk: Uint8Array) => ready.push(chunk));
  const over = Promise.withResolvers<void>();
  stream.on("end", () => over.resolve());
  stream.on("error", (error) => over.reject(error));
  // Who waits for it does so below.
  over.promise.catch(() => {});
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => stream.write(chunk, (error) => (error ? reject(error) : resolve())));
    yield* ready.splice(0);
  }
  stream.end();
  await over.promise;
  yield* ready.splice(0);
}

async function* read(bucket: R2Bucket, name: string): AsyncGenerator<LinePage> {
  const object = await bucket.get(toKey(name));
  if (!object) throw new MissingDayError(name);
  const decoder = new TextDecoder();
  let rest = "";
  let page: VisitLine[] = [];
  for await (const bytes of pass(object.body, createGunzip())) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      page.push(readLine(line));
      if (page.length < visitsPerPage) continue;
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}
