import { publicPages } from "#app/content/public-pages.server.ts";
import type { Db } from "#worker/db/client.ts";
import type { PostId } from "#worker/db/insights-tables.ts";
import { type PanelFacts, readPanel } from "#worker/insights/read-panel.ts";
import type { KnownSite } from "../checks/use-checks.ts";
import type { KnownNames } from "./panel-parts.ts";

/** Other addresses that readers may be led to. */
const otherPages = ["/insights/rss.xml", "/insights/atom.xml", "/insights/feed.json", "/sitemap.xml"];

/** What the panel of the article `id` needs besides it; `origin`: address of the site. Two queries in one trip. */
export async function loadPanel(
  db: Db,
  { id, origin }: { id: PostId | null; origin: string },
): Promise<{ known: KnownNames; site: KnownSite }> {
  return toPanel(await readPanel(db, { id }), origin);
}

/** The same of what was read already. */
export function toPanel(
  { known, pages, takenSlugs }: PanelFacts,
  origin: string,
): { known: KnownNames; site: KnownSite } {
  const fixed = publicPages.map(({ path }) => path);
  return { known, site: { pages: [...fixed, ...otherPages, ...pages], takenSlugs, origin } };
}
