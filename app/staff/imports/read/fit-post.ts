import { isSafeAddress } from "#shared/insights/article-markdown.ts";
import { makeSlug } from "#shared/text/make-slug.ts";
import type { ImportedPost, UnreadablePost } from "../imported-post.ts";
import { type Losses, shorten } from "#shared/insights/losses.ts";

/** What articles may have: parseDraft of the Worker refuses more. */
const longest = {
  title: 200,
  dek: 300,
  markdown: 200_000,
  slug: 120,
  seoTitle: 120,
  seoDescription: 300,
  coverAlt: 300,
};
const mostTags = 20;
const mostAuthors = 10;
/** Of a tag or a category. */
const longestName = 60;

/** A post as a reader found it: texts of any length, names in any number. */
export type FoundPost = Omit<ImportedPost, "losses"> & { losses: Losses };

/** The post with what an article can hold; what had to be cut is among its losses. */
export function fitPost(found: FoundPost): ImportedPost | UnreadablePost {
  const { losses } = found;
  const title = cut(found.title, longest.title, "title", losses);
  if (found.markdown.length > longest.markdown)
    return {
      key: found.key,
      place: found.place,
      title,
      reason: `Its text has ${found.markdown.length} characters; an article holds ${longest.markdown}. Make two posts of it.`,
    };
  const broken = found.markdown.split("\uFFFD").length - 1 + (found.title.split("\uFFFD").length - 1);
  if (broken > 0) losses.add("other", "a character that could not be read", broken);
  const [first, ...others] = unique(found.categories, losses);
  const isCategory = new Set([first, ...others].map((name) => name?.toLowerCase()));
  const allTags = unique(found.tags, losses).filter((name) => !isCategory.has(name.toLowerCase()));
  const categories = others.slice(0, mostTags);
  const tags = allTags.slice(0, mostTags - categories.length);
  const left = others.length + allTags.length - categories.length - tags.length;
  if (left > 0) losses.add("other", `a tag: an article has at most ${mostTags}`, left);
  const authors = [...new Set(found.authors)];
  if (authors.length > mostAuthors)
    losses.add("other", `an author: an article has at most ${mostAuthors}`, authors.length - mostAuthors);
  return {
    ...found,
    title,
    slug: fitSlug(found, title),
    dek: cut(found.dek, longest.dek, "summary", losses),
    publishedAt: fitTime(found.publishedAt),
    updatedAt: fitTime(found.updatedAt),
    categories: first === undefined ? [] : [first, ...categories],
    tags,
    authors: authors.slice(0, mostAuthors),
    coverAlt: found.coverAlt === null ? null : cut(found.coverAlt, longest.coverAlt, "words for the cover", losses),
    oldPaths: fitPaths(found.oldPaths),
    seoTitle: cut(found.seoTitle, longest.seoTitle, "title for search engines", losses),
    seoDescription: cut(found.seoDescription, longest.seoDescription, "description for search engines", losses),
    canonicalUrl: fitCanonical(found.canonicalUrl, losses),
    losses: losses.list(),
  };
}

/** One line of text. */
export function cleanLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s\u2028\u2029]+/gu, " ").trim();
}

function cut(text: string, most: number, what: string, losses: Losses): string {
  const line = cleanLine(text).replaceAll(/[\uD800-\uDFFF]/gu, "\uFFFD");
  if (line.length <= most) return line;
  losses.add("other", `the end of the ${what}, which is longer than ${most} characters`);
  const start = line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "");
  const word = start.replace(/(?<!\s)\s+\S*$/, "");
  return `${(word.length > most / 2 ? word : start).trimEnd()}…`;
}

function unique(names: readonly string[], losses: Losses): string[] {
  const seen = new Map<string, string>();
  for (const name of names) {
    const line = cut(name, longestName, "name of a tag", losses);
    if (line !== "" && !seen.has(line.toLowerCase())) seen.set(line.toLowerCase(), line);
  }
  return [...seen.values()];
}

function fitSlug({ slug, losses }: FoundPost, title: string): string {
  const plain = decode(slug);
  if (plain.length <= longest.slug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(plain)) return plain;
  const made = makeSlug(plain) || makeSlug(title);
  if (plain !== "")
    losses.add(
      "other",
      `the address “${shorten(plain, 40)}”${made === "" ? "" : `: it becomes “${shorten(made, 40)}”`}`,
    );
  return made;
}

function fitPaths(paths: readonly string[]): string[] {
  const fitting = paths.map(cleanLine).filter((path) => /^\/(?![/\\])\S{1,500}$/.test(path));
  return [...new Set(fitting)].slice(0, 50);
}

function fitCanonical(address: string | null, losses: Losses): string | null {
  if (address === null || address.trim() === "") return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && /^https?:$/.test(url.protocol) && isSafeAddress(url.href) && url.href.length <= 500) return url.href;
  losses.add("other", "the address where the text first appeared, which is none");
  return null;
}

/** Years that the database and people can read. */
function fitTime(time: number | null): number | null {
  return time !== null && time > -62_000_000_000_000 && time < 253_402_300_800_000 ? Math.trunc(time) : null;
}

/** Epoch milliseconds of "2023-01-05 10:00:00", which is UTC where it names no zone, and of any other date; or null. */
export function readTime(text: string): number | null {
  const plain = text.trim();
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i.exec(plain);
  if (plain.startsWith("0000")) return null;
  const [, day, minutes = "00:00", seconds = ":00", zone = "Z"] = parts ?? [];
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z";
  const time = Date.parse(parts ? `${day}T${minutes}${seconds}${offset}` : plain);
  return Number.isNaN(time) ? null : time;
}

/** The path of an address or of a path, with its query; null for the home page and for what is no address. */
export function readPath(address: string): string | null {
  const url = URL.canParse(address, "https://site.invalid") ? new URL(address, "https://site.invalid") : null;
  const path = url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : "/";
  return path === "/" || path.startsWith("//") ? null : path;
}

function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
