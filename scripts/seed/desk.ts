import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb, readRows, runBatch } from "../../worker/db/client.ts";
import { type InsightDraft, insightDraftSchema } from "../../worker/insights/insight-draft.ts";
import { archivePost, publishInsight } from "../../worker/insights/publish-insight.ts";
import { type Editing, readEditing } from "../../worker/insights/read-editing.ts";
import { createInsight, saveDraft } from "../../worker/insights/save-insight.ts";
import { trashInsight } from "../../worker/insights/trash-insight.ts";
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

/** Stores what the desk of the writers shows other than published articles: drafts, scheduled ones and so on. */
export async function seedDesk(scope: SeedScope): Promise<void> {
  const db = openDb(scope.env.DB);
  const pieces = JSON.parse(await readFile(join(root, "scripts/seed/desk.json"), "utf8")) as DeskPiece[];
  const known = await db
    .selectFrom("insights")
    .select("slug")
    .where(
      "slug",
      "in",
      pieces.map(({ slug }) => slug),
    )
    .execute();
  const missing = pieces.filter(({ slug }) => known.every((row) => row.slug !== slug));
  const [users, topics] = [await readAccounts(db), await readTopics(db)];
  for (const [index, piece] of missing.entries()) await seedPiece(db, piece, { users, topics, index, scope });
  await seedChanges(db, { users, topics, scope });
  await seedEnd(db, scope);
  console.log(`Demo drafts and planned articles: ${missing.length} made, ${pieces.length - missing.length} in order.`);
}

interface Making {
  users: ReadonlyMap<string, AccountId>;
  topics: ReadonlyMap<string, string>;
  scope: SeedScope;
}

async function readAccounts(db: Db): Promise<Map<string, AccountId>> {
  const rows = await db.selectFrom("accounts").select(["id", "email"]).where("is_demo", "=", 1).execute();
  return new Map(rows.map(({ id, email }) => [email.split("@")[0] ?? "", id]));
}

async function seedPiece(
  db: Db,
  piece: DeskPiece,
  { users, topics, index, scope }: Making & { index: number },
): Promise<void> {
  const draft = toDraft(piece, topics);
  const actors = piece.writers.map((name) => users.get(name) ?? null);
  const begun = Date.now() - (index + 2) * day;
  const [first = null, ...others] = actors;
  const id = await createInsight(
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
    await publishInsight(db, { ...change, publishAt: at(piece.appearsIn ?? 24), unpublishAt }, scope);
  }
  if (piece.state === "archived") {
    version = await publishInsight(db, { ...change, publishAt: Date.now() - 400 * day }, scope);
    await archivePost(db, { ...change, version }, scope);
  }
  if (piece.state === "trash") await trashInsight(db, change, scope);
}

/** An earlier state of a text, so that its revisions differ. */
function shorten(draft: InsightDraft): InsightDraft {
  return { ...draft, markdown: draft.markdown.split("\n\n")[0] ?? "" };
}

function toDraft(
  { slug, title, dek, category, tags, author, markdown }: DeskPiece,
  topics: Making["topics"],
): InsightDraft {
  const find = (table: TopicTable, name: string) => {
    const id = topics.get(`${table} ${name}`);
    if (!id) throw new Error(`${slug} names "${name}", which is not among the ${table}.`);
    return id;
  };
  return insightDraftSchema.parse({
    slug,
    title,
    dek,
    categoryId: find("categories", category),
    authorIds: [find("authors", author)],
    tagIds: tags.map((tag) => find("tags", tag)),
    featured: false,
    markdown,
    coverAlt: null,
  });
}

type TopicTable = "authors" | "categories" | "tags";

/** The ids of all topics by their table and slug. */
async function readTopics(db: Db): Promise<Map<string, string>> {
  const select = (table: TopicTable) => db.selectFrom(table).select([sql.lit(table).as("table"), "id", "slug"]);
  const queries = [select("authors"), select("categories"), select("tags")];
  const results = await runBatch(db, queries);
  const rows = results.flatMap((result, at) => readRows(queries[at] as ReturnType<typeof select>, result));
  return new Map(rows.map(({ table, id, slug }) => [`${table} ${slug}`, id]));
}

async function seedChanges(db: Db, { users, scope }: Making): Promise<void> {
  const post = await readInsight(db, changed);
  if (!post?.isShown) return;
  const { id, version, draft } = post;
  const markdown = `${draft.markdown}\n\n## What changed since\n\nA demo change that nobody has published yet.`;
  await saveDraft(db, { id, version, actor: users.get("editor1") ?? null, draft: { ...draft, markdown } }, scope);
}

async function seedEnd(db: Db, scope: SeedScope): Promise<void> {
  const post = await readInsight(db, ending);
  if (post?.status !== "published" || post.publishAt === null || post.unpublishAt !== null) return;
  const { id, version, publishAt } = post;
  await publishInsight(db, { id, version, actor: null, publishAt, unpublishAt: Date.now() + 60 * day }, scope);
}

async function readInsight(db: Db, slug: string): Promise<Editing | null> {
  const row = await db.selectFrom("insights").select("id").where("slug", "=", slug).executeTakeFirst();
  return row ? readEditing(db, { id: row.id }) : null;
}
