/** Bits of one block. */
const blockBits = 65_536;

/** Whole numbers from 0 on, a bit for each: a million that are close together take 125 kB. */
export class BitSet {
  readonly #blocks = new Map<number, Uint8Array>();

  add(number: number): void {
    const at = number % blockBits;
    const key = (number - at) / blockBits;
    const block = this.#blocks.get(key) ?? new Uint8Array(blockBits / 8);
    this.#blocks.set(key, block);
    block[at >> 3] = (block[at >> 3] ?? 0) | (1 << (at & 7));
  }

  delete(number: number): void {
    const at = number % blockBits;
    const block = this.#blocks.get((number - at) / blockBits);
    if (block) block[at >> 3] = (block[at >> 3] ?? 0) & ~(1 << (at & 7));
  }

  /** All of them, about `atOnce` in a list. */
  *list(atOnce: number): Generator<number[]> {
    let numbers: number[] = [];
    for (const [key, block] of this.#blocks)
      for (const [place, byte] of block.entries()) {
        for (let bit = 0; byte >> bit > 0; bit += 1)
          if ((byte >> bit) & 1) numbers.push(key * blockBits + place * 8 + bit);
        if (numbers.length >= atOnce) {
          yield numbers;
          numbers = [];
        }
      }
    if (numbers.length > 0) yield numbers;
  }
}
