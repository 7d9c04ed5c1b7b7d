import { cleanLine, readPath, readTime } from "../fit-post.ts";
import { type Losses, shorten } from "#shared/insights/losses.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that Hugo, Jekyll, Astro and their kin name differently. */
export interface ReadFields {
  title: string;
  slug: string;
  dek: string;
  status: "draft" | "published" | null;
  publishedAt: number | null;
  updatedAt: number | null;
  authors: string[];
  categories: string[];
  tags: string[];
  /** Addresses as the file names them, the likeliest first. */
  covers: string[];
  coverAlt: string | null;
  oldPaths: string[];
  seoTitle: string;
  seoDescription: string;
  canonicalUrl: string | null;
  noindex: boolean;
  featured: boolean;
}

/** Fields that say how the other system draws a page: nobody misses them. */
const silent = new Set(
  "layout type weight toc math mermaid comments template theme excerpt_separator build outputs markup guid id kind".split(
    " ",
  ),
);

/** The fields before a text; those that are not known are counted in `losses`. */
export function readFields(fields: Fields, losses: Losses): ReadFields {
  const known = new Map(
    // Zola and others keep what is not their own one level deeper.
    Object.entries({
      ...asFields(fields.taxonomies),
      ...asFields(fields.extra),
      ...asFields(fields.params),
      ...fields,
    }).map(([name, value]) => [name.toLowerCase().replaceAll(/[-_\s]/g, ""), value] as const),
  );
  for (const name of ["taxonomies", "extra", "params"]) known.delete(name);
  const take = (...names: string[]): unknown => {
    let found: unknown;
    for (const name of names) {
      found ??= known.get(name) ?? undefined;
      known.delete(name);
    }
    return found;
  };
  const text = (...names: string[]) => readText(take(...names));
  const time = (...names: string[]) => readDate(take(...names));

  const description = text("description", "metadescription", "seodescription");
  const dek = text("excerpt", "summary", "dek", "subtitle", "abstract", "lead", "teaser") || description;
  const cover = take(
    "cover",
    "coverimage",
    "image",
    "images",
    "featuredimage",
    "featureimage",
    "heroimage",
    "hero",
    "thumbnail",
    "banner",
    "header",
    "ogimage",
    "socialimage",
  );
  const [coverField] = Array.isArray(cover) ? cover : [cover];
  const published = take("published");
  const draft = take("draft");
  const seo = asFields(take("seo"));
  const robots = text("robots");
  const noindex = [take("noindex"), seo.noindex].some(isTrue) || /noindex/i.test(robots);
  const read: ReadFields = {
    title: text("title", "name", "headline"),
    slug: text("slug"),
    dek,
    status:
      isTrue(draft) || published === false || published === "false" ? "draft" : draft === false ? "published" : null,
    publishedAt:
      time("date", "pubdate", "publishdate", "publishedat", "publisheddate", "datepublished", "created", "createdat") ??
      (typeof published === "boolean" ? null : readDate(published)),
    updatedAt: time(
      "lastmod",
      "updated",
      "updatedat",
      "updateddate",
      "lastmodifiedat",
      "modified",
      "datemodified",
      "lastupdated",
    ),
    authors: readNames(take("authors", "author", "by", "byline")),
    categories: readNames(take("categories", "category", "section")),
    tags: readNames(take("tags", "tag", "keywords", "topics")),
    covers: listCovers(coverField),
    coverAlt:
      readText(asFields(coverField).alt) ||
      text("coveralt", "imagealt", "featuredimagealt", "coverimagealt", "heroimagealt", "alt") ||
      null,
    oldPaths: readNames(
      [take("aliases"), take("redirectfrom"), take("url"), take("permalink"), take("path")].flat(),
    ).flatMap((address) => {
      const path =
        address.includes(":") && !/^https?:/.test(address) ? null : readPath(address.replace(/^(?!\/|https?:)/, "/"));
      return path ?? [];
    }),
    seoTitle: text("seotitle", "metatitle", "ogtitle") || readText(seo.title),
    seoDescription: readText(seo.description) || (description === dek ? "" : description),
    canonicalUrl: text("canonical", "canonicalurl", "originalurl") || readText(seo.canonical) || null,
    noindex,
    featured: [take("featured"), take("pin"), take("sticky"), take("pinned")].some(isTrue),
  };
  for (const [name, value] of known)
    if (!silent.has(name) && value !== null && value !== "" && value !== false)
      losses.add("other", `the field “${shorten(name, 40)}”`);
  return read;
}

function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? (value as Fields)
    : {};
}

function readText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? cleanLine(String(value)) : "";
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true" || value === "yes" || value === 1;
}

function readDate(value: unknown): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : readTime(value.toISOString());
  return typeof value === "string" || typeof value === "number" ? readTime(String(value)) : null;
}

/** "a, b", ["a", "b"] or [{ name: "a" }]. */
function readNames(value: unknown): string[] {
  if (typeof value === "string") return value.split(",").map(cleanLine).filter(Boolean);
  const parts = Array.isArray(value) ? value.slice(0, 200) : [value];
  return parts
    .map((part: unknown) => {
      const { name, title, label, slug } = asFields(part);
      return readText(part) || readText(name ?? title ?? label ?? slug);
    })
    .filter(Boolean);
}

function listCovers(value: unknown): string[] {
  const { src, url, image, path, teaser, relative } = asFields(value);
  const found = [value, src, url, image, path, teaser, asFields(src).src].map(readText).filter(Boolean);
  return relative === undefined ? found : found.map((one) => one.replace(/^\.\//, ""));
}
