import type { Explanation } from "#worker/search/staff/explain-hit.ts";
import type { Hit } from "#worker/search/find/types.ts";

export interface ExplanationView {
  key: string;
  title: string;
  trail: string;
  /** A row for each word or phrase that was sought. */
  words: { phrase: string; why: string; places: string; chunks: string; rarity: string; adds: string }[];
  lexical: string;
  vector: string;
  fused: string;
}

const whyWords = { typed: "typed", instead: "in place of a word nobody here writes, or a synonym" };

/** Why a document stands where it stands, in words. */
export function toExplanationView(
  { chunk, whole, words, weights, fieldWeights, all }: Explanation,
  { locale, hit }: { locale: string; hit: Hit },
): ExplanationView {
  const number = (digits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  const [count, score, fine] = [number(0), number(2), number(4)];
  const places = { title: "title", trail: "headings", body: "text" } as const;
  const { lexical, vector } = hit;
  // Without flattening each ranking adds what a document has of its best score (worker/search/engine/fuse.ts).
  const part = (weight: number, rank: number) =>
    weights.flattening === 0
      ? `${score.format(weight)} × its share of the best score`
      : `${score.format(weight)} / (${score.format(weights.flattening)} + ${rank}) = ${fine.format(weight / (weights.flattening + rank))}`;
  return {
    key: hit.key,
    title: hit.title,
    trail: chunk?.trail.join(" › ") ?? "",
    words: words.map(({ phrase, isTyped, inFields, chunks, rarity, adds }) => ({
      phrase,
      why: isTyped ? whyWords.typed : whyWords.instead,
      places:
        inFields.length === 0
          ? "not in its best passage"
          : inFields.map((field) => `${places[field]} ×${score.format(fieldWeights[field])}`).join(", "),
      chunks: `${count.format(chunks)} of ${count.format(all)}`,
      rarity: score.format(rarity),
      adds: score.format(adds),
    })),
    lexical: lexical
      ? `Rank ${lexical.rank} by words: ${score.format(chunk?.score ?? 0)} for its best passage and ${score.format(whole)} for the document as a whole. Its further passages add a little.`
      : "Not found by words.",
    vector: vector
      ? `Rank ${vector.rank} by meaning, with a cosine of ${number(3).format(vector.score)}: 1 would be the same text, 0 nothing in common.`
      : "Not found by meaning.",
    fused: `${[
      lexical && `words ${part(weights.lexical, lexical.rank)}`,
      vector && `meaning ${part(weights.vector, vector.rank)}`,
    ]
      .filter(Boolean)
      .join(", ")}: ${fine.format(hit.score)} together`,
  };
}
