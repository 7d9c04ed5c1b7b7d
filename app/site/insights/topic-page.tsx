import type { MetaDescriptor } from "react-router";
import { buildTopicPageMeta, insights } from "#app/content/pages/insights.ts";
import { buildMeta, buildMissingMeta } from "../parts/page-meta.ts";
import { ListingView } from "./listing-view.tsx";
import type { loadListing } from "./load-listing.ts";
import { buildListingPath } from "./listing-params.ts";

type TopicKind = "category" | "tag";
type Listing = Awaited<ReturnType<typeof loadListing>>["data"];
type MetaSource = Parameters<typeof buildMeta>[1];

const trail = [{ to: "/insights", name: insights.name }];

/** `meta()` of the listing of one category or tag. */
export function buildTopicMeta(
  kind: TopicKind,
  listing: Listing | undefined,
  { matches }: MetaSource,
): MetaDescriptor[] {
  if (listing?.state !== "shown" || !listing.topic)
    return buildMissingMeta(listing?.state === "unavailable" ? insights.unavailable.title : undefined);
  const { topic, params, total } = listing;
  const described = buildTopicPageMeta(kind, topic.name, topic.description);
  const title = params.page > 1 ? `${described.title}, page ${params.page}` : described.title;
  const path = buildListingPath(`/insights/${kind}/${topic.slug}`, { ...params, query: "" });
  const meta = { ...described, title };
  // A topic without articles is not for search engines; the sitemap leaves it out too.
  return buildMeta({ path, name: topic.name, meta, trail, imageOf: "/insights", isUnlisted: total === 0 }, { matches });
}

interface TopicPageProps {
  kind: TopicKind;
  slug: string;
  listing: Listing;
}

/** The articles of one category or tag, with its name as title. The chip of the current category is marked. */
export function TopicPage({ kind, slug, listing }: TopicPageProps) {
  return (
    <ListingView
      listing={listing}
      path={`/insights/${kind}/${slug}`}
      head={({ topic }) => ({ title: topic?.name ?? "", lead: topic?.description ?? "", trail })}
      current={kind === "category" ? slug : null}
    />
  );
}
