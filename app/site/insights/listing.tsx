import { insights } from "#app/content/pages/insights.ts";
import { labels } from "#app/content/labels.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { buildMeta, buildMissingMeta } from "../parts/page-meta.ts";
import type { Route } from "./+types/listing.ts";
import { linkFeeds } from "./feed-links.ts";
import "./recipes.ts";
import "./insights.css";
import { ListingView } from "./listing-view.tsx";
import { loadListing } from "./load-listing.ts";
import { buildListingPath } from "./listing-params.ts";

export const handle = { cache: "public", tags: ["insights"], query: ["q", "page"] } satisfies RouteHandle;

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** All articles, or with `?q=` those that contain a word. Also at two older addresses. */
export function loader({ context, request, url }: Route.LoaderArgs) {
  return loadListing({ context, request, url });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state === "limited") return buildMissingMeta(insights.limited.title);
  if (loaderData?.state !== "shown")
    return buildMissingMeta(loaderData?.state === "unavailable" ? insights.unavailable.title : undefined);
  const { params } = loaderData;
  const page = params.page > 1 ? insights.pages.title(params.page) : "";
  const title = params.query === "" ? `${insights.meta.title}${page}` : `${insights.search.title(params.query)}${page}`;
  const described = {
    path: buildListingPath("/insights", params),
    name: insights.name,
    meta: { ...insights.meta, title },
    imageOf: "/insights",
    isUnlisted: params.query !== "",
  };
  return [...buildMeta(described, { matches }), ...linkFeeds()];
}

export default function ListingPage({ loaderData: listing }: Route.ComponentProps) {
  return <ListingView listing={listing} path="/insights" head={buildHead} current="" />;
}

function buildHead() {
  return { title: insights.title, lead: insights.lead, trail: [{ to: "/", name: labels.home }] };
}
