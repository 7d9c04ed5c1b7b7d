// oxlint-disable-next-line no-restricted-imports -- the one place where the Worker learns which pages the site has
import { publicPages } from "#app/content/public-pages.server.ts";

/** Other addresses that readers may be led to. */
const otherPaths = ["/insights/rss.xml", "/insights/atom.xml", "/insights/feed.json", "/sitemap.xml"];

/** Where readers find something that is in no table. */
export const sitePaths: readonly string[] = [...publicPages.map(({ path }) => path), ...otherPaths];
