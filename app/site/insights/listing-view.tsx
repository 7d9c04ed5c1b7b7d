import type { ReactNode } from "react";
import { Link } from "react-router";
import { insights } from "#app/content/pages/insights.ts";
import type { Crumb } from "#app/content/page-types.ts";
import { buildSearchPath, correctQuery } from "#shared/search/site-search.ts";
import { CallToAction } from "../call-to-action.tsx";
import { NotFound } from "../not-found-notice.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { feeds } from "./feed-links.ts";
import { ListingControls, Pagination, SearchBox } from "./listing-controls.tsx";
import type { loadListing, ShownListing } from "./load-listing.ts";
import { LeadCard, InsightGrid } from "./insight-card.tsx";
import { Unavailable } from "./unavailable.tsx";
import "./recipes.ts";

type ListingData = Awaited<ReturnType<typeof loadListing>>["data"];

interface ListingViewProps {
  listing: ListingData;
  path: string;
  /** Heading and introduction, once the listing is loaded. */
  head: (listing: ShownListing) => { title: string; lead: string; trail: readonly Crumb[] };
  current: string | null;
  /** Stands below the head, once the listing is loaded. */
  intro?: (listing: ShownListing) => ReactNode;
}

/** A page of articles, or why there is none. */
export function ListingView({ listing, path, head, current, intro }: ListingViewProps) {
  if (listing.state === "missing") return <NotFound />;
  if (listing.state === "unavailable") return <Unavailable />;
  if (listing.state === "limited") return <Limited {...listing} />;
  const { lead, posts, categories, params, pages } = listing;
  return (
    <>
      <PageHead {...head(listing)} />
      {intro?.(listing)}
      <div // Listings and article cards. Loaded only on their pages.
        className="wrap listing: pb-section"
      >
        {lead && <LeadCard post={lead} />}
        <ListingControls categories={categories} current={params.query === "" ? current : null} query={params.query} />
        {params.query !== "" && <SearchOutcome listing={listing} />}
        {posts.length > 0 && <InsightGrid posts={posts} />}
        {!lead && posts.length === 0 && params.query === "" && <p className="listing-empty">{insights.empty.none}</p>}
        <Pagination path={path} params={params} pages={pages} />
        <p className="feed-links: mt-48px text-ink-2 text-15 [&>a]:inline-block [&>a]:p-[10px_0] [&>a]:mr-16px [&>a]:underline [&>a]:underline-offset-4px print:hidden">
          {insights.feeds}:{" "}
          {feeds.map(({ to, name }) => (
            <a key={to} href={to}>
              {name}
            </a>
          ))}
        </p>
      </div>
      <CallToAction {...insights.closing} />
    </>
  );
}

function SearchOutcome({ listing: { total, hasMore, corrected, params } }: { listing: ShownListing }) {
  const { title, text } = insights.empty;
  const { query } = params;
  const meant = correctQuery({ query, corrected });
  return (
    <div
      className="search-outcome: mb-28px [&_h2]:text-h4 [&_h2]:leading-1.2 [&_h2]:wrap-anywhere [&>p]:mt-8px [&>p]:text-ink-2 [&>p]:wrap-anywhere [&>p_a]:font-600 [&>p_a]:text-ink [&>p_a]:underline [&>p_a]:underline-offset-4px"
      role="status"
      data-event-search={params.page === 1 ? params.query : undefined}
      data-event-found={total}
    >
      {total > 0 ? (
        <h2>
          {insights.search.found(total, hasMore)} {insights.search.for(meant)}
        </h2>
      ) : (
        <div className="listing-empty">
          <h2>
            {title} {insights.search.for(query)}
          </h2>
          <p>{text}</p>
          <Link to="/insights" className="btn btn-outline btn-small" viewTransition>
            {insights.search.all}
          </Link>
        </div>
      )}
      {total > 0 && meant !== query && (
        <p>
          {insights.search.other}{" "}
          <Link to={buildSearchPath({ query, kind: "article", isExact: true })} viewTransition>
            <bdi>{query}</bdi>
          </Link>{" "}
          {insights.search.instead}
        </p>
      )}
    </div>
  );
}

/** Shown after too many searches. The field keeps the words, so that the visitor can search again. */
function Limited({ query, retryAfter }: { query: string; retryAfter: number }) {
  const { title, text } = insights.limited;
  return (
    <section className="wrap notice" aria-labelledby="limited-title">
      <div>
        <h1 id="limited-title" className="d2">
          {title}
        </h1>
        <p className="lead" role="status">
          {`${text} ${retryAfter} seconds.`}
        </p>
        <SearchBox query={query} />
        <div className="notice-actions">
          <Link className="btn btn-outline" to="/insights" viewTransition>
            {insights.search.all}
          </Link>
        </div>
      </div>
    </section>
  );
}
