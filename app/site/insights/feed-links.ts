// Bundle: insights
import type { MetaDescriptor } from "react-router";
import { brand } from "#app/content/brand.ts";

/** The feeds of all articles, by their names. */
export const feeds = [
  { to: "/insights/rss.xml", name: "RSS", type: "application/rss+xml" },
  { to: "/insights/atom.xml", name: "Atom", type: "application/atom+xml" },
  { to: "/insights/feed.json", name: "JSON Feed", type: "application/feed+json" },
] as const;

/** Link elements by which feed readers find them. */
export function linkFeeds(): MetaDescriptor[] {
  return feeds.map(({ to, name, type }) => ({
    tagName: "link",
    rel: "alternate",
    type,
    href: to,
    title: `${brand.name} Insights, ${name}`,
  }));
}
