/** The checks of articles, for whatever publishes one: an error keeps it from its readers. */
import { type CheckInput, examineArticle, settleDoubts } from "#shared/insights/article-checks/check-article.ts";
import type { Finding } from "#shared/insights/article-checks/finding.ts";
import type { Db } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import { ChecksFailedError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { InsightDraft } from "./insight-draft.ts";
import { readAddresses } from "./read-addresses.ts";

interface Checked extends Pick<CheckInput, "times"> {
  id: InsightId;
  draft: InsightDraft;
}

/** What keeps the article `id` from being published with `draft`, as the site stands now. Two queries in one trip. */
export async function findErrors(
  db: Db,
  { id, draft, times }: Checked,
  { env, readSitePaths }: Pick<RequestScope, "env" | "readSitePaths">,
): Promise<Finding[]> {
  const examined = examineArticle({ draft, origin: env.SITE_ORIGIN, ...(times && { times }) });
  const fixed = new Set(await readSitePaths());
  const asked = new Set(examined.doubts.map(({ address }) => address));
  const addresses = [...asked].filter((address) => !fixed.has(address));
  const { lacks, freeSlug } = await readAddresses(db, { id, addresses, slug: draft.slug });
  const { findings } = settleDoubts(examined, {
    readLack: (address) => lacks[address] ?? "nothing",
    takenSlug: freeSlug === draft.slug ? null : draft.slug,
  });
  return findings.filter(({ level }) => level === "error");
}

/**
 * Ends a publication that the checks found errors in.
 * @throws {ChecksFailedError} if there is any, by field as `nameField` calls it; what is wrong with the text, with its
 * line, is under `markdown`
 */
export function refuseErrors(errors: readonly Finding[], nameField = (field: string) => field): void {
  if (errors.length === 0) return;
  const faults: Record<string, string[]> = {};
  for (const { place, text } of errors) {
    const [field, words] =
      "line" in place ? ["markdown", `Line ${place.line}: ${text}`] : [nameField(place.field), text];
    faults[field] = [...(faults[field] ?? []), words];
  }
  throw new ChecksFailedError(faults);
}
