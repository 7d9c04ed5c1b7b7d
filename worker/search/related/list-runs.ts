import { hashNumber } from "#shared/text/hash-number.ts";
import { splitWords } from "../engine/words.ts";

const runLength = 3;

/** Numbers of 32 bits, one for each run of three words. */
export function listRuns(text: string): Set<number> {
  const words = splitWords(text);
  return new Set(
    words.slice(runLength - 1).map((_, place) => hashNumber(words.slice(place, place + runLength).join(" "))),
  );
}
