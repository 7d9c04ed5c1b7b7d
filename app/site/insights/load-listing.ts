import { data, type RouterContextProvider } from "react-router";
import { countPages } from "#app/shared/pagination.ts";
import { publicHeadersUntil } from "#app/shared/public-headers.ts";
import { type Filter, type Listing, listPosts, postsPerPage } from "#worker/insights/list-posts.ts";
import { openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { type ListingParams, readListingParams } from "./listing-params.ts";

export type ShownListing = Listing & { state: "shown"; params: ListingParams; pages: number };
type Outcome = ShownListing | { state: "missing" } | { state: "unavailable" };

interface ListingArgs {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/**
 * One page of articles for a route's loader, restricted to `filter` or to the search in the address. 404 for an unknown
 * topic and for a page beyond the last, 503 while the database does not answer.
 */
export async function loadListing({ context, url }: ListingArgs, filter?: Filter) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const { page, query } = readListingParams(url);
  const isSearch = !filter && query !== "";
  const wanted = filter ?? (isSearch ? { kind: "search" as const, query } : { kind: "all" as const });
  try {
    const listing = await listPosts(openReads(env), { filter: wanted, page, now: at });
    const isTopic = wanted.kind === "category" || wanted.kind === "tag";
    if ((isTopic && !listing.topic) || (page > 1 && listing.posts.length === 0))
      return answer({ state: "missing" }, 404);
    const pages = countPages(listing.total, postsPerPage);
    const params = { page, query: isSearch ? query : "" };
    return data<Outcome>(
      { state: "shown", ...listing, params, pages },
      {
        headers: {
          ...publicHeadersUntil({ until: listing.changesAt, now: at }, "insights"),
          ...(isSearch && { "X-Robots-Tag": "noindex" }),
        },
      },
    );
  } catch (error) {
    log.error("articles not read", error, { path: url.pathname });
    return answer({ state: "unavailable" }, 503);
  }
}

function answer(outcome: Outcome, status: number) {
  return data<Outcome>(outcome, { status, headers: publicHeadersUntil({ until: null, now: now() }, "insights") });
}
