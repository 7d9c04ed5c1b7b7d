/** Articles as staff and programs read them: the newest revision, whatever readers see. */
import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { InsightId, InsightStatus } from "#worker/db/insights-tables.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { type InsightDraft, readDraft } from "./insight-draft.ts";

/** How an article stands; `scheduled` is published with a time to come, `ended` published until a time that has passed. */
export const insightStates = ["draft", "scheduled", "published", "ended", "archived", "trashed"] as const;

export type InsightState = (typeof insightStates)[number];

interface Standing {
  status: InsightStatus;
  publish_at: number | null;
  unpublish_at: number | null;
  trashed_at: number | null;
}

/** How an article stands at `now`. */
export function judgeState({ status, publish_at, unpublish_at, trashed_at }: Standing, now: number): InsightState {
  if (trashed_at !== null) return "trashed";
  if (status !== "published") return status;
  if (unpublish_at !== null && unpublish_at <= now) return "ended";
  return (publish_at ?? 0) > now ? "scheduled" : "published";
}

export interface InsightOverview extends Standing {
  id: InsightId;
  version: number;
  slug: string;
  title: string;
  category: string;
  authors: string[];
  tags: string[];
  created_at: number;
  edited_at: number;
  hasChanges: boolean;
}

export interface WholeInsight extends InsightOverview {
  draft: InsightDraft;
}

/** The columns of an overview: what readers see, or would see. */
function selectOverviews(db: Db) {
  const authors = sql<string>`(SELECT json_group_array(slug ORDER BY position)
    FROM insight_authors CROSS JOIN authors ON authors.id = author_id WHERE insight_id = insights.id)`;
  const tags = sql<string>`(SELECT json_group_array(slug ORDER BY slug)
    FROM insight_tags CROSS JOIN tags ON tags.id = tag_id WHERE insight_id = insights.id)`;
  return db
    .selectFrom("insights")
    .innerJoin("categories", "categories.id", "insights.category_id")
    .select([
      "insights.id",
      "insights.version",
      "insights.slug",
      "insights.title",
      "insights.status",
      "insights.publish_at",
      "insights.unpublish_at",
      "insights.trashed_at",
      "insights.created_at",
      "insights.edited_at",
      "insights.edited_version",
      "insights.shown_version",
      "categories.slug as category",
      authors.as("authors"),
      tags.as("tags"),
    ]);
}

type OverviewRow = Awaited<ReturnType<ReturnType<typeof selectOverviews>["execute"]>>[number];

function toOverview({ authors, tags, edited_version, shown_version, ...row }: OverviewRow): InsightOverview {
  return {
    ...row,
    authors: JSON.parse(authors) as string[],
    tags: JSON.parse(tags) as string[],
    hasChanges: edited_version !== shown_version,
  };
}

interface Wanted {
  status?: InsightStatus | undefined;
  slug?: string | undefined;
  /** The articles that were made before this one. */
  after?: InsightId | undefined;
  limit: number;
}

/** Articles outside the trash, the newest first. One query. */
export async function listOverviews(db: Db, { status, slug, after, limit }: Wanted): Promise<InsightOverview[]> {
  const rows = await selectOverviews(db)
    .where("trashed_at", "is", null)
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "draft"))
    .$if(slug !== undefined, (query) => query.where("insights.slug", "=", slug ?? ""))
    .$if(after !== undefined, (query) => query.where("insights.id", "<", after ?? ("" as InsightId)))
    .orderBy("insights.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toOverview);
}

/**
 * The article `id` with its newest revision. One query.
 * @throws {NotFoundError}
 */
export async function readInsight(db: Db, { id }: { id: InsightId }): Promise<WholeInsight> {
  const row = await selectOverviews(db)
    .innerJoin("insight_revisions", (join) =>
      join.onRef("insight_id", "=", "insights.id").onRef("insight_revisions.version", "=", "edited_version"),
    )
    .select("content")
    .where("insights.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError("There is no such article.");
  const { content, ...overview } = row;
  return { ...toOverview(overview), draft: readDraft(content) };
}

/** Slugs and names of every category, author and tag. */
export async function listTopics(db: Db) {
  const select = (table: "categories" | "authors" | "tags") =>
    db.selectFrom(table).select(["slug", "name"]).orderBy("name").limit(5000).execute();
  const [categories, authors, tags] = await Promise.all([select("categories"), select("authors"), select("tags")]);
  return { categories, authors, tags };
}

/** Slugs of the ids that a draft names; those that are gone are left out. */
export async function readSlugs(db: Db, { categoryId, authorIds, tagIds }: InsightDraft) {
  const [category, authors, tags] = await Promise.all([
    db.selectFrom("categories").select("slug").where("id", "=", categoryId).executeTakeFirst(),
    authorIds.length === 0
      ? []
      : db.selectFrom("authors").select(["id", "slug"]).where("id", "in", authorIds).execute(),
    tagIds.length === 0 ? [] : db.selectFrom("tags").select("slug").where("id", "in", tagIds).orderBy("slug").execute(),
  ]);
  const bySlug = new Map(authors.map(({ id, slug }) => [id, slug]));
  return {
    category: category?.slug ?? "",
    authors: authorIds.flatMap((id) => bySlug.get(id) ?? []),
    tags: tags.map(({ slug }) => slug),
  };
}
