/** What triggers keep about articles: lists, counts and views. */
import type { AccountId } from "./accounts-tables.ts";
import type { ColumnsOf } from "./columns.ts";
import type { InsightId } from "./insights-tables.ts";

/** Kept by triggers (migrations/0019_article_lists.sql), as InsightCountsTable is. */
interface InsightListsTable {
  /** "" for all articles, or the id of a category, a tag or an author. */
  list: string;
  publish_at: number;
  post_id: InsightId;
  changed_at: number;
  unpublish_at: number | null;
}

interface InsightCountsTable {
  list: string;
  /** How many are published, scheduled ones included. */
  posts: number;
}

/** Kept by triggers (migrations/0035_list_of_articles.sql). */
interface DeskCountsTable {
  /** As `posts.desk_state` says it. */
  state: string;
  editor: AccountId | "";
  posts: number;
}

export interface ArticleListsTables {
  post_lists: InsightListsTable;
  post_counts: InsightCountsTable;
  desk_counts: DeskCountsTable;
}

export const articleListsColumns = {
  post_lists: ["list", "publish_at", "post_id", "changed_at", "unpublish_at"],
  post_counts: ["list", "posts"],
  desk_counts: ["state", "editor", "posts"],
} as const satisfies ColumnsOf<ArticleListsTables>;
