import { describeTopic, insights } from "#app/content/pages/insights.ts";
import { describe } from "../parts/page-meta.ts";
import type { Route } from "./+types/tag.ts";
import sheet from "./insights.css?url";
import { ListingView } from "./listing-view.tsx";
import { loadListing } from "./load-listing.ts";
import { writePlace } from "./read-place.ts";

const trail = [{ to: "/insights", name: insights.name }];

export function links() {
  return [{ rel: "stylesheet", href: sheet }];
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The articles of one tag. */
export function loader({ context, url, params }: Route.LoaderArgs) {
  return loadListing({ context, url }, { kind: "tag", slug: params.slug });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== "shown" || !loaderData.topic)
    return [{ title: insights.meta.title }, { name: "robots", content: "noindex" }];
  const { topic, place } = loaderData;
  const described = describeTopic("tag", topic.name, topic.description);
  const title = place.page > 1 ? `${described.title}, page ${place.page}` : described.title;
  const path = writePlace(`/insights/tag/${topic.slug}`, { ...place, query: "" });
  return describe({ path, name: topic.name, meta: { ...described, title }, trail, imageOf: "/insights" }, { matches });
}

export default function TagPage({ loaderData: listing, params }: Route.ComponentProps) {
  return (
    <ListingView
      listing={listing}
      path={`/insights/tag/${params.slug}`}
      head={({ topic }) => ({ title: topic?.name ?? "", lead: topic?.description ?? "", trail })}
      current={null}
    />
  );
}
