import type { Term } from "./parse-query.ts";

/** Other ways to say a term, each a list of words that stand beside each other. */
export type Alternatives = ReadonlyMap<Term, readonly (readonly string[])[]>;

/**
 * The query of the full-text index for any of the terms, or of what stands for them. Words have letters and digits alone, so
 * nothing in them has a meaning to the index. Null where there is nothing to seek.
 */
export function writeMatch(terms: readonly Term[], alternatives: Alternatives = new Map()): string | null {
  const asked = terms.flatMap((term) => [
    `${quote(term.words)}${term.isPrefix ? " *" : ""}`,
    ...(term.after === undefined ? [] : [`${quote([term.after, ...term.words])}${term.isPrefix ? " *" : ""}`]),
    ...(alternatives.get(term) ?? []).map(quote),
  ]);
  return asked.length === 0 ? null : [...new Set(asked)].join(" OR ");
}

function quote(words: readonly string[]): string {
  return `"${words.join(" ")}"`;
}
