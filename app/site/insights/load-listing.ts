import { data, redirect, type RouterContextProvider } from "react-router";
import { countPages } from "#app/shared/pagination.ts";
import { writeCacheControl } from "#app/shared/cache-control.ts";
import { type Filter, type Listing, listPosts } from "#worker/insights/list-posts.ts";
import { postsPerPage } from "#worker/insights/post-cards.ts";
import { openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import { limitSearches } from "#worker/lib/limit-searches.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import { type ListingParams, readListingParams } from "./listing-params.ts";

export type ShownListing = Omit<Listing, "movedTo"> & { state: "shown"; params: ListingParams; pages: number };
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
  const wanted = filter ?? (isSearch ? { kind: "search" as const, query } : { kind: "all" as const });
  try {
    if (isSearch) await limitSearches(request, { env });
    const listing = await listPosts(openReads(env, { isShared: context.get(sharedContext) }), {
      filter: wanted,
      page,
      now: at,
    });
    const isTopic = wanted.kind !== "all" && wanted.kind !== "search";
    const { movedTo, ...shown } = listing;
    if (isTopic && !listing.topic && movedTo) throw redirect(movedTo + url.search, 301);
    if ((isTopic && !listing.topic) || (page > 1 && listing.posts.length === 0))
      return answer({ state: "missing" }, 404);
    const pages = countPages(listing.total, postsPerPage);
    const params = { page, query: isSearch ? query : "" };
    return data<Outcome>(
      { state: "shown", ...shown, params, pages },
      {
        headers: {
          "Cache-Control": writeCacheControl({ until: listing.changesAt, now: at }),
          "Cache-Tag": [
            ...(isSearch ? ["insights-edits"] : []),
            ...[...(listing.lead ? [listing.lead] : []), ...listing.posts].map(({ slug }) => `post:${slug}`),
          ].join(),
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

function answer(outcome: Outcome, status: number, headers: Record<string, string> = {}) {
  return data<Outcome>(outcome, { status, headers });
}
