// Bundle: site
import type { MetaDescriptor } from "react-router";
import type { Thing } from "schema-dts";
import { brand } from "#app/content/brand.ts";
import type { Crumb, PageMeta, Question } from "#app/content/page-types.ts";
import { buildShareImagePath, shareImageSize } from "#shared/media/share-image.ts";
import { buildPageGraph } from "./page-graph.ts";

export interface PageDescription {
  /** The canonical path of the page, such as "/gcc", whatever address was requested. */
  path: string;
  /** The address of the same text elsewhere, if that is the one for search engines. */
  canonical?: string;
  /** Its name in menus and breadcrumbs. */
  name: string;
  meta: PageMeta;
  /** The pages between home and this one. */
  trail?: readonly Crumb[];
  questions?: readonly Question[];
  /** The offered service, when the page offers one. */
  service?: { name: string; description: string };
  /** Further things that it describes in JSON-LD. */
  things?: readonly Thing[];
  /** Path of the page whose picture is used for shared links, when this page has none of its own. */
  imageOf?: string;
  /** Path of its picture for shared links, when the file is not named after the page. */
  image?: string;
  /** The page's Open Graph type. */
  type?: "website" | "article";
  /** Asks search engines to leave the page out. */
  isUnlisted?: boolean;
}

/** The part of a route's meta arguments that is needed here: the root loader's data has the site's origin. */
interface MetaSource {
  matches: readonly [unknown, { loaderData?: { origin: string } | undefined }, ...unknown[]];
}

/**
 * Meta data of a page for search engines and shared links, for its `meta()`: title, description, canonical address,
 * Open Graph and Twitter cards, JSON-LD. Every public page uses it.
 */
export function buildMeta(page: PageDescription, { matches }: MetaSource): MetaDescriptor[] {
  const origin = matches[1].loaderData?.origin ?? "";
  const url = page.path === "/" ? `${origin}/` : `${origin}${page.path}`;
  const title = writeTitle(page);
  const { description } = page.meta;
  const image = `${origin}${page.image ?? buildShareImagePath(page.imageOf ?? page.path)}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: page.canonical ?? url },
    ...(page.isUnlisted ? [{ name: "robots", content: "noindex" }] : []),
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:locale", content: "en_GB" },
    { property: "og:url", content: url },
    { property: "og:title", content: page.meta.title },
    { property: "og:description", content: description },
    { property: "og:image", content: image },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: String(shareImageSize.width) },
    { property: "og:image:height", content: String(shareImageSize.height) },
    { property: "og:image:alt", content: `${brand.name}: ${page.meta.title}` },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": buildPageGraph(page, { origin, url, image }) },
  ];
}

/** `meta()` of a missing or withdrawn page. Search engines are asked to leave it out. */
export function buildMissingMeta(title = "Page not found"): MetaDescriptor[] {
  return [{ title: `${title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** Length of a title that search results show, in characters. */
const longestTitle = 70;

/** On the home page the brand comes first; elsewhere the page's title, followed by the brand if there is room. */
function writeTitle({ path, meta }: PageDescription): string {
  if (path === "/") return `${brand.name}: ${meta.title}`;
  const title = `${meta.title} | ${brand.name}`;
  return title.length > longestTitle ? meta.title : title;
}
