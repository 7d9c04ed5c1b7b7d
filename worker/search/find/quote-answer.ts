import { stemText } from "../engine/stem-words.ts";
import { splitWords } from "../engine/words.ts";
import type { Hit, Mark, Passage, SearchAnswer, SoughtWord } from "./types.ts";

/** A sentence of the site, as it stands there. */
interface Quote {
  text: string;
  marks: readonly Mark[];
  path: string;
  anchor: string;
  title: string;
  trail: readonly string[];
}

/**
 * How much of what is sought a sentence must hold, by weight of its words, from 0 to 1: where its heading asks such a
 * question, where another question is asked, and where the query is none. Chosen on the shipped judgements.
 */
const thresholds = { headed: 0.6, question: 0.8, other: 0.97 };
/** Words of a query that it must hold. */
const fewestHeld = 2;
/** What another sentence must have of the evidence of the best one. */
const share = 0.85;
const mostQuotes = 3;
/** Documents that are looked at, the best first. */
const mostDocuments = 5;
/** What a word in the title counts, where the sentence itself has it not. */
const titleShare = 0.5;
const fewestWords = 5;
const longestQuote = 320;

/**
 * Answers a query with one to three sentences of the documents that were found, word for word, or not at all: where no
 * sentence has enough of what is sought. Nothing is written by a machine.
 */
export function quoteAnswer(answer: Pick<SearchAnswer, "text" | "hits" | "sought">): Quote[] {
  const { hits } = answer;
  const isAsked = isQuestion(answer.text);
  const sought = isAsked ? answer.sought.filter(({ stems: [stem = ""] }) => !measures.has(stem)) : answer.sought;
  if (sought.length < (isAsked ? 2 : 3)) return [];
  const found = hits
    .slice(0, mostDocuments)
    .flatMap((hit, rank) =>
      hit.passages.flatMap((passage, place) => listCandidates(hit, passage, sought, rank + place)),
    );
  const [best] = found
    .filter(({ evidence, isHeaded }) => {
      const least = isAsked ? (isHeaded ? thresholds.headed : thresholds.question) : thresholds.other;
      return evidence >= least;
    })
    .toSorted((one, other) => other.score - one.score);
  if (!best) return [];
  return [best, ...chooseOthers(best, found)].map(({ quote }) => quote);
}

const askingWords = new Set(
  "what how why who whom whose when where which can could do does did is are was were will would should may must".split(
    " ",
  ),
);

/** It ends with a question mark, or begins as questions do and is longer than two words. */
function isQuestion(text: string): boolean {
  const words = splitWords(text);
  return /[?？؟]\s*$/.test(text) || (words.length > 2 && askingWords.has(words[0] ?? ""));
}

/** Stems of the words after "how", which an answer does not repeat. */
const measures = new Set(["mani", "much", "long", "often"]);

interface Candidate {
  quote: Quote;
  /** From 0 to 1: how much of what is sought it holds. */
  evidence: number;
  /** The same, less for what ranks or stands lower, and more under a question. */
  score: number;
  /** Its heading is a question. */
  isHeaded: boolean;
  /** Of the passage, and the place of the sentence in it. */
  passage: Passage;
  place: number;
}

function listCandidates(
  { path, title }: Hit,
  passage: Passage,
  sought: readonly SoughtWord[],
  rank: number,
): Candidate[] {
  const { anchor, trail } = passage;
  const inTitle = new Set(stemText(title));
  const inHeading = new Set(stemText(trail.at(-1) ?? ""));
  return splitSentences(passage).flatMap(({ text, marks }, place) => {
    if (!standsAlone(text, place)) return [];
    // What stands under a heading is said about it; most of all the first two sentences.
    const own = new Set(stemText(text));
    const countOf = (stem: string) =>
      own.has(stem) ? 1 : inHeading.has(stem) ? (place < 2 ? 0.95 : 0.6) : inTitle.has(stem) ? titleShare : 0;
    const held = sought.filter(({ stems }) => stems.some((stem) => countOf(stem) > titleShare));
    if (held.length < fewestHeld) return [];
    const evidence = weigh(sought, countOf);
    const isHeaded = place < 2 && (trail.at(-1) ?? "").endsWith("?");
    const quote = { text, marks, path, anchor, title, trail };
    const score = evidence - 0.02 * place - 0.015 * rank + (isHeaded ? 0.1 : 0);
    return [{ quote, evidence, score, isHeaded, passage, place }];
  });
}

function weigh(sought: readonly SoughtWord[], countOf: (stem: string) => number): number {
  const total = sought.reduce((sum, { weight }) => sum + weight, 0);
  const held = sought.reduce((sum, { stems, weight }) => sum + weight * Math.max(...stems.map(countOf)), 0);
  return total === 0 ? 0 : held / total;
}

/** Sentences with their marks. */
function splitSentences({ text, marks }: Passage): { text: string; marks: Mark[] }[] {
  const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)];
  return sentences.map(({ segment, index }) => {
    const end = index + segment.trimEnd().length;
    return {
      text: segment.trimEnd(),
      marks: marks
        .filter(([from, to]) => from >= index && to <= end)
        .map(([from, to]) => [from - index, to - index] as const),
    };
  });
}

const leaning = /^(?:it|this|that|these|those|they|he|she|such|but|and|or|so|also|then|both|neither|instead)\b/i;

/** A whole sentence that says something, and that can be read without the one before it. */
function standsAlone(text: string, place: number): boolean {
  if (text.length > longestQuote || !/[.!]["”’)]?$/.test(text)) return false;
  const words = splitWords(text).length;
  // What has a comma after every few words is a list.
  const isList = text.split(",").length - 1 > words / 4;
  return words >= fewestWords && !isList && (place === 0 || !leaning.test(text));
}

/** The sentence after the best one where it goes on with it, and other sentences that hold as much. */
function chooseOthers(best: Candidate, found: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const words = [new Set(stemText(best.quote.text))];
  for (const one of found.toSorted((first, second) => second.score - first.score)) {
    if (chosen.length === mostQuotes - 1) break;
    const isSame = one.passage === best.passage && Math.abs(one.place - best.place) > 1;
    if (one === best || isSame || one.evidence < share * best.evidence) continue;
    const own = new Set(stemText(one.quote.text));
    // Nobody reads the same twice.
    if (words.some((known) => overlap(known, own) > 0.6)) continue;
    words.push(own);
    chosen.push(one);
  }
  return chosen;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length / Math.max(1, Math.min(one.size, other.size));
}
