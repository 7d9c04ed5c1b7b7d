import { cleanLine } from "#shared/text/clean-line.ts";
import { countPages } from "#shared/pages/pagination.ts";
import {
  longestQuery,
  resultsPerPage,
  type SearchKind,
  type ShownPassage,
  type ShownResult,
  type ShownSearch,
} from "#shared/search/site-search.ts";
import { cutPassage } from "./cut-passage.ts";
import { quoteAnswer } from "./quote-answer.ts";
import { searchCached } from "./search-cached.ts";
import { mostRanked } from "./search-site.ts";
import type { Hit, SearchScope } from "./types.ts";

interface Asked {
  /** As it was typed. */
  query: string;
  kind?: SearchKind | null;
  /** From 1 on. */
  page?: number;
  isTyping?: boolean;
  isExact?: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** Longest passages, in characters: of what is being typed, and else. */
const longestPassage = { typing: 110, whole: 260 };
/** While a query is typed, these many results are shown. */
const mostWhileTyping = 8;

/** One page of a search, as it is shown. Two queries where the same was asked before, three else; none for nothing. */
export async function showSearch(
  scope: SearchScope,
  { query, kind = null, page = 1, isTyping = false, isExact = false, now }: Asked,
): Promise<ShownSearch> {
  const text = cleanLine(query, longestQuery);
  const shown = { query: text, kind, page, isExact };
  if (text === "")
    return {
      ...shown,
      pages: 1,
      total: 0,
      isMore: false,
      kinds: {},
      corrected: [],
      quotes: [],
      results: [],
      nearest: [],
    };
  const perPage = isTyping ? mostWhileTyping : resultsPerPage;
  const answer = await searchCached(scope, {
    // The space after a word that is whole.
    text: isTyping ? cleanLine(`${query}|`, longestQuery + 1).replace(/\|$/, "") : text,
    isTyping,
    isExact,
    ...(kind !== null && { kinds: [kind] }),
    skip: (page - 1) * perPage,
    most: perPage,
    now,
  });
  const longest = isTyping ? longestPassage.typing : longestPassage.whole;
  return {
    ...shown,
    pages: countPages(answer.total, perPage),
    total: answer.total,
    isMore: answer.total >= mostRanked,
    kinds: answer.kinds,
    corrected: answer.corrected,
    quotes:
      page > 1 || kind !== null || isTyping
        ? []
        : quoteAnswer(answer).map(({ text, marks, path, anchor, title, trail }) => ({
            text,
            marks,
            title,
            trail,
            to: linkTo(path, anchor),
          })),
    results: answer.hits.map((hit) => showHit(hit, longest)),
    nearest: answer.nearest.map((hit) => showHit(hit, longest)),
  };
}

function showHit({ kind, path, title, titleMarks, summary, passages }: Hit, longest: number): ShownResult {
  return {
    kind,
    path,
    title: { text: title, marks: titleMarks },
    summary,
    passages: passages.map(({ anchor, trail, text, marks }): ShownPassage => ({
      to: linkTo(path, anchor),
      trail,
      ...cutPassage({ text, marks }, longest),
    })),
  };
}

function linkTo(path: string, anchor: string): string {
  return anchor === "" ? path : `${path}#${anchor}`;
}
