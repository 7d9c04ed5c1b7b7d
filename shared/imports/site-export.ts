/** The files of an export other than its articles: `worker/imports/export` writes it, the import page reads it. */
import { z } from "zod";

export const manifestName = "manifest.json";
export const manifestSchema = z.object({
  format: z.literal("site-export"),
  version: z.literal(1),
  /** Of the site that was exported. */
  origin: z.string(),
});
export const manifest = { format: "site-export", version: 1 } as const;

const paths = z.array(z.string());

/** authors.json, categories.json and tags.json, by slug. */
export const exportedTopic = z.object({
  slug: z.string(),
  name: z.string(),
  role: z.string().optional(),
  bio: z.string().optional(),
  description: z.string().optional(),
  links: z.array(z.object({ name: z.string(), url: z.string() })).optional(),
  /** The file of an author's photograph in the archive. */
  photo: z.string().nullable().optional(),
  formerPaths: paths,
});

/** drawings.json: covers and diagrams, which lie under `drawings/` with their key. */
export const exportedDrawing = z.object({
  key: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
});

/** media.json: the media library. */
export const exportedItem = z.object({
  id: z.string(),
  /** What articles say after /media/. */
  key: z.string(),
  name: z.string(),
  alt: z.string(),
  caption: z.string(),
  focus: z.object({ x: z.number(), y: z.number() }),
  /** A tiny WebP, base64; "" for none. */
  placeholder: z.string(),
  /** Files in the archive: the one that was sent, and its further widths. */
  file: z.string(),
  widths: z.array(z.string()),
});

export type ExportedTopic = z.output<typeof exportedTopic>;
export type ExportedDrawing = z.output<typeof exportedDrawing>;
export type ExportedItem = z.output<typeof exportedItem>;

export const exportNames = {
  author: "authors.json",
  category: "categories.json",
  tag: "tags.json",
  drawings: "drawings.json",
  media: "media.json",
} as const;

/** The name of an article's file: "posts/a-slug.md"; of its changes: "posts/a-slug.changes.md". */
export function nameArticle(slug: string, part: "shown" | "changes" = "shown"): string {
  return `posts/${slug}${part === "changes" ? ".changes" : ""}.md`;
}
