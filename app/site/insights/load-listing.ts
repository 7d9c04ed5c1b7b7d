import { data, redirect, type RouterContextProvider } from "react-router";
import { countPages } from "#shared/pages/pagination.ts";
import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { ShownSearch } from "#shared/search/site-search.ts";
import { type Filter, type Listing, listInsights } from "#worker/insights/list-insights.ts";
import { insightsPerPage } from "#worker/insights/insight-cards.ts";
import { openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { limitSearches } from "#worker/lib/limits/limit-searches.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import { openSearchScope } from "#worker/search/find/open-scope.ts";
import { searchCached } from "#worker/search/find/search-cached.ts";
import { mostRanked } from "#worker/search/find/search-site.ts";
import { type ListingParams, readListingParams } from "./listing-params.ts";

export interface ShownListing extends Omit<Listing, "movedTo"> {
  state: "shown";
  params: ListingParams;
  pages: number;
  /** True when a search may have found more than `total`. */
  hasMore: boolean;
  /** Words that nothing on the site has, with what was sought in their place. */
  corrected: ShownSearch["corrected"];
}
type Outcome =
  | ShownListing
  | { state: "missing" }
  | { state: "unavailable" }
  /** Too many searches: again after `retryAfter` seconds. */
  | { state: "limited"; query: string; retryAfter: number };

interface ListingArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/**
 * One page of articles for a route's loader, restricted to `filter` or to the search in the address. 301 for a topic that
 * was renamed or joined with another, 404 for an unknown one and for a page beyond the last, 429 after too many searches, 503 while the database does not answer.
 */
export async function loadListing({ context, request, url }: ListingArgs, filter?: Filter) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const { page, query } = readListingParams(url);
  const isSearch = !filter && query !== "";
  try {
    if (isSearch) await limitSearches(request, { env });
    const found = isSearch ? await findArticles(env, { query, page, at }) : null;
    const wanted = filter ?? (found ? { kind: "found" as const, ids: found.ids } : { kind: "all" as const });
    const listing = await listInsights(openReads(env, { isShared: context.get(sharedContext) }), {
      filter: wanted,
      page,
      now: at,
    });
    const isTopic = wanted.kind !== "all" && wanted.kind !== "found";
    const { movedTo, ...shown } = listing;
    const total = found?.total ?? listing.total;
    if (isTopic && !listing.topic && movedTo) throw redirect(movedTo + url.search, 301);
    if ((isTopic && !listing.topic) || (page > 1 && listing.posts.length === 0))
      return answer({ state: "missing" }, 404);
    const pages = countPages(total, insightsPerPage);
    const params = { page, query: isSearch ? query : "" };
    return data<Outcome>(
      {
        state: "shown",
        ...shown,
        total,
        hasMore: total >= mostRanked,
        corrected: found?.corrected ?? [],
        params,
        pages,
      },
      {
        headers: {
          // What a search finds changes with the index, with rules and with synonyms, which purge nothing.
          "Cache-Control": isSearch ? "private, no-cache" : writeCacheControl({ until: listing.changesAt, now: at }),
          "Cache-Tag": [...(listing.lead ? [listing.lead] : []), ...listing.posts]
            .map(({ slug }) => `post:${slug}`)
            .join(),
          ...(isSearch && { "X-Robots-Tag": "noindex" }),
        },
      },
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof TooManyAttemptsError)
      return answer({ state: "limited", query, retryAfter: error.retryAfter }, 429, {
        "Retry-After": String(error.retryAfter),
      });
    log.error("articles not read", error, { path: url.pathname });
    return answer({ state: "unavailable" }, 503);
  }
}

/** Which articles the site's search finds; their ids are those of a page, the best first. */
async function findArticles(env: Env, { query, page, at }: { query: string; page: number; at: number }) {
  const { hits, total, corrected } = await searchCached(openSearchScope(env), {
    text: query,
    kinds: ["article"],
    skip: (page - 1) * insightsPerPage,
    most: insightsPerPage,
    now: at,
  });
  return { ids: hits.map(({ key }) => key.slice("article:".length) as InsightId), total, corrected };
}

function answer(outcome: Outcome, status: number, headers: Record<string, string> = {}) {
  return data<Outcome>(outcome, { status, headers });
}
