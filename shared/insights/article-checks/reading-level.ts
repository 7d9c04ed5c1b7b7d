import { countWords, findWords, splitSentences } from "./sentences.ts";

/** How hard a text is to read, in words; `isHard` where most readers will give up. */
export interface Reading {
  words: string;
  isHard: boolean;
}

/** Fewer words say nothing about a text. */
const fewest = 60;
/** A word of more letters counts as long. */
const longWord = 6;

/** Björnsson's LIX: words a sentence and long words in a hundred. It needs no syllables, so it fits many languages. */
const steps: readonly { below: number; words: string }[] = [
  { below: 30, words: "Very easy to read, like a letter" },
  { below: 40, words: "Easy to read, like a novel" },
  { below: 50, words: "Reads like a newspaper" },
  { below: 60, words: "Reads like a specialist magazine" },
  { below: Number.POSITIVE_INFINITY, words: "Hard to read, like a contract" },
];

/** Judges `paragraphs` of plain text; null where there are too few words. */
export function judgeReading(paragraphs: readonly string[]): Reading | null {
  const words = paragraphs.flatMap(findWords);
  if (words.length < fewest) return null;
  const sentences = paragraphs.flatMap(splitSentences).filter((sentence) => countWords(sentence) > 0).length;
  const long = words.filter((word) => [...word].length > longWord).length;
  const lix = words.length / Math.max(1, sentences) + (100 * long) / words.length;
  const step = steps.findIndex(({ below }) => lix < below);
  return { words: steps[step]?.words ?? "", isHard: step === steps.length - 1 };
}
