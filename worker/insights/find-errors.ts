/** The checks of articles, for whatever publishes one: an error keeps it from its readers. */
import { type CheckedSite, type CheckInput, checkArticle } from "#app/shared/article-checks/check-article.ts";
import type { Finding } from "#app/shared/article-checks/finding.ts";
import type { Db } from "../db/client.ts";
import { ChecksFailedError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { PostDraft } from "./post-draft.ts";
import { readPanel } from "./read-panel.ts";

/** Who publishes several articles adds the paths of those that are public by then. */
export interface KnownPages extends CheckedSite {
  pages: Set<string>;
}

/** What the checks of any article compare it with, as the site stands now. Two queries in one trip. */
export async function readCheckedSite(
  db: Db,
  { env, readSitePaths }: Pick<RequestScope, "env" | "readSitePaths">,
): Promise<KnownPages> {
  const [paths, { pages, takenSlugs }] = await Promise.all([readSitePaths(), readPanel(db, { id: null })]);
  return { pages: new Set([...paths, ...pages]), takenSlugs: new Set(takenSlugs), origin: env.SITE_ORIGIN };
}

interface Checked extends Pick<CheckInput, "times"> {
  draft: PostDraft;
  /** The slug that the article has on `site`. */
  shownSlug: string;
}

/** What keeps an article from being published with `draft`. */
export function findErrors({ draft, shownSlug, times }: Checked, site: CheckedSite): Finding[] {
  const { pages, takenSlugs, origin } = site;
  const others = {
    pages: { has: (path: string) => path !== `/insights/${shownSlug}` && pages.has(path) },
    takenSlugs: { has: (slug: string) => slug !== shownSlug && takenSlugs.has(slug) },
  };
  return checkArticle({ draft, origin, ...others, ...(times && { times }) }).filter(({ level }) => level === "error");
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
