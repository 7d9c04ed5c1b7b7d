import { foldShort, foldSpelled, foldText, joiners } from "#worker/lib/text/fold-text.ts";

/**
 * A word: letters, digits and accents, with the signs of "C++" and "C#", and what is not seen within it. Each sign of Chinese and
 * Japanese is one.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}\u00AD\u200B\u200E\u200F\u2060])+(?:[+#]+(?![\p{L}\p{N}]))?/gu;

/** Longest word of the index; a longer one is found by its beginning. */
const longestWord = 40;

export interface Word {
  /** In small letters without accents. */
  folded: string;
  /** The same with "ü" as "ue" where it is written so. */
  spelled: string;
  /** Where it is in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** The words of `text` in their order; marks alone are no word. */
export function* listWords(text: string): Generator<Word> {
  for (const match of text.matchAll(word)) {
    const place = { start: match.index, end: match.index + match[0].length };
    const [written] = match;
    // Most words have no letter with two spellings.
    const spelled = /[^\p{ASCII}]/u.test(written) ? listParts(foldSpelled(written)) : null;
    // Some signs stand for several words.
    for (const [index, folded] of listParts(foldText(written)).entries())
      yield { folded, spelled: spelled?.[index] ?? folded, ...place };
  }
}

function listParts(folded: string): string[] {
  const clean = folded.replaceAll(/[^\p{L}\p{N}\p{M}+#]/gu, "");
  return (clean.match(word) ?? []).map((part) => cut(part));
}

function cut(folded: string): string {
  return Array.from(folded).slice(0, longestWord).join("");
}

const joined = new RegExp(`^[${joiners}]$`, "u");

/** The words that only an apostrophe or a hyphen stands between, as one: "obrien" of "O'Brien"; each with its first and last word. */
export function listJoined(text: string, words: readonly Word[]): { folded: string; first: number; last: number }[] {
  const found: { folded: string; first: number; last: number }[] = [];
  for (let first = 0; first < words.length; first += 1) {
    let last = first;
    while (isJoined(text, words[last], words[last + 1])) last += 1;
    if (last === first) continue;
    const parts = words.slice(first, last + 1).map(({ folded }) => folded);
    found.push({ folded: cut(parts.join("")), first, last });
    first = last;
  }
  return found;
}

function isJoined(text: string, word: Word | undefined, next: Word | undefined): boolean {
  return word !== undefined && next !== undefined && joined.test(text.slice(word.end, next.start));
}

/** The folded words of `text`, one space between two. */
export function foldWords(text: string): string[] {
  return Array.from(listWords(text), ({ folded }) => folded);
}

/** Each form under which a word of `text` is found. In names "ue" is found as "u", too. */
export function listTerms(text: string, { isName = false } = {}): string[] {
  const words = [...listWords(text)];
  const own = words.flatMap(({ folded, spelled }) => [folded, spelled]);
  const all = [...own, ...listJoined(text, words).map(({ folded }) => folded)];
  return [...new Set(isName ? all.flatMap((term) => [term, foldShort(term)]) : all)];
}
