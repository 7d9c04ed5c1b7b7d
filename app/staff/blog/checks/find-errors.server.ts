import type { Db } from "#worker/db/client.ts";
import type { PostId } from "#worker/db/insights-tables.ts";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { loadPanel } from "../panel/load-panel.server.ts";
import { type CheckInput, checkArticle } from "./check-article.ts";
import type { Finding } from "./finding.ts";

/**
 * What keeps the article `id` from being published with `draft`, as the site stands now. `origin`: address of the site. Two
 * queries in one trip.
 */
export async function findErrors(
  db: Db,
  { id, draft, origin, times }: { id: PostId; draft: PostDraft; origin: string } & Pick<CheckInput, "times">,
): Promise<Finding[]> {
  const { site } = await loadPanel(db, { id, origin });
  const known = { pages: new Set(site.pages), takenSlugs: new Set(site.takenSlugs), origin };
  return checkArticle({ draft, ...known, ...(times && { times }) }).filter(({ level }) => level === "error");
}
