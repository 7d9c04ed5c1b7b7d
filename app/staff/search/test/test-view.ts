import type { FusionWeights } from "#worker/search/engine/fuse.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import type { Hit, SearchAnswer } from "#worker/search/find/types.ts";
import { searchSite } from "#worker/search/find/search-site.ts";
import { explainHit } from "#worker/search/staff/explain-hit.ts";
import { listVersionNames } from "#worker/search/staff/list-versions.ts";
import { readFrequent } from "#worker/search/staff/query-log.ts";
import { limitWork, type Reading } from "../read-part.ts";
import { buildPartPath, nameKind } from "../parts.ts";
import { type ExplanationView, toExplanationView } from "./explanation-view.ts";

export interface TestRow {
  key: string;
  title: string;
  to: string;
  score: string;
  rank: number;
}

export interface FusedRow extends TestRow {
  kind: string;
  lexical: string;
  vector: string;
  isPinned: boolean;
  trail: string;
  /** Pieces of the passage; every other one was sought. */
  passage: readonly string[];
  explainTo: string;
  isExplained: boolean;
}

export interface TestView {
  q: string;
  version: string;
  versions: { value: string; name: string }[];
  examples: string[];
  found: Found | null;
}

interface Found {
  took: string;
  total: string;
  corrected: readonly { typed: string; meant: string }[];
  left: readonly string[];
  /** What the second ranking is, and how both are fused. */
  vectorName: string;
  fusion: string;
  failed: boolean;
  lexical: TestRow[];
  vector: TestRow[];
  fused: FusedRow[];
  explanation: ExplanationView | null;
}

const shownRows = 10;

/** What the three rankings give for the words in the address. */
export async function loadTest(reading: Reading): Promise<TestView> {
  const { search, query, locale, at } = reading;
  const q = cleanLine(query.get("q") ?? "", 300);
  const wanted = Number(query.get("v") ?? "");
  const versions = await listVersionNames(search.searchDb);
  const version = versions.find(({ id }) => id === wanted)?.id;
  const view = {
    q,
    version: version === undefined ? "" : String(version),
    versions: versions.map(({ id, name }) => ({ value: String(id), name })),
  };
  if (q === "") return { ...view, examples: await listExamples(reading), found: null };
  await limitWork(reading);
  const began = performance.now();
  const answer = await searchSite(search, { text: q, now: at, most: 50, ...(version !== undefined && { version }) });
  const took = performance.now() - began;
  const explain = query.get("explain") ?? "";
  const hit = answer.hits.find(({ key }) => key === explain);
  const explanation = hit
    ? toExplanationView(await explainHit(search, { text: q, hit, answer, now: at }), { locale, hit })
    : null;
  const hereTo = (key: string) => buildPartPath("test", { q, v: view.version, explain: key });
  return {
    ...view,
    examples: [],
    found: toFound(answer, { locale, took, explain, hereTo, explanation }),
  };
}

async function listExamples({ search, at }: Reading): Promise<string[]> {
  return (await readFrequent(search.db, at, 10)).map(({ text }) => text);
}

interface Telling {
  locale: string;
  took: number;
  explain: string;
  hereTo: (key: string) => string;
  explanation: ExplanationView | null;
}

function toFound(answer: SearchAnswer, { locale, took, explain, hereTo, explanation }: Telling): Found {
  const number = new Intl.NumberFormat(locale);
  const write = (digits: number) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return (score: number) => format.format(score);
  };
  const [bm25, cosine, fused] = [write(2), write(3), write(4)];
  const { version } = answer;
  const byLeg = (leg: "lexical" | "vector", format: (score: number) => string) =>
    answer.hits
      .flatMap((hit) => (hit[leg] ? [toRow(hit, hit[leg].rank, format(hit[leg].score))] : []))
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, shownRows);
  return {
    took: number.format(Math.round(took)),
    total: number.format(answer.total),
    corrected: answer.corrected,
    left: answer.left,
    vectorName: version
      ? `cosine, ${version.provider === "lsa" ? "LSA, learnt from this site" : version.model}`
      : "none",
    fusion: version ? describeFusion(version.weights, number) : "Words alone: no version of vectors serves.",
    failed: version?.failed ?? false,
    lexical: byLeg("lexical", bm25),
    vector: byLeg("vector", cosine),
    fused: Array.from(answer.hits.slice(0, shownRows), (hit, place): FusedRow => {
      const [passage] = hit.passages;
      return {
        ...toRow(hit, place + 1, fused(hit.score)),
        kind: nameKind(hit.kind),
        lexical: hit.lexical ? String(hit.lexical.rank) : "–",
        vector: hit.vector ? String(hit.vector.rank) : "–",
        isPinned: hit.isPinned,
        trail: passage?.trail.join(" › ") ?? "",
        passage: passage ? cutPassage(passage) : [],
        explainTo: hit.key === explain ? hereTo("") : hereTo(hit.key),
        isExplained: hit.key === explain,
      };
    }),
    explanation,
  };
}

function toRow({ key, title, path, passages }: Hit, rank: number, score: string): TestRow {
  return { key, title, to: path + (passages[0]?.anchor ? `#${passages[0].anchor}` : ""), score, rank };
}

const shownCharacters = 220;

/** The part of a passage around the first word that was sought, cut at its marks. */
function cutPassage({ text, marks }: Pick<Hit["passages"][number], "text" | "marks">): string[] {
  const first = marks[0]?.[0] ?? 0;
  const from = first > 80 ? text.lastIndexOf(" ", first - 60) + 1 : 0;
  const end = from + shownCharacters;
  const to = end >= text.length ? text.length : Math.max(text.lastIndexOf(" ", end), from + 1);
  const pieces: string[] = [];
  let at = from;
  for (const [begin, after] of marks.filter(([begin, after]) => begin >= from && after <= to)) {
    pieces.push(text.slice(at, begin), text.slice(begin, after));
    at = after;
  }
  pieces.push(text.slice(at, to));
  pieces[0] = (from > 0 ? "… " : "") + (pieces[0] ?? "");
  if (to < text.length) pieces[pieces.length - 1] += " …";
  return pieces;
}

function describeFusion({ lexical, vector, flattening }: FusionWeights, number: Intl.NumberFormat): string {
  const [words, meaning] = [number.format(lexical), number.format(vector)];
  return flattening === 0
    ? `Each ranking gives a document its share of the ranking's best score: times ${words} for words, times ${meaning} for meaning.`
    : `Reciprocal ranks: ${words} for words, ${meaning} for meaning, each divided by ${number.format(flattening)} + rank.`;
}
