/** What the browser that reads a file may say of it. The page imports the types alone. */
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { lossKinds } from "#shared/insights/losses.ts";
import { cleanOldPath } from "#shared/imports/old-path.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import { insightDraftSchema } from "#worker/insights/insight-draft.ts";

/** Most posts of one request, and most bytes of it: a Worker renders them in one go. */
const mostPosts = 20;
export const mostBytes = 1024 * 1024;
/** Most names, keys or paths that are asked about at once. */
const mostAsked = 500;
const mostTopics = 40;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const importId = z.uuid().transform((id) => id as ImportId);
const name = z
  .string()
  .transform((text) => cleanLine(text, 120))
  .pipe(z.string().min(1));
/** A path of the old site, as redirects hold it. */
const oldPath = z
  .string()
  .transform(cleanOldPath)
  .pipe(z.string("This is no path of a site.").max(500, "This path is longer than 500 characters."));
const time = z.number().int().min(0).max(8_640_000_000_000_000);

/** What the owner of an import has chosen. */
const settingsSchema = z.object({
  /** "yes" lets the server fetch pictures from the addresses that posts name. */
  fetches: z.boolean(),
  /** False: what was published elsewhere comes as a draft. */
  publishes: z.boolean(),
  /** True: posts that are other in the file than before are changed here, unless somebody has changed them here. */
  updates: z.boolean(),
  /** Of posts without a category: an id, or a name that may be new. */
  category: z.string().max(120),
  /** For each author of the file, by key: an id here; "" for a new author. */
  authors: z.record(z.string().max(300), z.string().max(36)),
});

/** Where posts come from: the address of the other site without its scheme, or the name that staff give to it. */
const siteName = z
  .string()
  .transform((text) => cleanLine(text, 200))
  .pipe(z.string().min(1));
const kind = z.enum(["wordpress", "ghost", "markdown", "html", "site"]);
/** One tab of a browser. */
const runner = z.string().max(36).default("");

const lookSchema = z.object({
  intent: z.literal("look"),
  fileHash: sha256,
  kind: kind.default("wordpress"),
  posts: z.array(z.object({ key: sha256, fingerprint: sha256 })).max(mostAsked),
  pages: z
    .array(z.object({ key: sha256, fingerprint: sha256 }))
    .max(mostAsked)
    .default([]),
  slugs: z.array(z.string().max(120)).max(mostAsked),
  paths: z.array(z.string().max(1000)).max(mostAsked),
  topics: z.array(z.object({ kind: z.enum(["author", "category", "tag"]), name: z.string().max(200) })).max(mostAsked),
});

const beginSchema = z.object({
  intent: z.literal("begin"),
  file: name.pipe(z.string().max(200)),
  fileHash: sha256,
  kind,
  site: siteName,
  runner,
  posts: z.number().int().min(0).max(100_000),
  settings: settingsSchema,
});

/** An author, a category or a tag that posts name. Without a slug, one is made of the name. */
const topicSchema = z.object({
  kind: z.enum(["author", "category", "tag"]),
  name,
  slug: z.string().max(80).default(""),
  role: z.string().default(""),
  bio: z.string().default(""),
  description: z.string().default(""),
  links: z.array(z.object({ name: z.string(), url: z.string() })).default([]),
  /** Paths that led to it here before. */
  paths: z.array(oldPath).max(50).default([]),
});

const topicsSchema = z.object({
  intent: z.literal("topics"),
  import: importId,
  topics: z.array(topicSchema).max(mostTopics),
});

/** How an article stands; times in epoch milliseconds. */
const stateSchema = z
  .object({
    status: z.enum(["draft", "published", "archived"]),
    publishAt: time.nullable(),
    unpublishAt: time.nullable().default(null),
    trashedAt: time.nullable().default(null),
    createdAt: time,
    updatedAt: time,
    editedAt: time,
  })
  .refine(({ status, publishAt }) => status !== "published" || publishAt !== null, "Say since when it is public.")
  .refine(
    ({ status, trashedAt }) => status !== "published" || trashedAt === null,
    "What is public is not in the trash.",
  )
  .refine(
    ({ publishAt, unpublishAt }) => unpublishAt === null || (publishAt !== null && unpublishAt > publishAt),
    "It must end after its publication.",
  );

export const postSchema = z.object({
  key: sha256,
  fingerprint: sha256,
  draft: insightDraftSchema,
  /** A newer revision that readers do not see yet. */
  changes: insightDraftSchema.nullable().default(null),
  state: stateSchema,
  oldPaths: z.array(oldPath).max(100),
});

const postsSchema = z.object({
  intent: z.literal("posts"),
  import: importId,
  /** Each is checked by itself, so that one that is refused keeps no other out: postSchema. */
  posts: z.array(z.record(z.string(), z.unknown())).max(mostPosts),
});

const filesSchema = z.object({
  intent: z.literal("files"),
  import: importId,
  /** Of the library, which were in it before and are shown by posts that come next. */
  files: z.array(z.uuid().transform((id) => id as MediaItemId)).max(mostAsked),
});

/** A page of another system. */
export const pageSchema = z.object({
  key: sha256,
  fingerprint: sha256,
  title: name.pipe(z.string().max(200)),
  path: z.string().max(500),
  status: z.enum(["published", "scheduled", "draft"]),
  markdown: z.string().max(200_000),
  html: z.string().max(300_000),
  losses: z
    .array(
      z.object({ kind: z.enum(lossKinds), count: z.number().int().min(1), example: z.string().max(130).optional() }),
    )
    .max(100),
});

const pagesSchema = z.object({
  intent: z.literal("pages"),
  import: importId,
  /** Each is checked by itself: pageSchema. */
  pages: z.array(z.record(z.string(), z.unknown())).max(mostPosts),
});

const stillSchema = z.object({ intent: z.literal("still"), import: importId, runner });

const finishSchema = z.object({ intent: z.literal("finish"), import: importId });

export const runSchema = z.discriminatedUnion("intent", [
  lookSchema,
  beginSchema,
  topicsSchema,
  filesSchema,
  postsSchema,
  pagesSchema,
  stillSchema,
  finishSchema,
]);

export type ImportSettings = z.output<typeof settingsSchema>;
export type AskedTopic = z.input<typeof topicSchema>;
export type TopicWish = z.output<typeof topicSchema>;
export type InsightState = z.output<typeof stateSchema>;
export type CheckedPage = z.output<typeof pageSchema>;
export type SentPost = z.input<typeof postSchema>;
export type CheckedPost = z.output<typeof postSchema>;
export type Look = z.input<typeof lookSchema>;
export type CheckedLook = z.output<typeof lookSchema>;
export type Begin = z.output<typeof beginSchema>;
