import { UnreadableFileError } from "./limits.ts";

/**
 * What `read` finds in a PDF; nothing where that is broken, such as behind a reference to what is no object.
 * @throws {UnreadableFileError} at the end of the budget
 */
export function readSafely<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    return undefined;
  }
}
