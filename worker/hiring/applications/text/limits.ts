/** What is spent on one file at most. workerd's clock stands still while code runs, so work is counted instead of timed. */
export const limits = {
  /** Characters of text that are stored of one file. */
  characters: 200_000,
  /** Bytes that one part of a file may unpack to, and all of them. */
  unpackedPart: 8 * 1024 * 1024,
  unpacked: 32 * 1024 * 1024,
  /** Pages that are read; the text of further ones is left out. */
  pages: 100,
  /** Bytes that are looked at, each time that they are; an object, an operator or a letter counts for some of them. */
  steps: 48_000_000,
  /** After so many of them others are served in between. */
  stepsAtOnce: 500_000,
  /** How deep drawings may be in drawings. */
  depth: 12,
} as const;

/** A file that its text cannot be taken from, with the reason as staff read it. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}

const tooMuchWork = "It takes too much work to read.";
const tooLarge = "It unpacks to more than a document does.";

/** Counts what a file takes. What is spent stays spent: whoever swallows the error gets it again with the next step. */
export class Budget {
  /** So far. */
  steps = 0;
  unpacked = 0;
  /** Fonts whose letters nobody can tell. */
  missedFonts = 0;
  #pausedAt = 0;

  /** Most bytes that the next part may unpack to. */
  get left(): number {
    return Math.max(0, Math.min(limits.unpackedPart, limits.unpacked - this.unpacked));
  }

  get isSpent(): boolean {
    return this.steps > limits.steps || this.unpacked > limits.unpacked;
  }

  /** True when others are to be served. */
  get isDue(): boolean {
    return this.steps - this.#pausedAt > limits.stepsAtOnce;
  }

  /** @throws {UnreadableFileError} when there are too many */
  step(count = 1): void {
    this.steps += count;
    if (this.steps > limits.steps) throw new UnreadableFileError(tooMuchWork);
  }

  /** @throws {UnreadableFileError} when a part, or all of them together, are too large */
  grow(bytes: number): void {
    this.unpacked += bytes;
    if (bytes > limits.unpackedPart || this.unpacked > limits.unpacked) throw new UnreadableFileError(tooLarge);
  }

  /** @throws {UnreadableFileError} when more is spent than there was */
  check(): void {
    this.step(0);
    this.grow(0);
  }

  /** Lets others be served in between. */
  async pause(): Promise<void> {
    this.check();
    this.#pausedAt = this.steps;
    await scheduler.wait(0);
  }
}
