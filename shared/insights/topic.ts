import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";

/** What articles are sorted by, and who writes them. */
export type TopicKind = "author" | "category" | "tag";

/** A page elsewhere that tells more of an author. */
export interface AuthorLink {
  name: string;
  url: string;
}

export const longestNames = { author: 120, category: 60, tag: 60 } as const satisfies Record<TopicKind, number>;
export const longestSlug = 80;
export const mostLinks = 3;

const line = (longest: number, what: string) =>
  z
    .string()
    .transform((text) => cleanLine(text).trim())
    .pipe(z.string().max(longest, `${what} has at most ${longest} characters.`));
const name = (kind: TopicKind) =>
  line(longestNames[kind], "A name").pipe(z.string("Enter a name.").min(1, "Enter a name."));
const slug = z
  .string()
  .trim()
  .max(longestSlug, `An address has at most ${longestSlug} characters.`)
  .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, "Small letters, digits and single hyphens.")
  .default("");
const link = z.object({
  name: line(60, "The name of a link").pipe(z.string().min(1, "Name the link.")),
  url: z.url({ protocol: /^https?$/, error: "Begin the address with https://." }).max(500),
});

/** What may be said of each kind; the address is made of the name where it is "". */
export const topicSchemas = {
  author: z.object({
    name: name("author"),
    slug,
    role: line(120, "A role").default(""),
    bio: line(600, "A bio").default(""),
    links: z
      .array(z.object({ name: z.string(), url: z.string() }))
      // A form has empty fields where there is no link.
      .transform((links) => links.filter(({ name: text, url }) => text.trim() !== "" || url.trim() !== ""))
      .pipe(z.array(link).max(mostLinks, `At most ${mostLinks} links.`))
      .default([]),
  }),
  category: z.object({
    name: name("category"),
    slug,
    description: line(300, "A description").default(""),
  }),
  tag: z.object({ name: name("tag"), slug }),
} as const;

export type TopicFields<Kind extends TopicKind> = z.output<(typeof topicSchemas)[Kind]>;
export type TopicInput<Kind extends TopicKind> = z.input<(typeof topicSchemas)[Kind]>;

/** The public page of a topic. */
export function pathOfTopic(kind: TopicKind, slug: string): string {
  return `/insights/${kind}/${slug}`;
}
