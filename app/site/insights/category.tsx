import type { RouteHandle } from "#shared/pages/route-handle.ts";
import type { Route } from "./+types/category.ts";
import "./recipes.ts";
import "./insights.css";
import { loadListing } from "./load-listing.ts";
import { buildTopicMeta, TopicPage } from "./topic-page.tsx";

export const handle = { cache: "public", tags: ["insights"], query: ["page"] } satisfies RouteHandle;

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The articles of one category. */
export function loader({ context, request, url, params }: Route.LoaderArgs) {
  return loadListing({ context, request, url }, { kind: "category", slug: params.slug });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return buildTopicMeta("category", loaderData, { matches });
}

export default function CategoryPage({ loaderData: listing, params }: Route.ComponentProps) {
  return <TopicPage kind="category" slug={params.slug} listing={listing} />;
}
