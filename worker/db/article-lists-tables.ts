/** What triggers keep about articles: lists, counts and views. */
import type { AccountId } from "./accounts-tables.ts";
import type { ColumnsOf } from "./columns.ts";
import type { InsightId } from "./insights-tables.ts";

/** Maintained by triggers (migrations/0005_insights.sql), as the two below are. */
interface InsightListsTable {
  /** "" for all articles, or the id of a category, a tag or an author. */
  list: string;
  publish_at: number;
  insight_id: InsightId;
  changed_at: number;
  unpublish_at: number | null;
}

interface InsightCountsTable {
  list: string;
  /** How many are published, scheduled ones included. */
  insights: number;
}

interface DeskCountsTable {
  /** As `insights.desk_state` says it. */
  state: string;
  editor: AccountId | "";
  insights: number;
}

export interface ArticleListsTables {
  insight_lists: InsightListsTable;
  insight_counts: InsightCountsTable;
  desk_counts: DeskCountsTable;
}

export const articleListsColumns = {
  insight_lists: ["list", "publish_at", "insight_id", "changed_at", "unpublish_at"],
  insight_counts: ["list", "insights"],
  desk_counts: ["state", "editor", "insights"],
} as const satisfies ColumnsOf<ArticleListsTables>;
