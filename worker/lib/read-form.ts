import { readAtMost } from "./drain.ts";
import { BodyTooLargeError, UnsupportedBodyError } from "./errors.ts";

/** Bytes that a form of a page may have: five thousand characters of any script, encoded. */
const largestForm = 64 * 1024;

/**
 * The fields of a form-encoded post, of a name that comes twice the last.
 * @throws {UnsupportedBodyError} for a body in any other format
 * @throws {BodyTooLargeError} for one that is longer than any of our forms
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(await readFields(request));
}

/** As `readForm`, with every value of a name that comes more than once. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  const mediaType = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") throw new UnsupportedBodyError();
  const bytes = await readAtMost(request, largestForm);
  if (!bytes) throw new BodyTooLargeError();
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
