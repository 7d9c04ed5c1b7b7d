/**
 * The reference that a search must not fall below: BM25 over whole documents (Robertson and others 1994), with the idf that is
 * never below 0 (as Lucene has it), Porter's stems and the 33 stop words of Lucene's standard list, all in memory.
 */
import { stemmer } from "stemmer";
import type { Scored } from "../../worker/search/engine/fuse.ts";

const k1 = 1.2;
const b = 0.75;

const stopWords = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was
  will with`.split(/\s+/),
);

/** Of each document, how often it has a stem. */
interface Posting {
  document: number;
  count: number;
}

/** Ranks texts, whose numbers are their places, for a query: the best first, equal ones by their numbers. */
export function indexPlainly(texts: readonly string[]): (query: string) => Scored[] {
  const postings = new Map<string, Posting[]>();
  const lengths = texts.map((text, document) => {
    const stems = listStems(text);
    for (const [stem, count] of countEach(stems)) {
      const own = postings.get(stem) ?? [];
      own.push({ document, count });
      postings.set(stem, own);
    }
    return stems.length;
  });
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  return (query) => {
    const scores = new Map<number, number>();
    for (const [stem, asked] of countEach(listStems(query))) {
      const found = postings.get(stem) ?? [];
      const rarity = Math.log(1 + (texts.length - found.length + 0.5) / (found.length + 0.5));
      for (const { document, count } of found) {
        const length = (lengths[document] ?? 0) / meanLength;
        const gain = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
        scores.set(document, (scores.get(document) ?? 0) + asked * gain);
      }
    }
    return Array.from(scores, ([document, score]) => ({ document, score })).toSorted(
      (one, other) => other.score - one.score || one.document - other.document,
    );
  };
}

function listStems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word)).map(stemmer);
}

function countEach(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
