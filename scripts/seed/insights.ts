import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { getPlatformProxy } from "wrangler";
import type { CoverOptions } from "../../app/art/recipes/covers.ts";
import { openDb } from "../../worker/db/client.ts";
import type { AuthorId, CategoryId, PostId, TagId } from "../../worker/db/insights-tables.ts";
import { type PostDraft, postDraftSchema } from "../../worker/insights/post-draft.ts";
import { publishPost } from "../../worker/insights/publish-post.ts";
import type { SaveScope } from "../../worker/insights/purge-post.ts";
import { createPost, savePost } from "../../worker/insights/save-post.ts";
import { newId } from "../../worker/lib/ids.ts";
import { createLogger } from "../../worker/lib/log.ts";
import { toDarkVariantKey } from "../../worker/media/dark-variant.ts";
import { root } from "../lib/command.ts";
import { drawDiagram } from "../lib/draw-diagram.ts";
import { drawCover, putMedia } from "../lib/media.ts";
import { moveIfAhead } from "./move-day.ts";

const folder = join(root, "scripts/seed/insights");

/** The head of a demo article's file, JSON between `---json` and `---`. */
interface Head {
  title: string;
  slug: string;
  dek: string;
  authors: string[];
  category: string;
  tags: string[];
  /** ISO 8601; one that lay ahead when it was written moves along with the calendar. */
  published: string;
  featured: boolean;
  cover: Pick<CoverOptions, "motif" | "seed"> & { lead: NonNullable<CoverOptions["lead"]> | null };
  coverAlt: string;
}

type SeedScope = SaveScope & { env: Pick<Env, "DB" | "MEDIA"> };

/** Stores the demo articles with their covers in the embedded database and bucket in `state`, as the site's own functions do it. */
export async function seedInsights(state: string): Promise<void> {
  const { env, ctx, dispose } = await getPlatformProxy<Pick<Env, "DB" | "MEDIA">>({
    configPath: join(root, "wrangler.toml"),
    persist: { path: resolve(root, state, "v3") },
  });
  try {
    const scope: SeedScope = { env, ctx: ctx as ExecutionContext, log: createLogger("seed"), requestId: "seed" };
    const ids = {
      authors: await seedNames(env.DB, "authors", ["name", "role", "bio"]),
      categories: await seedNames(env.DB, "categories", ["name", "description"]),
      tags: await seedNames(env.DB, "tags", ["name"]),
    };
    await seedPictures(env);
    const files = (await readdir(folder)).filter((file) => file.endsWith(".md")).toSorted();
    let made = 0;
    for (const file of files) made += (await seedArticle(scope, file, ids)) ? 1 : 0;
    console.log(`Demo articles: ${made} made, ${files.length - made} in order.`);
  } finally {
    await dispose();
  }
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

/** The diagrams inside the articles: demo/*.svg, each with its size in its first tag, and its dark variant beside it. */
async function seedPictures(env: Pick<Env, "DB" | "MEDIA">): Promise<void> {
  for (const file of await readdir(join(folder, "demo"))) {
    const source = await readFile(join(folder, "demo", file), "utf8");
    const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(source) ?? [];
    if (!width || !height) throw new Error(`demo/${file} does not say its size.`);
    const size = { width: Number(width), height: Number(height) };
    for (const theme of ["light", "dark"] as const) {
      const key = theme === "dark" ? toDarkVariantKey(`demo/${file}`) : `demo/${file}`;
      const body = Buffer.from(await drawDiagram(source, theme));
      await putMedia(env, { key, type: "image/svg+xml", body, ...size });
    }
  }
}

interface Ids {
  authors: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}

/** True when there was anything to do. */
async function seedArticle(scope: SeedScope, file: string, ids: Ids): Promise<boolean> {
  const [, json = "", body = ""] =
    /^---json\n(.*?)\n---\n(.*)$/s.exec(await readFile(join(folder, file), "utf8")) ?? [];
  const head = JSON.parse(json) as Head;
  const find = (map: ReadonlyMap<string, string>, name: string) => {
    const id = map.get(name);
    if (!id) throw new Error(`${file} names "${name}", which is in none of the lists.`);
    return id;
  };
  const draft = postDraftSchema.parse({
    slug: head.slug,
    title: head.title,
    dek: head.dek,
    categoryId: find(ids.categories, head.category) as CategoryId,
    authorIds: head.authors.map((name) => find(ids.authors, name) as AuthorId),
    tagIds: head.tags.map((name) => find(ids.tags, name) as TagId),
    featured: head.featured,
    markdown: body.trim(),
    cover: head.cover,
    pictures: await drawCover(scope.env, head),
    coverAlt: head.coverAlt,
  });
  return store(scope, draft, moveIfAhead(head.published));
}

async function store(scope: SeedScope, draft: PostDraft, publishAt: number): Promise<boolean> {
  const db = openDb(scope.env.DB);
  const known = await scope.env.DB.prepare(
    `SELECT posts.id, posts.version, publish_at, content FROM posts JOIN post_revisions ON post_id = posts.id
     WHERE slug = ? ORDER BY post_revisions.version DESC LIMIT 1`,
  )
    .bind(draft.slug)
    .first<{ id: PostId; version: number; publish_at: number | null; content: string }>();
  if (known?.content === JSON.stringify(draft) && known.publish_at === publishAt) return false;
  const at = Math.min(publishAt, Date.now());
  const id = known?.id ?? (await createPost(db, { actor: null, draft, at }, scope));
  const version = known ? await savePost(db, { actor: null, id, version: known.version, draft }, scope) : 1;
  await publishPost(db, { actor: null, id, version, publishAt }, scope);
  return true;
}
