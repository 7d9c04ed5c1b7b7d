/** A word: letters, digits and accents, with the signs of "C++" and "C#". Each sign of Chinese and Japanese is one. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:[+#]+(?![\p{L}\p{N}]))?/gu;

/** Letters that are no letter with an accent, as they are written without them. */
const plain: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Longest word of the index; a longer one is found by its beginning. */
const longestWord = 40;

export interface Word {
  /** In small letters without accents. */
  folded: string;
  /** Where it is in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** The words of `text` in their order; marks alone are no word. */
export function* listWords(text: string): Generator<Word> {
  for (const match of text.matchAll(word)) {
    const place = { start: match.index, end: match.index + match[0].length };
    // Some signs stand for several words.
    for (const folded of fold(match[0]).match(word) ?? [])
      yield { folded: Array.from(folded).slice(0, longestWord).join(""), ...place };
  }
}

function fold(written: string): string {
  return written
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}+#]/gu, "")
    .normalize("NFC");
}

/** The folded words of `text`, one space between two. */
export function foldWords(text: string): string[] {
  return Array.from(listWords(text), ({ folded }) => folded);
}
