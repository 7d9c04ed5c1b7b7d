/** Articles as programs send them: topics and authors by their slugs. */
import { z } from "zod";
import { makeSlug } from "#shared/text/make-slug.ts";
import { coverMotifNames, pickCover } from "#shared/insights/cover-motifs.ts";
import type { Db } from "#worker/db/client.ts";
import type { AuthorId, CategoryId, TagId } from "#worker/db/insights-tables.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { InsightDraft } from "./insight-draft.ts";

const slug = z.string().min(1).max(80);

/** The fields of an article that a program may set; `InsightDraft` checks them more closely. */
const insightFields = z.object({
  slug: z.string().max(120).describe("The last part of its address. Made of the title unless given."),
  title: z.string().max(200),
  dek: z.string().max(300).describe("One or two sentences below the title."),
  markdown: z.string().max(200_000).describe("The text, in Markdown as the editor writes it."),
  category: slug.describe("Slug of a category."),
  authors: z.array(slug).min(1).max(10).describe("Slugs of authors, in the order of the byline."),
  tags: z.array(slug).max(20).describe("Slugs of tags."),
  featured: z.boolean(),
  cover: z
    .object({ motif: z.enum(coverMotifNames), seed: z.string().min(1).max(120).describe("Any text.") })
    .nullable()
    .describe("How the cover is drawn; null for none. Made of the slug unless given."),
  cover_alt: z.string().max(300).nullable().describe('What the cover shows; "" when it is decorative.'),
  seo_title: z.string().max(120),
  seo_description: z.string().max(300),
  canonical_url: z.string().max(500).nullable().describe("Where the text first appeared, if not here."),
  noindex: z.boolean(),
});

/** A change: what is left out stays as it is. */
export const postPatch = insightFields.partial();

/** A new article needs these; the others have defaults. */
export const newInsight = postPatch.required({ title: true, markdown: true, category: true, authors: true });

type InsightPatch = z.output<typeof postPatch>;

/**
 * The draft of a new article.
 * @throws {InvalidInputError} for slugs that are not known
 */
export async function buildDraft(db: Db, input: z.output<typeof newInsight>): Promise<InsightDraft> {
  const made = input.slug ?? (makeSlug(input.title) || "article");
  const blank: InsightDraft = {
    slug: made,
    title: "",
    dek: "",
    categoryId: "" as CategoryId,
    authorIds: [],
    tagIds: [],
    featured: false,
    markdown: "",
    cover: pickCover(made),
    pictures: null,
    // A drawing is decorative unless somebody says what it shows.
    coverAlt: "",
    seoTitle: "",
    seoDescription: "",
    canonicalUrl: null,
    noindex: false,
  };
  return changeDraft(db, blank, input);
}

/**
 * `draft` with the changes of `patch`.
 * @throws {InvalidInputError} for slugs that are not known
 */
export async function changeDraft(db: Db, draft: InsightDraft, patch: InsightPatch): Promise<InsightDraft> {
  const ids = await readIds(db, patch);
  return {
    ...draft,
    ...pickGiven({
      slug: patch.slug,
      title: patch.title,
      dek: patch.dek,
      markdown: patch.markdown,
      featured: patch.featured,
      ...(patch.cover !== undefined && { cover: toCover(patch.cover), pictures: null }),
      coverAlt: patch.cover_alt,
      seoTitle: patch.seo_title,
      seoDescription: patch.seo_description,
      canonicalUrl: patch.canonical_url,
      noindex: patch.noindex,
      categoryId: ids.category,
      authorIds: ids.authors,
      tagIds: ids.tags,
    }),
  };
}

function toCover(cover: InsightPatch["cover"]): InsightDraft["cover"] {
  return cover ? { ...cover, lead: null, density: 1 } : null;
}

/** `values` without those that were not given. */
function pickGiven<Values extends object>(values: Values): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** Ids of the named category, authors and tags. One query each, none without names. */
async function readIds(db: Db, { category, authors, tags }: InsightPatch) {
  const [categories, writers, labels] = await Promise.all([
    findIds(db, "categories", category === undefined ? undefined : [category]),
    findIds(db, "authors", authors),
    findIds(db, "tags", tags),
  ]);
  const faults = {
    ...nameMissing("category", categories.missing),
    ...nameMissing("authors", writers.missing),
    ...nameMissing("tags", labels.missing),
  };
  if (Object.keys(faults).length > 0) throw new InvalidInputError(faults);
  return {
    category: categories.ids?.[0] as CategoryId | undefined,
    authors: writers.ids as AuthorId[] | undefined,
    tags: labels.ids as TagId[] | undefined,
  };
}

async function findIds(db: Db, table: "categories" | "authors" | "tags", slugs: readonly string[] | undefined) {
  if (slugs === undefined) return { ids: undefined, missing: [] };
  if (slugs.length === 0) return { ids: [], missing: [] };
  const rows = await db.selectFrom(table).select(["id", "slug"]).where("slug", "in", slugs).execute();
  const bySlug = new Map(rows.map(({ id, slug }) => [slug, id as string]));
  return {
    ids: slugs.flatMap((slug) => bySlug.get(slug) ?? []),
    missing: slugs.filter((slug) => !bySlug.has(slug)),
  };
}

function nameMissing(field: string, missing: readonly string[]) {
  return missing.length > 0 && { [field]: [`Not known: ${missing.join(", ")}. GET /api/topics lists what there is.`] };
}
