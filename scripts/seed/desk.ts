import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { day, hour } from "#app/shared/durations.ts";
import type { UserId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb } from "../../worker/db/client.ts";
import type { AuthorId, CategoryId, PostId, TagId } from "../../worker/db/insights-tables.ts";
import { type PostDraft, postDraftSchema, readDraft } from "../../worker/insights/post-draft.ts";
import { archivePost, publishPost } from "../../worker/insights/publish-post.ts";
import { createPost, saveDraft } from "../../worker/insights/save-post.ts";
import { trashPost } from "../../worker/insights/trash-post.ts";
import { root } from "../lib/command.ts";
import type { SeedScope } from "./scope.ts";

interface DeskPiece {
  slug: string;
  title: string;
  dek: string;
  category: string;
  tags: string[];
  author: string;
  state: "draft" | "scheduled" | "archived" | "trash";
  /** In how many hours from now a scheduled one appears, and ends. */
  appearsIn?: number;
  endsIn?: number;
  /** Who saved it, one after the other: the parts of their addresses before the @. */
  writers: string[];
  markdown: string;
}

/** Articles that readers see already: one gets changes that are not published, one an end. */
const changed = "reading-a-cloud-bill";
const ending = "gxp-validation-in-the-cloud";

/** Stores what the desk of the writers shows besides published articles: drafts, scheduled ones and so on. */
export async function seedDesk(scope: SeedScope): Promise<void> {
  const db = openDb(scope.env.DB);
  const pieces = JSON.parse(await readFile(join(root, "scripts/seed/desk.json"), "utf8")) as DeskPiece[];
  const known = await db
    .selectFrom("posts")
    .select("slug")
    .where(
      "slug",
      "in",
      pieces.map(({ slug }) => slug),
    )
    .execute();
  const missing = pieces.filter(({ slug }) => known.every((row) => row.slug !== slug));
  const users = await readUsers(db);
  for (const [index, piece] of missing.entries()) await seedPiece(db, piece, { users, index, scope });
  await seedChanges(db, { users, scope });
  await seedEnd(db, scope);
  console.log(`Demo drafts and planned articles: ${missing.length} made, ${pieces.length - missing.length} in order.`);
}

interface Making {
  users: ReadonlyMap<string, UserId>;
  scope: SeedScope;
}

async function readUsers(db: Db): Promise<Map<string, UserId>> {
  const rows = await db.selectFrom("users").select(["id", "email"]).where("is_demo", "=", 1).execute();
  return new Map(rows.map(({ id, email }) => [email.split("@")[0] ?? "", id]));
}

async function seedPiece(db: Db, piece: DeskPiece, { users, index, scope }: Making & { index: number }): Promise<void> {
  const draft = await toDraft(db, piece);
  const actors = piece.writers.map((name) => users.get(name) ?? null);
  const begun = Date.now() - (index + 2) * day;
  const [first = null, ...others] = actors;
  const id = await createPost(
    db,
    { draft: others.length > 0 ? shorten(draft) : draft, actor: first, at: begun },
    scope,
  );
  let version = 1;
  for (const [turn, actor] of others.entries())
    version = await saveDraft(db, { id, version, actor, draft, at: begun + (turn + 1) * 5 * hour }, scope);
  const change = { id, version, actor: first };
  if (piece.state === "scheduled") {
    const at = (hours: number) => Math.ceil((Date.now() + hours * hour) / hour) * hour;
    const unpublishAt = piece.endsIn === undefined ? null : at(piece.endsIn);
    await publishPost(db, { ...change, publishAt: at(piece.appearsIn ?? 24), unpublishAt }, scope);
  }
  if (piece.state === "archived") {
    version = await publishPost(db, { ...change, publishAt: Date.now() - 400 * day }, scope);
    await archivePost(db, { ...change, version }, scope);
  }
  if (piece.state === "trash") await trashPost(db, change, scope);
}

/** An earlier state of a text, so that its revisions differ. */
function shorten(draft: PostDraft): PostDraft {
  return { ...draft, markdown: draft.markdown.split("\n\n")[0] ?? "" };
}

async function toDraft(db: Db, { slug, title, dek, category, tags, author, markdown }: DeskPiece): Promise<PostDraft> {
  const find = async <Id extends string>(table: "authors" | "categories" | "tags", name: string) => {
    const row = await db.selectFrom(table).select("id").where("slug", "=", name).executeTakeFirst();
    if (!row) throw new Error(`${slug} names "${name}", which is not among the ${table}.`);
    return row.id as string as Id;
  };
  return postDraftSchema.parse({
    slug,
    title,
    dek,
    categoryId: await find<CategoryId>("categories", category),
    authorIds: [await find<AuthorId>("authors", author)],
    tagIds: await Promise.all(tags.map((tag) => find<TagId>("tags", tag))),
    featured: false,
    markdown,
    coverAlt: null,
  });
}

async function seedChanges(db: Db, { users, scope }: Making): Promise<void> {
  const post = await readPost(db, changed);
  if (!post || post.edited_version !== post.shown_version) return;
  const draft = readDraft(post.content);
  const markdown = `${draft.markdown}\n\n## What changed since\n\nA demo change that nobody has published yet.`;
  const actor = users.get("editor1") ?? null;
  await saveDraft(db, { id: post.id, version: post.version, actor, draft: { ...draft, markdown } }, scope);
}

async function seedEnd(db: Db, scope: SeedScope): Promise<void> {
  const post = await readPost(db, ending);
  if (post?.publish_at == null || post.status !== "published" || post.unpublish_at !== null) return;
  const times = { publishAt: post.publish_at, unpublishAt: Date.now() + 60 * day };
  await publishPost(db, { id: post.id as PostId, version: post.version, actor: null, ...times }, scope);
}

async function readPost(db: Db, slug: string) {
  return db
    .selectFrom("posts")
    .innerJoin("post_revisions", (join) =>
      join.onRef("post_id", "=", "posts.id").onRef("post_revisions.version", "=", "edited_version"),
    )
    .select([
      "posts.id",
      "posts.version",
      "status",
      "publish_at",
      "unpublish_at",
      "edited_version",
      "shown_version",
      "content",
    ])
    .where("slug", "=", slug)
    .executeTakeFirst();
}
