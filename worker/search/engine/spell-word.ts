/** Other spellings of words: as they sound, and British for American. */

/** Endings and parts that British and American English write differently. */
const pairs = [
  [/is(?=(?:ation|e|ed|er|ing)s?$)/, "iz"],
  [/iz(?=(?:ation|e|ed|er|ing)s?$)/, "is"],
  [/lys(?=(?:e|ed|er|ing)s?$)/, "lyz"],
  [/lyz(?=(?:e|ed|er|ing)s?$)/, "lys"],
  [/(?<=(?:col|fav|behavi|lab|harb|neighb|hon))our(?=s?$|(?:ed|able|ing)$)/, "or"],
  [/(?<=(?:col|fav|behavi|lab|harb|neighb|hon))or(?=s?$|(?:ed|able|ing)$)/, "our"],
  [/(?<=[bt])re(?=s?$)/, "er"],
  [/(?<=cent|met|theat|fib)er(?=s?$)/, "re"],
  [/enc(?=es?$)/, "ens"],
  [/ens(?=es?$)/, "enc"],
  [/ogue(?=s?$)/, "og"],
  [/(?<=l)l(?=(?:ing|ed|er|ers)$)/, ""],
  [/amme(?=s?$)/, "am"],
] as const;

/** Other spellings of a word that is spelled right. Some of them are no words, which does no harm: no text has them. */
export function listSpellings(word: string): string[] {
  if (word.length < 5) return [];
  return [...new Set(pairs.map(([written, other]) => word.replace(written, other)))].filter((other) => other !== word);
}

/** What a word sounds like, roughly: words with the same letters here are easily taken for one another. */
export function writeSound(word: string): string {
  return word
    .replaceAll("ph", "f")
    .replaceAll(/c(?=[eiy])/g, "s")
    .replaceAll(/ck|c|q/g, "k")
    .replaceAll("z", "s")
    .replaceAll("y", "i")
    .replaceAll(/gh|(?<=[rt])h/g, "")
    .replaceAll(/ie|ei|ea|ee/g, "i")
    .replaceAll(/(.)\1+/g, "$1");
}
