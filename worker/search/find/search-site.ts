import { fuseRanks, type Fused } from "../engine/fuse.ts";
import { parseQuery } from "../engine/parse-query.ts";
import { rankDocuments, type RankedDocument } from "../engine/rank-documents.ts";
import { chooseRanking } from "../engine/search-lexical.ts";
import type { Understood } from "../engine/understand.ts";
import { splitWords } from "../engine/words.ts";
import { type Alternatives, writeMatch } from "../engine/write-match.ts";
import { askChunks, type ChunkRow } from "./ask-chunks.ts";
import { askIndex } from "./ask-index.ts";
import { chooseTerms } from "./choose-terms.ts";
import { createMarker, type Marker } from "./mark-words.ts";
import { weighWords } from "./weigh-words.ts";
import { readSearchContext, type SearchRule, type SearchContext } from "./search-context.ts";
import type { Hit, NearChunk, Passage, SearchAnswer, SearchOptions, SearchScope } from "./types.ts";

const mostPassages = 3;
/** Documents beyond this rank are not counted. */
export const mostRanked = 50;
/** Documents that are named where nothing is found. */
const mostNearest = 3;

/**
 * Searches once: three queries at most, in two turns. What is not public at `now` is never found, though the index may still
 * have it.
 */
export async function searchSite(scope: SearchScope, options: SearchOptions): Promise<SearchAnswer> {
  return searchWithContext(scope, options, readSearchContext(scope.db, options.now));
}

/** What an answer follows from, with the question: the state of the index, and of the site's database. */
interface Grounds {
  generation: number;
  context: SearchContext;
}

/**
 * The same with a given context. `recall` may return a cached answer for the same grounds: then nothing more is asked.
 */
export async function searchWithContext(
  { searchDb, leg }: Pick<SearchScope, "searchDb" | "leg">,
  { text, isTyping = false, isExact = false, kinds, skip = 0, most = 10, version: wanted }: SearchOptions,
  asked: SearchContext | Promise<SearchContext>,
  recall?: (grounds: Grounds) => SearchAnswer | undefined,
): Promise<SearchAnswer> {
  const parsed = parseQuery(text, { isTyping });
  const [index, context] = await Promise.all([askIndex(searchDb, parsed, wanted), asked]);
  const known = recall?.({ generation: index.generation, context });
  if (known) return known;
  const understood = index.understand(context.synonyms);
  const { corrected } = understood;
  const alternatives = isExact ? withoutCorrected(understood) : understood.alternatives;
  const { version } = index;
  let [near, failed]: [readonly NearChunk[], boolean] = [[], false];
  if (version && leg && version.weights.vector > 0)
    try {
      near = await leg.findNear(version, {
        text: parsed.text,
        stems: index.stems,
        meant: [...new Set([...alternatives.values()].flat(2))],
      });
    } catch {
      failed = true;
    }
  // No document has any of the words: what is written like them may help, and costs no other query.
  const isLost =
    near.length === 0 && parsed.terms.every((term) => understood.unknown.has(term) && !alternatives.has(term));
  const terms = chooseTerms(parsed.terms, { frequencies: index.frequencies, meant: understood.meant });
  const match = isLost ? writeMatch(understood.guesses) : writeMatch(terms, alternatives);
  const rows = await askChunks(searchDb, { match, ranking: chooseRanking(parsed.terms.length), near });
  const words = splitWords(text).join(" ");
  const rules = context.rules.filter(({ query }) => query === "" || query === words);
  const fits = ({ key }: ChunkRow) =>
    !context.hidden.has(key) && !rules.some((rule) => rule.kind === "exclusion" && rule.key === key);
  const ranked = rankRows(rows.filter(fits), version?.weights);
  const pins = readPins(rules);
  const found = putPinsFirst(ranked, pins);
  const shown = isLost ? [] : found;
  const all = kinds ? shown.filter(({ rows: [row] }) => kinds.includes(row.kind)) : shown;
  const chosen = all.slice(0, mostRanked);
  const mark = isLost ? createMarker(understood.guesses, new Map()) : createMarker(parsed.terms, alternatives);
  return {
    text: parsed.text,
    hits: chosen.slice(skip, skip + most).map((one) => describe(one, mark, pins)),
    nearest: chosen.length > 0 ? [] : found.slice(0, mostNearest).map((one) => describe(one, mark, pins)),
    total: chosen.length,
    kinds: countKinds(shown),
    corrected,
    left: parsed.terms.filter((term) => !terms.includes(term)).map(({ words }) => words.join(" ")),
    sought: weighWords(parsed.terms, alternatives, index),
    version: version && leg ? { ...version, failed } : null,
  };
}

