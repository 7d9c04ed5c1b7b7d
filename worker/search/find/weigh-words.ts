import { stemmer } from "stemmer";
import type { Term } from "../engine/parse-query.ts";
import type { Alternatives } from "../engine/write-match.ts";
import type { SoughtWord } from "./types.ts";

interface Known {
  frequencies: Readonly<Record<string, number>>;
  chunks: number;
}

/** The weight of each word of a query, by how many chunks have it. A word that none has weighs as much as one that one has. */
export function weighWords(
  terms: readonly Term[],
  alternatives: Alternatives,
  { frequencies, chunks }: Known,
): SoughtWord[] {
  return terms.flatMap((term) =>
    term.words.map((word): SoughtWord => {
      const others = (alternatives.get(term) ?? []).flat();
      const stems = [...new Set([word, ...others].map(stemmer))];
      const having = Object.hasOwn(frequencies, word) ? (frequencies[word] ?? 1) : 1;
      return { stems, weight: Math.log(1 + Math.max(1, chunks) / having) };
    }),
  );
}
