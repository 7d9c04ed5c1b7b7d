import type { Db } from "#worker/db/client.ts";
import type { PostId } from "#worker/db/insights-tables.ts";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { askSite } from "../addresses/ask-site.server.ts";
import { type CheckInput, examineArticle, settleDoubts } from "./check-article.ts";
import type { Finding } from "./finding.ts";

/**
 * What keeps the article `id` from being published with `draft`, as the site stands now. `origin`: address of the site. Two
 * queries in one trip.
 */
export async function findErrors(
  db: Db,
  { id, draft, origin, times }: { id: PostId; draft: PostDraft; origin: string } & Pick<CheckInput, "times">,
): Promise<Finding[]> {
  const examined = examineArticle({ draft, origin, ...(times && { times }) });
  const addresses = [...new Set(examined.doubts.map(({ address }) => address))];
  const { lacks, freeSlug } = await askSite(db, { id, addresses, slug: draft.slug });
  const { findings } = settleDoubts(examined, {
    readLack: (address) => lacks[address] ?? "nothing",
    takenSlug: freeSlug === draft.slug ? null : draft.slug,
  });
  return findings.filter(({ level }) => level === "error");
}