/** Synonyms stay; what was guessed for words that no document has does not. */
function withoutCorrected({ alternatives, corrected }: Understood): Alternatives {
  const typed = new Set(corrected.map((word) => word.typed));
  return new Map([...alternatives].filter(([{ words }]) => words.length > 1 || !typed.has(words[0])));
}

interface Ranked extends Fused {
  /** Chunks of the document, those with words first, each leg's best one first. */
  rows: readonly [ChunkRow, ...ChunkRow[]];
  lexicalScore: number | null;
  vectorScore: number | null;
}

function rankRows(rows: readonly ChunkRow[], weights: Parameters<typeof fuseRanks>[2]): Ranked[] {
  const [byWords, byMeaning] = (["lexical", "vector"] as const).map((leg) =>
    rankDocuments(
      rows.flatMap(({ id, document, whole, [leg]: score }) =>
        score === null ? [] : [{ id, document, score, whole: leg === "lexical" ? (whole ?? 0) : 0 }],
      ),
    ),
  ) as [RankedDocument[], RankedDocument[]];
  const chunks = new Map(rows.map((row) => [row.id, row]));
  const [inWords, inMeaning] = [byWords, byMeaning].map(
    (list) => new Map(list.map((found) => [found.document, found.chunks])),
  ) as [Map<number, number[]>, Map<number, number[]>];
  return fuseRanks(byWords, byMeaning, weights).flatMap((fused) => {
    const ids = [...(inWords.get(fused.document) ?? []), ...(inMeaning.get(fused.document) ?? [])];
    const [first, ...others] = [...new Set(ids)].flatMap((id) => chunks.get(id) ?? []);
    if (!first) return [];
    const bestOf = (leg: "lexical" | "vector") =>
      [first, ...others].reduce<number | null>(
        (most, { [leg]: score }) => (score === null || (most !== null && most >= score) ? most : score),
        null,
      );
    const scores = { lexicalScore: bestOf("lexical"), vectorScore: bestOf("vector") };
    return [{ ...fused, ...scores, rows: [first, ...others] as const }];
  });
}

/** Places of documents that staff have put first. What the words do not lead to at all is not shown for them. */
function readPins(rules: readonly SearchRule[]): ReadonlyMap<string, number> {
  return new Map(rules.filter(({ kind }) => kind === "pin").map(({ key, place }) => [key, place]));
}

function putPinsFirst(ranked: readonly Ranked[], pins: ReadonlyMap<string, number>): Ranked[] {
  const placeOf = ({ rows: [{ key }] }: Ranked) => pins.get(key) ?? Infinity;
  return ranked.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first === second ? 0 : first - second;
  });
}

function countKinds(ranked: readonly Ranked[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const {
    rows: [{ kind }],
  } of ranked)
    counts[kind] = Math.min(mostRanked, (counts[kind] ?? 0) + 1);
  return counts;
}

function describe(
  { rows, score, lexical, vector, lexicalScore, vectorScore }: Ranked,
  mark: Marker,
  pins: ReadonlyMap<string, number>,
): Hit {
  const [{ key, kind, path, title, summary }] = rows;
  const passages = rows
    .flatMap(({ anchor, trail, text }): Passage[] =>
      text === null ? [] : [{ anchor, trail: JSON.parse(trail) as string[], text, marks: mark(text) }],
    )
    .slice(0, mostPassages);
  return {
    key,
    kind,
    path,
    title,
    titleMarks: mark(title),
    summary,
    score,
    lexical: lexical === null ? null : { rank: lexical, score: lexicalScore ?? 0 },
    vector: vector === null ? null : { rank: vector, score: vectorScore ?? 0 },
    isPinned: pins.has(key),
    passages,
  };
}
