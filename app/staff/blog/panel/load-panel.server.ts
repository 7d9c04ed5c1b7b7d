import type { PanelFacts } from "#worker/insights/read-panel.ts";
import { sitePaths } from "#worker/site-paths.ts";
import type { KnownSite } from "../checks/use-checks.ts";
import type { KnownNames } from "./panel-parts.ts";

/** What the panel of an article needs besides it, of what was read; `origin`: address of the site. */
export function toPanel(
  { known, pages, takenSlugs }: PanelFacts,
  origin: string,
): { known: KnownNames; site: KnownSite } {
  return { known, site: { pages: [...sitePaths, ...pages], takenSlugs, origin } };
}
