import { sql } from "kysely";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { InsightId, InsightStatus } from "../db/insights-tables.ts";
import { beginInsight } from "./begin-insight.ts";
import { type InsightDraft, readDraft } from "./insight-draft.ts";
import { selectNames, toNames, type TopicNames } from "./read-names.ts";

/** An article as its writers see it: the newest revision, and what readers see. */
export interface Editing {
  id: InsightId;
  /** Of the row; whoever saves names it. 0 while the article is not stored. */
  version: number;
  status: InsightStatus;
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
  draft: InsightDraft;
}

/** The newest revision of an article; null when there is none. One query. */
export async function readEditing(db: Db, { id }: { id: InsightId }): Promise<Editing | null> {
  const row = await selectEditing(db, id).executeTakeFirst();
  return row ? toEditing(row) : null;
}

/**
 * An article as its writers see it, and what it can be put under, in one trip of two queries. Where there is none it is the
 * one that `beginner` is to write; null without a beginner.
 */
export async function readEditor(
  db: Db,
  { id, beginner }: { id: InsightId; beginner: AccountId | null },
): Promise<{ editing: Editing; known: TopicNames } | null> {
  const editing = selectEditing(db, id);
  const [article, named] = await runBatch(db, [editing, selectNames(db)]);
  const [row] = readRows(editing, article);
  const known = toNames(named);
  if (row) return { editing: toEditing(row), known };
  return beginner && beginInsight(db, { id, beginner, known });
}

export function selectEditing(db: Db, id: InsightId) {
  const writer = sql<string | null>`(SELECT coalesce(name, email) FROM accounts WHERE accounts.id = edited_by)`;
  return db
    .selectFrom("insights")
    .innerJoin("insight_revisions", (join) =>
      join.onRef("insight_id", "=", "insights.id").onRef("insight_revisions.version", "=", "edited_version"),
    )
    .select([
      "insights.id",
      "insights.version",
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
    .where("insights.id", "=", id);
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
