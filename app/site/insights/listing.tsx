import { insights } from "#app/content/pages/insights.ts";
import { describe, describeMissing } from "../parts/page-meta.ts";
import type { Route } from "./+types/listing.ts";
import { linkFeeds } from "./feed-links.ts";
import sheet from "./insights.css?url";
import { ListingView } from "./listing-view.tsx";
import { loadListing } from "./load-listing.ts";
import { writePlace } from "./read-place.ts";

export function links() {
  return [{ rel: "stylesheet", href: sheet }];
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** All articles, or with `?q=` those that contain a word. Also at two older addresses. */
export function loader({ context, url }: Route.LoaderArgs) {
  return loadListing({ context, url });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== "shown")
    return describeMissing(loaderData?.state === "unavailable" ? insights.unavailable.title : undefined);
  const { place } = loaderData;
  const page = place.page > 1 ? `, page ${place.page}` : "";
  const title = place.query === "" ? `${insights.meta.title}${page}` : `Search for “${place.query}”${page}`;
  const described = {
    path: writePlace("/insights", place),
    name: insights.name,
    meta: { ...insights.meta, title },
    imageOf: "/insights",
    isUnlisted: place.query !== "",
  };
  return [...describe(described, { matches }), ...linkFeeds()];
}

export default function ListingPage({ loaderData: listing }: Route.ComponentProps) {
  return <ListingView listing={listing} path="/insights" head={describeHead} current="" />;
}

function describeHead() {
  return { title: insights.title, lead: insights.lead, trail: [{ to: "/", name: "Home" }] };
}
