/** Where in a listing a reader is: which page, counted from 1, and what they search for ("" for nothing). */
export interface ListingParams {
  page: number;
  query: string;
}

const lastPage = 1000;
const longestQuery = 100;

/** Reads `?page=` and `?q=`. Whatever is not a page means the first; a search is one line of at most 100 characters. */
export function readListingParams({ searchParams }: URL): ListingParams {
  const page = searchParams.get("page") ?? "";
  const query = (searchParams.get("q") ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return {
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), lastPage) : 1,
    query: Array.from(query).slice(0, longestQuery).join("").trim(),
  };
}

/** Address of another page of the same listing; `path` such as "/insights/tag/cost". */
export function buildListingPath(path: string, { page, query }: ListingParams): string {
  const search = new URLSearchParams();
  if (query !== "") search.set("q", query);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? path : `${path}?${search}`;
}
