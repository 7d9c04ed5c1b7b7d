import { InvalidInputError, UnsupportedBodyError } from "#worker/lib/errors.ts";
import { decodeText, readBytes, readMediaType } from "#worker/lib/forms/parse-form.ts";

/**
 * The JSON that a script of the page has sent, of `most` bytes at most.
 * @throws {UnsupportedBodyError} for what is no JSON by its type; {BodyTooLargeError}; {InvalidInputError}
 */
export async function readJson(request: Request, most: number): Promise<unknown> {
  if (readMediaType(request) !== "application/json") throw new UnsupportedBodyError();
  const text = decodeText(await readBytes(request, most));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidInputError({});
  }
}
