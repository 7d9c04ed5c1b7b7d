/** Files of applications in the private part of the bucket. */
import type { ApplicationFileId, ApplicationId } from "#worker/db/applications-tables.ts";
import { privatePrefix } from "#worker/media/private-prefix.ts";
import { startDigest } from "./documents/digest.ts";
import type { FileSource } from "./documents/source.ts";

/** What lies under it belongs to applications: a folder for each. */
export const filesPrefix = `${privatePrefix}applications/`;

type Bucket = Pick<Env, "MEDIA">;

export function nameFileKey(application: ApplicationId, file: ApplicationFileId): string {
  return `${filesPrefix}${application}/${file}`;
}

/** The object of a file of an application; null when it is gone. Who asks has checked who may see it. */
export async function readPrivateFile({ MEDIA }: Bucket, key: string): Promise<R2ObjectBody | null> {
  return key.startsWith(filesPrefix) ? MEDIA.get(key) : null;
}

/** Copies a file to `key` while it is read, so that it is never in memory as a whole. Returns its SHA-256 (hex). */
export async function putFile({ MEDIA }: Bucket, key: string, source: FileSource): Promise<string> {
  const digest = startDigest();
  const { readable, writable } = new FixedLengthStream(source.size);
  const writer = writable.getWriter();
  // What ends it early is thrown below.
  writer.closed.catch(() => {});
  async function pump(): Promise<string> {
    try {
      for await (const chunk of source.stream()) {
        await digest.add(chunk);
        await writer.write(chunk);
      }
      await writer.close();
      return await digest.end();
    } catch (error) {
      await writer.abort(error).catch(() => {});
      throw error;
    }
  }
  const pumping = pump();
  // Where it fails the bucket does, too, and says why.
  pumping.catch(() => {});
  try {
    await MEDIA.put(key, readable, { httpMetadata: { contentType: "application/octet-stream" } });
  } catch (error) {
    // A bucket that refuses without reading leaves a write that would wait for ever.
    writer.abort(error).catch(() => {});
    throw error;
  }
  return pumping;
}
