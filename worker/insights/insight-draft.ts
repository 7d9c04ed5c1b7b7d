import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { nameOnCard } from "#shared/insights/cover-sizes.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import type { AuthorId, CategoryId, TagId } from "#worker/db/insights-tables.ts";

const slug = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Small letters, digits and single hyphens.");
/** One line of text, without what would turn the words around it. */
const line = z.string().transform((text) => cleanLine(text));
const mediaKey = z.string().regex(/^[a-z0-9/._-]{3,200}$/);

/** A page elsewhere. */
const address = z.url({ protocol: /^https?$/ }).max(500);

const fields = z.object({
  slug,
  /** "" while nobody has thought of one. */
  title: line.pipe(z.string().max(200)),
  /** One or two sentences; also the description for search engines. */
  dek: line.pipe(z.string().max(300)),
  categoryId: z.string().transform((id) => id as CategoryId),
  /** In the order of the byline. */
  authorIds: z
    .array(z.string().transform((id) => id as AuthorId))
    .min(1)
    .max(10)
    .transform((ids) => [...new Set(ids)]),
  tagIds: z
    .array(z.string().transform((id) => id as TagId))
    .max(20)
    .transform((ids) => [...new Set(ids)]),
  featured: z.boolean(),
  markdown: z
    .string()
    .max(200_000)
    // oxlint-disable-next-line no-control-regex -- no text needs them, and no feed may hold them.
    .transform((text) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")),
  /**
   * How the cover is drawn, CoverOptions of app/art/recipes/covers.ts; or which picture of the media library it is cut from,
   * by its key, around a point (shares of its width and height).
   */
  cover: z
    .union([
      z.object({
        motif: z.string(),
        seed: z.string(),
        lead: z.string().nullable().default(null),
        density: z.number().min(0.6).max(1.8).default(1),
      }),
      z.object({ picture: mediaKey, focus: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }) }),
    ])
    .nullable()
    .default(null),
  /**
   * Keys of the cover in the bucket: 1440 x 520, 640 x 480 and, for shared links, 1200 x 630; and the title that stands on
   * the last one. Whoever changes the cover takes them away; another title makes that one old (`readShareImage`).
   */
  pictures: z
    .object({ wide: mediaKey, card: mediaKey, share: mediaKey, title: z.string().max(200).optional() })
    .nullable()
    .default(null),
  /** "" for a decorative cover; null while nobody has said, which keeps the article from being published. */
  coverAlt: line.pipe(z.string().max(300)).nullable(),
  /** For search engines; "" means the title. */
  seoTitle: line.pipe(z.string().max(120)).default(""),
  /** For search engines; "" means the dek. */
  seoDescription: line.pipe(z.string().max(300)).default(""),
  /** Where the text first appeared, if not here. */
  canonicalUrl: address.nullable().default(null),
  /** True keeps it out of search engines and the sitemap. */
  noindex: z.boolean().default(false),
});

/**
 * What a writer saves: everything of an article but its state. It may lack what publishing asks for (`checkPublishable`).
 * Ids must be known to the database.
 */
export const insightDraftSchema = fields.transform(({ pictures, ...draft }) => ({
  ...draft,
  // Pictures that do not say it were made of the title beside them.
  pictures: pictures && { ...pictures, title: pictures.title ?? nameOnCard(draft.title) },
}));

/** `draft` as it is stored. Throws InvalidInputError. */
export function parseDraft(draft: InsightDraft): InsightDraft {
  return parseInput(insightDraftSchema, draft);
}

/** The draft that a revision holds. */
export function readDraft(content: string): InsightDraft {
  return insightDraftSchema.parse(JSON.parse(content));
}

/** Throws InvalidInputError, by field, for what an article must have before readers may see it. */
export function checkPublishable({ title, pictures, coverAlt }: InsightDraft): void {
  const faults = {
    ...(title === "" && { title: ["Give the article a title."] }),
    ...(pictures !== null && coverAlt === null && { coverAlt: ["Describe the cover, or mark it as decorative."] }),
  };
  if (Object.keys(faults).length > 0) throw new InvalidInputError(faults);
}

/** Key of the picture for shared links; null while there is none with this title. */
export function readShareImage({ title, pictures }: Pick<InsightDraft, "title" | "pictures">): string | null {
  return pictures && pictures.title === nameOnCard(title) ? pictures.share : null;
}

export type InsightDraft = z.output<typeof insightDraftSchema>;
