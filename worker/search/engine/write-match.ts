import type { Term } from "./parse-query.ts";

/** Alternatives for a term, each a list of words that stand beside each other. */
export type Alternatives = ReadonlyMap<Term, readonly (readonly string[])[]>;

/** What is said more often does not count for more: nobody means it, and each time costs a look at all that have the word. */
const mostTimes = 8;

/**
 * The query of the full-text index for any of the terms, or of what stands for them; what was said several times stands in it as
 * often, so that BM25 counts it so. Words have letters and digits alone, so nothing in them has a meaning to the index. Null where
 * there is nothing to seek.
 */
export function writeMatch(terms: readonly Term[], alternatives: Alternatives = new Map()): string | null {
  const asked = new Map<string, number>();
  for (const term of terms)
    for (const phrase of listPhrases(term, alternatives))
      asked.set(phrase, Math.max(asked.get(phrase) ?? 0, Math.min(term.times, mostTimes)));
  return asked.size === 0
    ? null
    : [...asked].flatMap(([phrase, times]) => Array.from({ length: times }, () => phrase)).join(" OR ");
}

function listPhrases(term: Term, alternatives: Alternatives): string[] {
  const end = term.isPrefix ? " *" : "";
  return [
    `${quote(term.words)}${end}`,
    ...(term.after === undefined ? [] : [`${quote([term.after, ...term.words])}${end}`]),
    ...(alternatives.get(term) ?? []).map(quote),
  ];
}

function quote(words: readonly string[]): string {
  return `"${words.join(" ")}"`;
}
