import { cleanOldPath } from "#shared/imports/old-path.ts";
import { isSlug } from "#shared/text/make-slug.ts";
import type { Look } from "#worker/imports/import-schema.ts";
import type { Known } from "#worker/imports/look-up.ts";
import { ask, type Asking } from "#app/staff/ask-until-answered.ts";
import type { Plan, PlannedPost } from "./plan.ts";
import { runAddress } from "./run-address.ts";

/** True of a post that does not get the address that the file has for it, because another article has it. */
export function isMoved({ slug, wanted, standing }: PlannedPost): boolean {
  return standing === "new" && slug !== wanted;
}

const isSame = (one: PlannedPost, other: PlannedPost) => one.key === other.key && one.place === other.place;

/** Why a post of the file cannot have the address, by what this page knows; null when it can. */
export function refuseSlug({ posts }: Plan, post: PlannedPost, slug: string): string | null {
  if (!isSlug(slug)) return "Small letters, digits and single hyphens.";
  const other = posts.find((each) => !isSame(each, post) && each.slug === slug);
  return other ? `“${other.title || "Without a title"}” of this file has this address.` : null;
}

/** Asks the site whether an article has the address, or had it. */
export async function isTaken({ file }: Plan, slug: string, asking: Asking): Promise<boolean> {
  const look = {
    intent: "look",
    fileHash: file.hash,
    posts: [],
    slugs: [slug],
    paths: [],
    topics: [],
  } satisfies Look;
  const { slugs } = await ask<Known>(runAddress, JSON.stringify(look), asking);
  return slugs.includes(slug);
}

/** The plan in which `post` gets this address. */
export function placeSlug(plan: Plan, post: PlannedPost, slug: string): Plan {
  // A path never leads to itself.
  const oldPaths = post.oldPaths.filter((path) => cleanOldPath(path) !== `/insights/${slug}`);
  return { ...plan, posts: plan.posts.map((each) => (isSame(each, post) ? { ...each, slug, oldPaths } : each)) };
}
