import { sql } from "kysely";
import { makeSlug } from "#app/shared/make-slug.ts";
import type { TopicKind } from "#app/shared/topic.ts";
import { cleanOldPath } from "#app/shared/old-path.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import { tableOf } from "../insights/taxonomy/topic-table.ts";
import { selectOpen } from "./begin-import.ts";
import type { ImportSettings, Look } from "./import-schema.ts";

/** A post of a file that has become an article before. */
export interface KnownPost {
  key: string;
  fingerprint: string;
  slug: string;
  /** Somebody has changed the article since. */
  isEdited: boolean;
  isInTrash: boolean;
}

/** What the site knows of what a file names. */
export interface Known {
  /** The import of the same file that can go on. */
  open: { settings: ImportSettings; startedAt: number } | null;
  posts: KnownPost[];
  /** Addresses of articles, or former ones: those that were asked about, and those with a number behind them. */
  slugs: string[];
  /** Paths that lead somewhere already. */
  paths: string[];
  topics: KnownTopic[];
}

export interface KnownTopic {
  kind: TopicKind;
  id: string;
  slug: string;
  name: string;
}

export const topicKinds = ["author", "category", "tag"] as const satisfies readonly TopicKind[];

/** What of a file is here already, in one round trip. */
export async function lookUp(db: Db, asked: Omit<Look, "intent">): Promise<Known> {
  const open = selectOpen(db, asked.fileHash);
  const posts = selectKnownPosts(db, asked.posts);
  const slugs = selectSlugs(db, asked.slugs);
  const paths = selectPaths(db, asked.paths);
  const topics = topicKinds.map((kind) => selectTopics(db, kind, listNames(asked, kind)));
  const results = await runBatch(db, [open, posts, slugs, paths, ...topics]);
  const [found] = readRows(open, results[0]);
  return {
    open: found ? { settings: JSON.parse(found.settings) as ImportSettings, startedAt: found.started_at } : null,
    posts: readRows(posts, results[1]).map(({ source_key, fingerprint, slug, is_edited, trashed_at }) => ({
      key: source_key,
      fingerprint,
      slug,
      isEdited: is_edited === 1,
      isInTrash: trashed_at !== null,
    })),
    slugs: readRows(slugs, results[2]).map(({ slug }) => slug),
    paths: readRows(paths, results[3]).map(({ from_path }) => from_path),
    topics: topicKinds.flatMap((kind, index) =>
      readRows(topics[index] as (typeof topics)[number], results[4 + index]).map(({ id, slug, name }) => ({
        kind,
        id,
        slug,
        name,
      })),
    ),
  };
}

function listNames({ topics }: Omit<Look, "intent">, kind: TopicKind): string[] {
  return topics.flatMap((topic) => (topic.kind === kind ? [topic.name] : []));
}

export function selectKnownPosts(db: Db, posts: Look["posts"]) {
  const keys = JSON.stringify(posts.map(({ key }) => key));
  const prints = JSON.stringify(posts.map(({ fingerprint }) => fingerprint));
  // Each by its index: by the key, or by all that is in the post, under whatever name the file has it now.
  const found = sql<never>`(SELECT source_key FROM import_items WHERE source_key IN (SELECT value FROM json_each(${keys}))
    UNION SELECT source_key FROM import_items WHERE fingerprint IN (SELECT value FROM json_each(${prints})))`;
  return db
    .selectFrom("import_items")
    .innerJoin("posts", "posts.id", "import_items.post_id")
    .select([
      "source_key",
      "fingerprint",
      "post_id",
      "import_id",
      "post_version",
      "posts.slug",
      "posts.version",
      "posts.trashed_at",
      sql<0 | 1>`posts.version <> post_version`.as("is_edited"),
    ])
    .where("source_key", "in", found);
}

/** `x`, and `x-2` and so on, as far as articles have them or had them. */
export function selectSlugs(db: Db, slugs: readonly string[]) {
  const asked = JSON.stringify(slugs);
  // A full stop comes right after a hyphen.
  const found = sql`(SELECT posts.slug FROM json_each(${asked}) AS asked CROSS JOIN posts ON posts.slug = asked.value
    UNION SELECT posts.slug FROM json_each(${asked}) AS asked
      CROSS JOIN posts ON posts.slug >= asked.value || '-' AND posts.slug < asked.value || '.'
      WHERE substr(posts.slug, length(asked.value) + 2) GLOB '[0-9]*'
    UNION SELECT asked.value FROM json_each(${asked}) AS asked
      CROSS JOIN redirects ON redirects.from_path = '/insights/' || asked.value)`;
  return db.selectFrom(found.as<"taken">("taken") as never).select(sql<string>`slug`.as("slug"));
}

export function selectPaths(db: Db, paths: readonly string[]) {
  const cleaned = JSON.stringify(paths.map(cleanOldPath).filter((path) => path !== null));
  return db
    .selectFrom("redirects")
    .select("from_path")
    .where("from_path", "in", sql<string>`(SELECT value FROM json_each(${cleaned}))`);
}

/** Authors, categories or tags by their names, or by the addresses that names make. */
export function selectTopics(db: Db, kind: TopicKind, names: readonly string[]) {
  const table = tableOf(kind);
  const slugs = JSON.stringify(names.map(makeSlug));
  return db
    .selectFrom(table)
    .select([sql<string>`id`.as("id"), "slug", "name"])
    .where("slug", "in", sql<string>`(SELECT value FROM json_each(${slugs}))`)
    .union(
      db
        .selectFrom(table)
        .select([sql<string>`id`.as("id"), "slug", "name"])
        .where(sql<boolean>`name COLLATE NOCASE IN (SELECT value FROM json_each(${JSON.stringify(names)}))`),
    );
}
