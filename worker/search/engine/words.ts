/** Words as the full-text index splits them: letters and digits, lower case, without accents. */
import { normalizeText } from "#shared/text/normalize-text.ts";

/** They stand in nearly every text, so a query is asked without them, unless it has no others. */
const smallWords = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further had has have having he her here hers him his how i if in into
  is it its itself just may me might more most must my no nor not of off on once only or other our ours out over own per same
  shall she should so some such than that the their theirs them then there these they this those through to too under until
  up upon us very via was we were what when where whether which while who whom whose why will with within would you your
  yours`.split(/\s+/),
);

/** Longer words are nothing that anybody seeks. */
const longestWord = 40;

/** Every word of `text`, in its order. */
export function splitWords(text: string): string[] {
  const plain = normalizeText(text, "NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= longestWord);
}

/** False for a word such as "the". */
export function isTelling(word: string): boolean {
  return !smallWords.has(word);
}
