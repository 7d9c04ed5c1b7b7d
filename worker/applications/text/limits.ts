/** What is spent on one file at most. workerd's clock stands still while code runs, so work is counted instead of timed. */
export const limits = {
  /** Characters of text that are kept of one file. */
  characters: 200_000,
  /** Bytes that one part of a file may unpack to, and all of them. */
  unpackedPart: 8 * 1024 * 1024,
  unpacked: 32 * 1024 * 1024,
  /** Pages that are read; the text of further ones is left out. */
  pages: 100,
  /** Drawing operations of a PDF, and words or groups of an RTF file. */
  operations: 1_000_000,
} as const;

/** A file that its text cannot be taken from, with the reason as staff read it. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}

/** Counts what a file takes. */
export class Budget {
  #unpacked = 0;
  #operations = 0;

  /** Most bytes that the next part may unpack to. */
  get left(): number {
    return Math.min(limits.unpackedPart, limits.unpacked - this.#unpacked);
  }

  /** @throws {UnreadableFileError} when the parts are too large together */
  addUnpacked(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > limits.unpacked) throw new UnreadableFileError("It unpacks to more than a document does.");
  }

  /** @throws {UnreadableFileError} when there are too many */
  addOperations(count = 1): void {
    this.#operations += count;
    if (this.#operations > limits.operations) throw new UnreadableFileError("It takes too much work to read.");
  }
}
