import type { MetaDescriptor } from "react-router";
import { describeTopic, insights } from "#app/content/pages/insights.ts";
import { describe, describeMissing } from "../parts/page-meta.ts";
import { ListingView } from "./listing-view.tsx";
import type { loadListing } from "./load-listing.ts";
import { writePlace } from "./read-place.ts";

type TopicKind = "category" | "tag";
type Listing = Awaited<ReturnType<typeof loadListing>>["data"];
type MetaSource = Parameters<typeof describe>[1];

const trail = [{ to: "/insights", name: insights.name }];

/** `meta()` of the listing of one category or tag. */
export function describeTopicPage(
  kind: TopicKind,
  listing: Listing | undefined,
  { matches }: MetaSource,
): MetaDescriptor[] {
  if (listing?.state !== "shown" || !listing.topic)
    return describeMissing(listing?.state === "unavailable" ? insights.unavailable.title : undefined);
  const { topic, place, total } = listing;
  const described = describeTopic(kind, topic.name, topic.description);
  const title = place.page > 1 ? `${described.title}, page ${place.page}` : described.title;
  const path = writePlace(`/insights/${kind}/${topic.slug}`, { ...place, query: "" });
  const meta = { ...described, title };
  // A topic without articles is not for search engines; the sitemap leaves it out too.
  return describe({ path, name: topic.name, meta, trail, imageOf: "/insights", isUnlisted: total === 0 }, { matches });
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
