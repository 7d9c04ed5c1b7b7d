import type { Term } from "../engine/parse-query.ts";

/** More terms than this cost time and hardly change the order: the rarest ones say what is sought. */
const mostTerms = 16;
/** In so many passages the terms may stand, counted for each of them: what a search costs grows with these. */
const mostPassages = 12_000;
/** These are sought in any case. */
const fewestTerms = 2;

interface Known {
  /** In how many chunks each word stands, and what was meant by each term that is in none. */
  frequencies: Readonly<Record<string, number>>;
  meant: ReadonlyMap<Term, number>;
}

/** The terms that are sought, in their order: all of them where the query and the index are of usual size, otherwise the rarest. */
export function chooseTerms(terms: readonly Term[], { frequencies, meant }: Known): readonly Term[] {
  const countOf = (term: Term) =>
    meant.get(term) ??
    Math.min(...term.words.map((word) => (Object.hasOwn(frequencies, word) ? (frequencies[word] ?? 0) : 0)));
  const rarest = terms
    .map((term) => ({ term, count: countOf(term) }))
    .toSorted((one, other) => one.count - other.count);
  const chosen = new Set<Term>();
  let passages = 0;
  for (const { term, count } of rarest) {
    // What is said several times is looked up as often.
    passages += count * term.times;
    if (chosen.size >= fewestTerms && (chosen.size >= mostTerms || passages > mostPassages)) break;
    chosen.add(term);
  }
  return terms.filter((term) => chosen.has(term));
}
