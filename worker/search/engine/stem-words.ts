import { stemmer } from "stemmer";
import { isTelling, splitWords } from "./words.ts";

/** The stems of the words of `text` that tell what it is about, in their order. */
export function stemText(text: string): string[] {
  return splitWords(text)
    .filter((word) => word.length > 1 && isTelling(word))
    .map(stemmer);
}
