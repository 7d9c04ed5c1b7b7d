import { sql } from "kysely";
import { makeSlug } from "#shared/text/make-slug.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import { cleanOldPath } from "#shared/imports/old-path.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import { tableOf } from "../insights/taxonomy/topic-table.ts";
import { selectOpen } from "./begin-import.ts";
import type { CheckedLook, ImportSettings } from "./import-schema.ts";
import type { Recognised } from "#shared/imports/recognise.ts";

type Asked = CheckedLook["posts"][number];

/** A post of a file that has become an article before. */
export interface KnownPost extends Recognised {
  slug: string;
  /** The addresses that its article has and had. */
  slugs: readonly string[];
  title: string;
  /** Somebody has changed the article since. */
  isEdited: boolean;
  isInTrash: boolean;
}

/** What the site knows of what a file names. */
export interface Known {
  /** The import of the same file that can go on. */
  open: { site: string; settings: ImportSettings; startedAt: number } | null;
  posts: KnownPost[];
  /** Addresses of articles, or former ones: those that were asked about, and those with a number behind them. */
  slugs: string[];
  /** Paths that lead somewhere already, and where to; those that are an address of an article here lead to themselves. */
  paths: { from: string; to: string }[];
  /** Pages that are here as the file has them, by their keys. */
  pages: string[];
  /** Sites that posts of this kind of file have come from, the newest first. */
  sites: KnownSite[];
  topics: KnownTopic[];
}

/** A site that an import has named. */
export interface KnownSite {
  site: string;
  /** When it was imported last, epoch milliseconds. */
  at: number;
}

export interface KnownTopic {
  kind: TopicKind;
  id: string;
  slug: string;
  name: string;
}

export const topicKinds = ["author", "category", "tag"] as const satisfies readonly TopicKind[];

/** What of a file is here already, in one round trip. */
export async function lookUp(db: Db, asked: Omit<CheckedLook, "intent">): Promise<Known> {
  const open = selectOpen(db, asked.fileHash);
  const posts = selectKnownPosts(db, asked.posts);
  const slugs = selectSlugs(db, asked.slugs);
  const paths = selectPaths(db, asked.paths);
  const sites = selectSites(db, asked.kind);
  const pages = selectKnownPages(db, asked.pages);
  const topics = topicKinds.map((kind) => selectTopics(db, kind, listNames(asked, kind)));
  const results = await runBatch(db, [open, posts, slugs, paths, sites, pages, ...topics]);
  const [found] = readRows(open, results[0]);
  return {
    open: found
      ? { site: found.site, settings: JSON.parse(found.settings) as ImportSettings, startedAt: found.started_at }
      : null,
    posts: readRows(posts, results[1]).map((row) =>
      Object.assign(toRecognised(row), {
        slug: row.slug,
        slugs: [row.slug, ...(JSON.parse(row.former_slugs) as string[])],
        title: row.title,
        isEdited: row.is_edited === 1,
        isInTrash: row.trashed_at !== null,
      }),
    ),
    slugs: readRows(slugs, results[2]).map(({ slug }) => slug),
    paths: readRows(paths, results[3]).map(({ from_path, to_path }) => ({ from: from_path, to: to_path })),
    pages: readRows(pages, results[5]).map(({ source_key }) => source_key),
    sites: readRows(sites, results[4]),
    topics: topicKinds.flatMap((kind, index) =>
      readRows(topics[index] as (typeof topics)[number], results[6 + index]).map(({ id, slug, name }) => ({
        kind,
        id,
        slug,
        name,
      })),
    ),
  };
}

function listNames({ topics }: Omit<CheckedLook, "intent">, kind: TopicKind): string[] {
  return topics.flatMap((topic) => (topic.kind === kind ? [topic.name] : []));
}

