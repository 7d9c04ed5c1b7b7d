/** What the site's search shows, for browser and server. */
import { normalizeText } from "#shared/text/normalize-text.ts";

/** The kinds of what can be found, in the order of their groups. */
export const searchKinds = [
  { kind: "service", name: "Services" },
  { kind: "industry", name: "Industries" },
  { kind: "page", name: "Company" },
  { kind: "article", name: "Insights" },
  { kind: "opening", name: "Careers" },
] as const;

export type SearchKind = (typeof searchKinds)[number]["kind"];

/** Characters of a query that are read. */
export const longestQuery = 200;
export const resultsPerPage = 10;

/** A text, and where in it stands what was sought: from, and to the character after. */
export interface MarkedText {
  text: string;
  marks: readonly (readonly [from: number, to: number])[];
}

export interface ShownPassage extends MarkedText {
  /** Where it is read: the path of the page with its heading. */
  to: string;
  /** Headings from the first level below the title down to its own. */
  trail: readonly string[];
}

export interface ShownResult {
  kind: string;
  path: string;
  title: MarkedText;
  summary: string;
  /** The best first, at most three; none where the summary has to do. */
  passages: readonly ShownPassage[];
}

export interface ShownQuote extends ShownPassage {
  title: string;
}

export interface ShownSearch {
  /** As it was asked, with single spaces. */
  query: string;
  /** Null for all kinds. */
  kind: SearchKind | null;
  page: number;
  pages: number;
  /** Of this kind; `isMore` where there may be more than are counted. */
  total: number;
  isMore: boolean;
  kinds: Readonly<Record<string, number>>;
  /** Words that nothing on the site has, with what was sought in their place, or could be. */
  corrected: readonly { typed: string; meant: string }[];
  /** Only what is written was sought. */
  isExact: boolean;
  /** Sentences of the site that answer the query, word for word; none where that is not sure enough. */
  quotes: readonly ShownQuote[];
  results: readonly ShownResult[];
  /** What may help where there are none: what other kinds have, or pages with words that are written alike; at most three. */
  nearest: readonly ShownResult[];
}

export function isSearchKind(text: string | null): text is SearchKind {
  return searchKinds.some(({ kind }) => kind === text);
}

interface SearchParams {
  query: string;
  kind?: SearchKind | null;
  page?: number;
  isExact?: boolean;
}

/** Address of the page that shows a search. */
export function buildSearchPath({ query, kind = null, page = 1, isExact = false }: SearchParams): string {
  const search = new URLSearchParams();
  if (query !== "") search.set("q", query);
  if (kind !== null) search.set("kind", kind);
  if (page > 1) search.set("page", String(page));
  if (isExact) search.set("exact", "1");
  return search.size === 0 ? "/search" : `/search?${search}`;
}

/** The query with the words that were sought in place of those that nothing has. */
export function correctQuery({ query, corrected }: Pick<ShownSearch, "query" | "corrected">): string {
  const meant = new Map(corrected.map((word) => [word.typed, word.meant]));
  return query.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (word) => meant.get(foldWord(word)) ?? word);
}

/** As the engine splits words: lower case, without accents. */
function foldWord(word: string): string {
  return normalizeText(word, "NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
}
