import { makeFreeSlug } from "#shared/text/make-slug.ts";
import { cleanOldPath } from "#shared/imports/old-path.ts";
import { recognise } from "#shared/imports/recognise.ts";
import type { Known, KnownPost } from "#worker/imports/look-up.ts";
import { type OpenFile, type Plan, type PlannedPost, standOf } from "./plan.ts";
import type { Unplaced } from "./plan-foreign.ts";

interface Placing {
  source: OpenFile;
  /** Its name. */
  site: string;
}

/** Gives each post its address and says what becomes of it. */
export function placeAll(posts: readonly Unplaced[], known: Known, { source, site }: Placing): PlannedPost[] {
  const place = { source: `${source.kind} ${site}`, importId: null };
  const here = matchAll(posts, known.posts, place);
  const taken = new Map(known.slugs.map((slug) => [slug, 1]));
  const leads = new Map(known.paths.map(({ from, to }) => [from, to]));
  const placed = posts.map((post): PlannedPost => {
    const found = here.get(post);
    // An export whose article is here is no copy of it.
    const isOwnHere = source.kind === "site" && !found && taken.has(post.wanted);
    const standing = isOwnHere ? "known" : standOf(found, post);
    const slug = found?.slug ?? (isOwnHere ? post.wanted : makeFreeSlug(post.wanted, taken));
    if (!taken.has(slug)) taken.set(slug, 1);
    const own = `/insights/${slug}`;
    const led = post.oldPaths.filter((path) => cleanOldPath(path) !== own);
    const free = led.filter((path) => [undefined, own].includes(leads.get(path)));
    for (const path of free) leads.set(path, own);
    return { ...post, slug, standing, oldPaths: free, takenPaths: led.filter((path) => !free.includes(path)) };
  });
  return moveCanonicals(placed, leads, source.kind === "site" ? null : site);
}

/** Which article each post is. Each is one post alone; those whose key it has come first. */
function matchAll(
  posts: readonly Unplaced[],
  known: readonly KnownPost[],
  place: Parameters<typeof recognise>[2],
): Map<Unplaced, KnownPost> {
  const byMark = new Map<string, Set<KnownPost>>();
  for (const row of known)
    for (const mark of [row.key, row.fingerprint]) byMark.set(mark, (byMark.get(mark) ?? new Set()).add(row));
  const found = new Map<Unplaced, KnownPost>();
  const claimed = new Set<string>();
  for (const isByKey of [true, false])
    for (const post of posts) {
      if (found.has(post)) continue;
      const mark = isByKey ? post.key : post.fingerprint;
      const rows = Array.from(byMark.get(mark) ?? []).filter(({ key }) => !claimed.has(key));
      const row = recognise(post, rows, place);
      if (!row || (isByKey && row.key !== post.key)) continue;
      claimed.add(row.key);
      found.set(post, row);
    }
  return found;
}

/**
 * True where the name of a site is proposed, articles with the keys of the posts are here, and most of them are others: a
 * file of another site that has the same name.
 */
export function isUnlike({ posts }: Pick<Plan, "posts">, known: Known): boolean {
  const byKey = new Map(known.posts.map((row) => [row.key, row]));
  const pairs = posts.flatMap((post) => {
    const row = byKey.get(post.key);
    return row ? [{ post, row }] : [];
  });
  const alike = pairs.filter(
    ({ post, row }) =>
      row.fingerprint === post.fingerprint || row.slugs.includes(post.wanted) || row.title === post.title,
  );
  return pairs.length > 0 && alike.length * 2 < pairs.length;
}

/**
 * A text that first appeared at an address of its own site appears here from now on: it gets no canonical address where that
 * was its own, and that of the article which is there now where it was another's. Others would leave the sitemap.
 */
function moveCanonicals(
  posts: readonly PlannedPost[],
  leads: ReadonlyMap<string, string>,
  site: string | null,
): PlannedPost[] {
  return posts.map((post) => {
    const { content, oldPaths, takenPaths, slug } = post;
    const canonical = content.kind === "foreign" ? content.post.canonicalUrl : null;
    if (content.kind !== "foreign" || canonical === null) return post;
    const path = cleanOldPath(canonical);
    const isOwn =
      path !== null && [...oldPaths, ...takenPaths, `/insights/${slug}`].some((one) => cleanOldPath(one) === path);
    const host = new URL(canonical).host.replace(/^www\./, "");
    // A site that the file does not name cannot be compared.
    const isSite = site === null || !/\./.test(site) || site.split("/")[0] === host;
    if (!isSite || path === null) return post;
    const to = isOwn ? null : leads.get(path);
    if (to === undefined) return post;
    const here = to === null || to === `/insights/${slug}` ? null : `${location.origin}${to}`;
    return { ...post, content: { ...content, post: { ...content.post, canonicalUrl: here } } };
  });
}
