/** Words as the search knows them: lower case, without accents, cut to their stems; small words left out. */

const smallWords = new Set(
  "a an and are as at be been but by can did do does for from had has have how if in into is it its no nor not of on or our so such than that the their them then there these they this to was were what when where which who why will with would you your".split(
    " ",
  ),
);

const longestTerm = 32;
/** More words than this add work to a query, and hardly ever precision. */
const longestQuery = 8;

/** Every term of `text`, in order, repeated as often as it occurs. */
export function splitTerms(text: string): string[] {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[’']s\b/g, "");
  return (words.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !smallWords.has(word))
    .map(stemWord)
    .filter(isTerm);
}

/** Counted in characters, as the table counts them. */
function isTerm(term: string): boolean {
  const { length } = Array.from(term);
  return length >= 2 && length <= longestTerm;
}

/** The terms of what a reader typed: each once, at most eight. */
export function parseQuery(query: string): string[] {
  return [...new Set(splitTerms(query))].slice(0, longestQuery);
}

/**
 * Cuts the common endings of English words, so that "migrating", "migrations" and "migrated" are the same term. Rough on
 * purpose: query and article are cut alike, so a stem need not be a word.
 */
function stemWord(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return word
    .replace(/(?<=[a-z]{3})(?:ies|ied)$/, "y")
    .replace(/(?<=ss|sh|ch|x|z)es$/, "")
    .replace(/(?<=[^aeious])s$|(?<=[aeo])s$/, "")
    .replace(/(?<=[a-z]{3})(?:ations?|ating|ated|ate)$/, "at")
    .replace(/(?<=[a-z]{3})(?:ing|ed|ly|ment|er|or)$/, "")
    .replace(/([b-df-hj-np-tv-z])\1$/, "$1")
    .replace(/(?<=[a-z]{3})[ey]$/, "");
}

export interface Weighted {
  text: string;
  /** How much one occurrence counts. */
  weight: number;
}

/** Terms with their weights over several texts. A word repeated ten times counts as five. */
export function weighTerms(parts: readonly Weighted[]): [term: string, weight: number][] {
  const weights = new Map<string, number>();
  for (const { text, weight } of parts) {
    const counts = new Map<string, number>();
    for (const term of splitTerms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) weights.set(term, (weights.get(term) ?? 0) + weight * Math.min(count, 5));
  }
  return [...weights];
}
