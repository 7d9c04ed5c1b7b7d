import { hashNumber } from "#shared/text/hash-number.ts";

/** Returns a repeatable source of numbers in [0, 1) for a seed text (mulberry32). */
export function createRandom(seed: string): () => number {
  let state = hashNumber(seed);
  return function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Picks one entry of a non-empty list by a number in [0, 1).
 * @throws RangeError when the list is empty.
 */
export function pickFrom<Item>(items: readonly Item[], fraction: number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(fraction * items.length))];
  if (item === undefined) throw new RangeError("Cannot pick from an empty list");
  return item;
}
