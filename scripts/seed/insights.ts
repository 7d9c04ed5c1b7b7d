import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { day } from "#shared/dates/durations.ts";
import { industries } from "../../app/content/industries.ts";
import { services } from "../../app/content/services.ts";
import type { ArticleCover } from "../../app/art/recipes/covers.ts";
import { type Db, openDb } from "../../worker/db/client.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import type { AuthorId, CategoryId, InsightId, TagId } from "../../worker/db/insights-tables.ts";
import { type InsightDraft, insightDraftSchema } from "../../worker/insights/insight-draft.ts";
import { publishInsight } from "../../worker/insights/publish-insight.ts";
import { createInsight, saveInsight } from "../../worker/insights/save-insight.ts";
import { newId } from "../../worker/lib/ids.ts";
import { toDarkVariantKey } from "../../worker/media/dark-variant.ts";
import { root } from "../lib/command.ts";
import { drawDiagram } from "../lib/draw-diagram.ts";
import { type CoverKeys, drawCover, hasCover, nameCover, type Picture, putMedia } from "../lib/media.ts";
import { moveIfAhead } from "./move-day.ts";
import { companyBegan, pretend, readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

const folder = join(root, "scripts/seed/insights");
const paths = new Set(
  ["gcc", "microsoft", "partners", "careers", "contact"].concat([...services, ...industries].map(({ slug }) => slug)),
);

/** The head of a demo article's file, JSON between `---json` and `---`. */
interface Head {
  title: string;
  slug: string;
  dek: string;
  authors: string[];
  category: string;
  tags: string[];
  /** ISO 8601. A date after that of move-day.ts moves with the calendar. */
  published: string;
  featured: boolean;
  cover: ArticleCover;
  coverAlt: string;
}

interface Article {
  head: Head;
  /** Markdown. */
  body: string;
  pictures: CoverKeys;
}

/** Stores the demo articles with their covers, with the site's own functions. */
export async function seedInsights(scope: SeedScope): Promise<void> {
  const { env } = scope;
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md")).toSorted();
  const articles = await Promise.all(files.map(readArticle));
  await seedCovers(env, articles);
  await seedDiagrams(env);
  const [authors, categories, tags] = await Promise.all([
    seedNames(env.DB, "authors", ["name", "role", "bio"]),
    seedNames(env.DB, "categories", ["name", "description"]),
    seedNames(env.DB, "tags", ["name"]),
  ]);
  const actor = (await readDemoStaff<AccountId>(env.DB)).get("marketing") ?? null;
  let count = 0;
  for (const article of articles)
    count += Number(await seedArticle(article, { authors, categories, tags, actor }, scope));
  console.log(`Demo articles: ${count} made, ${articles.length - count} in order.`);
}

async function readArticle(file: string): Promise<Article> {
  const [, json = "", body = ""] =
    /^---json\n(.*?)\n---\n(.*)$/s.exec(await readFile(join(folder, file), "utf8")) ?? [];
  const head = JSON.parse(json) as Head;
  return { head, body: unlinkMissing(body.trim()), pictures: await nameCover(head) };
}

/** Links to services and industries that the owner has removed become plain words. */
function unlinkMissing(markdown: string): string {
  return markdown.replaceAll(/\[([^\]\n]{1,200})\]\(\/([a-z-]{1,60})\)/g, (link, words: string, slug: string) =>
    paths.has(slug) ? link : words,
  );
}

/** Draws all covers before it stores the first: while this process draws, its idle connections are closed. */
async function seedCovers(env: SeedScope["env"], articles: readonly Article[]): Promise<void> {
  const stored = await Promise.all(articles.map(({ pictures }) => hasCover(env, pictures)));
  const missing = articles.filter((_, index) => !stored[index]);
  const covers = await Promise.all(missing.map(({ head, pictures }) => drawCover(head, pictures)));
  await Promise.all(covers.map((pictures) => putInOrder(env, pictures)));
}

async function putInOrder(env: SeedScope["env"], pictures: readonly Picture[]): Promise<void> {
  for (const picture of pictures) await putMedia(env, picture);
}

