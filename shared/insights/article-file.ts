/**
 * An article as a file of an export: front matter and Markdown. Each value of the front matter is JSON on a line of its own,
 * which is YAML, too, so that other systems can read it. The same article makes the same bytes.
 */
import { z } from "zod";

const slugs = z.array(z.string());
const time = z.iso.datetime().nullable();

/** All that an article says of itself but its Markdown; authors and topics by their slugs. */
const fields = {
  slug: z.string(),
  title: z.string(),
  dek: z.string(),
  category: z.string(),
  authors: slugs,
  tags: slugs,
  featured: z.boolean(),
  cover: z.record(z.string(), z.unknown()).nullable(),
  pictures: z
    .object({ wide: z.string(), card: z.string(), share: z.string(), title: z.string().optional() })
    .nullable(),
  coverAlt: z.string().nullable(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  canonicalUrl: z.string().nullable(),
  noindex: z.boolean(),
};

/** How it stands; times as ISO 8601. */
const standing = {
  status: z.enum(["draft", "published", "archived"]),
  publishAt: time,
  unpublishAt: time,
  trashedAt: time,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  editedAt: z.iso.datetime(),
  /** Paths that led to it before. */
  formerPaths: z.array(z.string()),
};

const headSchema = z.object({ ...fields, ...standing });
const changesSchema = z.object(fields);

export type ArticleHead = z.output<typeof headSchema>;
export type ChangesHead = z.output<typeof changesSchema>;

/** The file of an article, or of its changes that are not published. */
export function writeArticleFile(head: ArticleHead | ChangesHead, markdown: string): string {
  const names = Object.keys("status" in head ? headSchema.shape : changesSchema.shape);
  const lines = names.map((name) => `${name}: ${JSON.stringify(head[name as keyof typeof head])}`);
  return `---\n${lines.join("\n")}\n---\n${markdown}`;
}

/** Reads the file of an article. Throws SyntaxError or ZodError for what is none. */
export function readArticleFile(text: string): { head: ArticleHead; markdown: string } {
  const { values, markdown } = split(text);
  return { head: headSchema.parse(values), markdown };
}

/** Reads the file of changes that are not published. Throws as `readArticleFile`. */
export function readChangesFile(text: string): { head: ChangesHead; markdown: string } {
  const { values, markdown } = split(text);
  return { head: changesSchema.parse(values), markdown };
}

function split(text: string): { values: Record<string, unknown>; markdown: string } {
  const [whole, lines = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  if (whole === undefined) throw new SyntaxError("The file has no front matter.");
  const values = lines.split("\n").map((line): [string, unknown] => {
    const at = line.indexOf(": ");
    return [line.slice(0, at), JSON.parse(line.slice(at + 2))];
  });
  return { values: Object.fromEntries(values), markdown: text.slice(whole.length) };
}
