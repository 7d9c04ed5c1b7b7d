import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import type { Thing } from "schema-dts";
import { buildTopicPageMeta, insights } from "#app/content/pages/insights.ts";
import { buildMeta, buildMissingMeta } from "../parts/page-meta.ts";
import { ListingView } from "./listing-view.tsx";
import type { loadListing, ShownListing } from "./load-listing.ts";
import { buildListingPath } from "./listing-params.ts";
import type { Topic } from "#worker/insights/list-insights.ts";

type TopicKind = "category" | "tag" | "author";
type Listing = Awaited<ReturnType<typeof loadListing>>["data"];
type MetaSource = Parameters<typeof buildMeta>[1];

const trail = [{ to: "/insights", name: insights.name }];

/** `meta()` of the listing of one category, tag or author; `describe` says what else it describes in JSON-LD. */
export function buildTopicMeta(
  kind: TopicKind,
  listing: Listing | undefined,
  { matches }: MetaSource,
  describe?: (topic: Topic, origin: string) => Thing,
): MetaDescriptor[] {
  if (listing?.state !== "shown" || !listing.topic)
    return buildMissingMeta(listing?.state === "unavailable" ? insights.unavailable.title : undefined);
  const { topic, params, total } = listing;
  const described = buildTopicPageMeta(kind, topic.name, topic.description);
  const title = params.page > 1 ? described.title + insights.pages.title(params.page) : described.title;
  const path = buildListingPath(`/insights/${kind}/${topic.slug}`, { ...params, query: "" });
  const meta = { ...described, title };
  // A topic without articles is not for search engines; the sitemap leaves it out too.
  const things = describe ? [describe(topic, matches[1].loaderData?.origin ?? "")] : [];
  const isUnlisted = total === 0;
  return buildMeta({ path, name: topic.name, meta, trail, imageOf: "/insights", isUnlisted, things }, { matches });
}

interface TopicPageProps {
  kind: TopicKind;
  slug: string;
  listing: Listing;
  intro?: (listing: ShownListing) => ReactNode;
}

/** The articles of one category, tag or author, with its name as title. The chip of the current category is marked. */
export function TopicPage({ kind, slug, listing, intro }: TopicPageProps) {
  return (
    <ListingView
      listing={listing}
      path={`/insights/${kind}/${slug}`}
      head={({ topic }) => ({ title: topic?.name ?? "", lead: topic?.description ?? "", trail })}
      current={kind === "category" ? slug : null}
      {...(intro && { intro })}
    />
  );
}