/** Stores what <table>.json lists, by slug; returns the ids by slug. */
async function seedNames(db: D1Database, table: "authors" | "categories" | "tags", columns: readonly string[]) {
  const rows = JSON.parse(await readFile(join(folder, `${table}.json`), "utf8")) as Record<string, string>[];
  const names = ["id", "slug", ...columns, "created_at", "updated_at"];
  const updates = columns.map((column) => `${column} = excluded.${column}`).join(", ");
  const insert = db.prepare(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
     ON CONFLICT (slug) DO UPDATE SET ${updates}`,
  );
  const at = Date.now();
  await db.batch(
    rows.map((row) => insert.bind(newId(), row["id"], ...columns.map((column) => row[column] ?? ""), at, at)),
  );
  const { results } = await db.prepare(`SELECT id, slug FROM ${table}`).all<{ id: string; slug: string }>();
  return new Map(results.map(({ id, slug }) => [slug, id]));
}

/**
 * The diagrams inside the articles: demo/*.svg, each with its size in its first tag, and its dark variant beside it.
 */
async function seedDiagrams(env: SeedScope["env"]): Promise<void> {
  const pictures: Picture[] = [];
  for (const file of await readdir(join(folder, "demo"))) {
    const source = await readFile(join(folder, "demo", file), "utf8");
    const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(source) ?? [];
    if (!width || !height) throw new Error(`demo/${file} does not say its size.`);
    for (const theme of ["light", "dark"] as const) {
      const key = theme === "dark" ? toDarkVariantKey(`demo/${file}`) : `demo/${file}`;
      const body = Buffer.from(drawDiagram(source, theme));
      pictures.push({ key, type: "image/svg+xml", body, width: Number(width), height: Number(height) });
    }
  }
  await Promise.all(pictures.map((picture) => putMedia(env, picture)));
}

interface Ids {
  /** Who writes and publishes. */
  actor: AccountId | null;
  authors: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}

/** True when there was anything to do. */
async function seedArticle({ head, body, pictures }: Article, ids: Ids, scope: SeedScope): Promise<boolean> {
  const find = (map: ReadonlyMap<string, string>, name: string) => {
    const id = map.get(name);
    if (!id) throw new Error(`${head.slug} names "${name}", which is in none of the lists.`);
    return id;
  };
  const draft = insightDraftSchema.parse({
    slug: head.slug,
    title: head.title,
    dek: head.dek,
    categoryId: find(ids.categories, head.category) as CategoryId,
    authorIds: head.authors.map((name) => find(ids.authors, name) as AuthorId),
    tagIds: head.tags.map((name) => find(ids.tags, name) as TagId),
    featured: head.featured,
    markdown: body,
    cover: head.cover,
    pictures,
    coverAlt: head.coverAlt,
  });
  const publishAt = moveIfAhead(head.published);
  return store(openDb(scope.env.DB), { draft, publishAt, actor: ids.actor }, scope);
}

interface Publication {
  draft: InsightDraft;
  publishAt: number;
  actor: AccountId | null;
}

async function store(db: Db, { draft, publishAt, actor }: Publication, scope: SeedScope): Promise<boolean> {
  const known = await scope.env.DB.prepare(
    `SELECT insights.id, insights.version, publish_at, content FROM insights
     JOIN insight_revisions ON insight_id = insights.id AND insight_revisions.version = shown_version WHERE slug = ?`,
  )
    .bind(draft.slug)
    .first<{ id: InsightId; version: number; publish_at: number | null; content: string }>();
  if (known?.content === JSON.stringify(draft) && known.publish_at === publishAt) return false;
  const at = Math.min(publishAt, Date.now() - 3 * day);
  await pretend(known ? Date.now() : Math.max(at, companyBegan), async () => {
    const id = known?.id ?? (await createInsight(db, { actor, draft, at }, scope));
    const version = known ? await saveInsight(db, { actor, id, version: known.version, draft }, scope) : 1;
    await publishInsight(db, { actor, id, version, publishAt }, scope);
  });
  return true;
}
