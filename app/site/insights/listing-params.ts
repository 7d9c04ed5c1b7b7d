import { cleanLine } from "#shared/text/clean-line.ts";
import { parsePage } from "#shared/pages/pagination.ts";

/** Where in a listing a reader is: which page, counted from 1, and what they search for ("" for nothing). */
export interface ListingParams {
  page: number;
  query: string;
}

const longestQuery = 100;

/** Reads `?page=` and `?q=`. Whatever is not a page means the first; a search is one line of at most 100 characters. */
export function readListingParams({ searchParams }: URL): ListingParams {
  return {
    page: parsePage(searchParams.get("page")),
    query: cleanLine(searchParams.get("q") ?? "", longestQuery).trim(),
  };
}

/** Address of another page of the same listing; `path` such as "/insights/tag/cost". */
export function buildListingPath(path: string, { page, query }: ListingParams): string {
  const search = new URLSearchParams();
  if (query !== "") search.set("q", query);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? path : `${path}?${search}`;
}
