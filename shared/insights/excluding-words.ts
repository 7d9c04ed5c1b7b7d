/**
 * Words in openings that keep good candidates from applying, by age, sex, origin or health. Each with a reason or with what
 * says the same to everybody.
 */
const rules: readonly { words: RegExp; advice: string }[] = [
  { words: /\b(?:rock ?stars?|ninjas?|gurus?|wizards?|unicorns?)\b/gi, advice: "say what the person can do" },
  { words: /\bdigital natives?\b/gi, advice: "it means an age; name the tools instead" },
  { words: /\b(?:young|youthful) (?:team|company|and)\b/gi, advice: "older candidates read that they are not meant" },
  { words: /\b(?:recent|new|fresh) graduates?\b/gi, advice: "say which knowledge is needed" },
  { words: /\bnative (?:speakers?|english|german|french)\b/gi, advice: "say how well the language must be known" },
  { words: /\bmother tongue\b/gi, advice: "say how well the language must be known" },
  { words: /\bhe\/she\b|\bhis\/her\b|\bs\/he\b/gi, advice: "write “you” or “they”" },
  {
    words: /\b(?:manpower|man-hours?|chairman|salesm[ae]n|craftsm[ae]n|foreman)\b/gi,
    advice: "use a word for everybody",
  },
  { words: /\bable-bodied\b|\bphysically fit\b/gi, advice: "say what has to be done" },
  { words: /\b(?:aggressive(?:ly)?|dominant|fearless|killer instinct)\b/gi, advice: "it keeps women from applying" },
  { words: /\bcult(?:ural|ure) fit\b/gi, advice: "say which habits of work matter" },
  { words: /\bwork hard,? play hard\b/gi, advice: "people with families read that they are not meant" },
  { words: /\b(?:crazy|insane|lame)\b/gi, advice: "some candidates are hurt by it" },
];

/** Each word of `text` that excludes somebody, once a line, with its line from 1. */
export function findExcludingWords(text: string): { text: string; line: number }[] {
  return text.split("\n").flatMap((line, at) =>
    rules.flatMap(({ words, advice }) => {
      const found = new Set(Array.from(line.matchAll(words), ([word]) => word.toLowerCase()));
      return [...found].map((word) => ({ text: `“${word}”: ${advice}.`, line: at + 1 }));
    }),
  );
}