export function selectKnownPosts(db: Db, posts: readonly Asked[]) {
  const keys = JSON.stringify(posts.map(({ key }) => key));
  const prints = JSON.stringify(posts.map(({ fingerprint }) => fingerprint));
  // Each by its index: by the key, or by all that is in the post, under whatever name the file has it now.
  const found = sql<never>`(SELECT source_key FROM import_items WHERE source_key IN (SELECT value FROM json_each(${keys}))
    UNION SELECT source_key FROM import_items WHERE fingerprint IN (SELECT value FROM json_each(${prints})))`;
  return db
    .selectFrom("import_items")
    .innerJoin("insights", "insights.id", "import_items.insight_id")
    .select([
      "source_key",
      "fingerprint",
      "source",
      "insight_id",
      "import_id",
      "insight_version",
      "insights.slug",
      "insights.title",
      "insights.version",
      "insights.trashed_at",
      sql<0 | 1>`insights.version <> insight_version`.as("is_edited"),
      // The addresses that its article had.
      sql<string>`(SELECT json_group_array(substr(from_path, 11)) FROM redirects
        WHERE to_path = '/insights/' || insights.slug AND from_path LIKE '/insights/%')`.as("former_slugs"),
    ])
    .where("source_key", "in", found);
}

export type KnownRow = Awaited<ReturnType<ReturnType<typeof selectKnownPosts>["execute"]>>[number];

/** What `recognise` reads of a row. */
export function toRecognised(row: KnownRow): Recognised {
  return {
    key: row.source_key,
    fingerprint: row.fingerprint,
    source: row.source,
    importId: row.import_id,
  };
}

/** More sites than anybody has. */
const mostSites = 50;

/** Pages of former sites by key and text. */
export function selectKnownPages(db: Db, pages: readonly { key: string; fingerprint: string }[]) {
  const asked = JSON.stringify(pages.map(({ key, fingerprint }) => [key, fingerprint]));
  return db
    .selectFrom("imported_pages")
    .select("source_key")
    .where(sql<boolean>`(source_key, fingerprint) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${asked}))`);
}

export function selectSites(db: Db, kind: string) {
  return db
    .selectFrom("imports")
    .select(["site", sql<number>`max(started_at)`.as("at")])
    .where("kind", "=", kind)
    .groupBy("site")
    .orderBy("at", "desc")
    .limit(mostSites);
}

/** Those of `x`, `x-2` and so on that articles have or had. */
export function selectSlugs(db: Db, slugs: readonly string[]) {
  const asked = JSON.stringify(slugs);
  // A full stop comes right after a hyphen.
  const found = sql`(SELECT insights.slug FROM json_each(${asked}) AS asked CROSS JOIN insights ON insights.slug = asked.value
    UNION SELECT insights.slug FROM json_each(${asked}) AS asked
      CROSS JOIN insights ON insights.slug >= asked.value || '-' AND insights.slug < asked.value || '.'
      WHERE substr(insights.slug, length(asked.value) + 2) GLOB '[0-9]*'
    UNION SELECT asked.value FROM json_each(${asked}) AS asked
      CROSS JOIN redirects ON redirects.from_path = '/insights/' || asked.value)`;
  return db.selectFrom(found.as<"taken">("taken") as never).select(sql<string>`slug`.as("slug"));
}

export function selectPaths(db: Db, paths: readonly string[]) {
  const cleaned = JSON.stringify(paths.map(cleanOldPath).filter((path) => path !== null));
  const asked = sql`(SELECT value FROM json_each(${cleaned}))`;
  // The address of an article is no old one of another.
  const found = sql`(SELECT from_path, to_path FROM redirects WHERE from_path IN ${asked}
    UNION ALL SELECT '/insights/' || slug, '/insights/' || slug FROM insights
      WHERE slug IN (SELECT substr(value, 11) FROM json_each(${cleaned}) WHERE value LIKE '/insights/%'))`;
  return db
    .selectFrom(found.as<"taken">("taken") as never)
    .select([sql<string>`from_path`.as("from_path"), sql<string>`to_path`.as("to_path")]);
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
