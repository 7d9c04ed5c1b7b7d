import { stemmer } from "stemmer";
import type { Term } from "../engine/parse-query.ts";
import { splitWords } from "../engine/words.ts";
import type { Alternatives } from "../engine/write-match.ts";
import type { Mark } from "./types.ts";

/** Finds in a text the words that a search was for. */
export type Marker = (text: string) => Mark[];

/** Words count as sought when they have the stem of a term or of one of its alternatives, or begin as one that is being typed. */
export function createMarker(terms: readonly Term[], alternatives: Alternatives): Marker {
  const sought = terms.flatMap((term) => [...term.words, ...(alternatives.get(term) ?? []).flat()]);
  const stems = new Set(sought.map(stemmer));
  const prefixes = terms.flatMap(({ words, isPrefix }) => (isPrefix ? words.slice(-1) : []));
  const isSought = (word: string) => stems.has(stemmer(word)) || prefixes.some((prefix) => word.startsWith(prefix));
  return (text) =>
    [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
      .filter(([written]) => splitWords(written).some(isSought))
      .map(({ 0: written, index }) => [index, index + written.length] as const);
}
