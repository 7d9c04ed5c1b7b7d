import type { Route } from "./+types/tag.ts";
import sheet from "./insights.css?url";
import { loadListing } from "./load-listing.ts";
import { buildTopicMeta, TopicPage } from "./topic-page.tsx";

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
  return buildTopicMeta("tag", loaderData, { matches });
}

export default function TagPage({ loaderData: listing, params }: Route.ComponentProps) {
  return <TopicPage kind="tag" slug={params.slug} listing={listing} />;
}
