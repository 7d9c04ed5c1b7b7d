/** How much work a reader of foreign files may do: steps are letters, tags, tokens or entries that were looked at. */
import { BrokenFileError } from "../imported-post.ts";

export class Budget {
  readonly #most: number;
  readonly #words: string;
  /** Steps so far. */
  spent = 0;

  /** `words` is what the owner of the file reads when it is used up. */
  constructor(most: number, words = "The file is put together in a way that cannot be read.") {
    this.#most = most;
    this.#words = words;
  }

  /** Counts steps before they are made. Throws BrokenFileError past the limit. */
  spend(steps: number, place = "the file"): void {
    this.spent += steps;
    if (this.spent > this.#most) throw new BrokenFileError(this.#words, place);
  }
}
