import { BodyTooLargeError, ConflictError, refuseFile } from "../errors.ts";
import { readAtMost } from "../http/drain.ts";

/**
 * The next part of a file that comes in parts of `partSize` bytes. Null for one that has come already, so that whoever lost the
 * answer may send it again.
 * @throws {ConflictError} for a part that is not the next one
 * @throws {InvalidInputError} for another length than the part must have
 */
export async function readPart(
  request: Request,
  { from, partSize, bytes: total, received }: { from: number; partSize: number; bytes: number; received: number },
): Promise<Uint8Array | null> {
  const length = Math.min(partSize, total - from);
  const part = await readAtMost(request, Math.max(0, length));
  if (from < received) return null;
  if (from > received) throw new ConflictError("A part of this file is missing. Send it again.");
  if (!part) throw new BodyTooLargeError();
  if (part.length !== length) throw refuseFile("This part of the file is not whole.");
  return length > 0 ? part : null;
}
