/** What tests may take at will: the same in each run, so that none fails by chance. */
import { createRandom } from "#app/art/random.ts";

/** Bytes like any others, which nothing compresses. */
export function drawBytes(count: number, seed: string): Uint8Array<ArrayBuffer> {
  const draw = createRandom(seed);
  return Uint8Array.from({ length: count }, () => Math.floor(draw() * 256));
}

let marks = 0;

/** A word that nothing else is called. It ends in a letter: what is copied takes the next number. */
export function makeMark(): string {
  marks += 1;
  return `m${marks}x`;
}
