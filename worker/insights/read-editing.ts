import { sql } from "kysely";
import { type Db, readRow, readRows, runBatch } from "../db/client.ts";
import type { AuthorId, CategoryId, PostId, PostStatus, TagId } from "../db/insights-tables.ts";
import { type PostDraft, readDraft } from "./post-draft.ts";

/** An article as its writers see it: the newest revision, and what readers see. */
export interface Editing {
  id: PostId;
  /** Of the row; whoever saves names it. */
  version: number;
  status: PostStatus;
  /** Epoch milliseconds, as are all times here. */
  publishAt: number | null;
  unpublishAt: number | null;
  trashedAt: number | null;
  editedAt: number;
  /** Who saved the newest revision: their name for colleagues, or their address. */
  editedBy: string | null;
  /** True when the newest revision is the one that this article shows. */
  isShown: boolean;
  /** The address that readers know. */
  shownSlug: string;
  draft: PostDraft;
}

/** What an article may be given to. */
export interface Known {
  authors: { id: AuthorId; name: string }[];
  categories: { id: CategoryId; name: string }[];
  tags: { id: TagId; name: string }[];
}

/** The newest revision of an article; null when there is none. One query. */
export async function readEditing(db: Db, { id }: { id: PostId }): Promise<Editing | null> {
  const row = await selectEditing(db, id).executeTakeFirst();
  return row ? toEditing(row) : null;
}

/** An article as its writers see it, and what it may be given to, in one trip; null when it is gone. */
export async function readEditor(db: Db, { id }: { id: PostId }): Promise<{ editing: Editing; known: Known } | null> {
  const [editing, known] = [selectEditing(db, id), selectKnown(db)];
  const [article, lists] = await runBatch(db, [editing, known]);
  const [row] = readRows(editing, article);
  if (!row) return null;
  return { editing: toEditing(row), known: toKnown(readRow(known, lists)) };
}

/** What an article may be given to. One query. */
export async function readKnown(db: Db): Promise<Known> {
  return toKnown(await selectKnown(db).executeTakeFirstOrThrow());
}

function toKnown({ authors, categories, tags }: Record<keyof Known, string>): Known {
  return {
    authors: JSON.parse(authors) as Known["authors"],
    categories: JSON.parse(categories) as Known["categories"],
    tags: JSON.parse(tags) as Known["tags"],
  };
}

export function selectEditing(db: Db, id: PostId) {
  const writer = sql<string | null>`(SELECT coalesce(name, email) FROM users WHERE users.id = edited_by)`;
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
      "trashed_at",
      "edited_at",
      "edited_version",
      "shown_version",
      "slug",
      "content",
      writer.as("edited_by_name"),
    ])
    .where("posts.id", "=", id);
}

export function selectKnown(db: Db) {
  return db.selectNoFrom([
    listNames("authors").as("authors"),
    listNames("categories").as("categories"),
    listNames("tags").as("tags"),
  ]);
}

/** Rows of a table with a name, by their names, as JSON. */
function listNames(table: "authors" | "categories" | "tags") {
  return sql<string>`(SELECT json_group_array(json_object('id', id, 'name', name) ORDER BY name)
    FROM (SELECT id, name FROM ${sql.table(table)} ORDER BY slug))`;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEditing>["executeTakeFirstOrThrow"]>>;

function toEditing(row: Row): Editing {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    publishAt: row.publish_at,
    unpublishAt: row.unpublish_at,
    trashedAt: row.trashed_at,
    editedAt: row.edited_at,
    editedBy: row.edited_by_name,
    isShown: row.edited_version === row.shown_version,
    shownSlug: row.slug,
    draft: readDraft(row.content),
  };
}
