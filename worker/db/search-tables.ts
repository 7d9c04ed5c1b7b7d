/**
 * What staff have written for the search, its queue of changes, and what it has found to be related.
 * migrations/0014_search.sql says what each column is.
 */
import type { Generated } from "kysely";
import type { ColumnsOf } from "./columns.ts";

interface SearchChangesTable {
  key: string;
  due_at: number;
  stamp: number;
}

interface SearchSynonymsTable {
  id: string;
  /** JSON: string[]. */
  texts: string;
  one_way: Generated<0 | 1>;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

interface SearchRulesTable {
  id: string;
  kind: "pin" | "exclusion";
  query: string;
  key: string;
  place: Generated<number>;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

interface SearchProgressTable {
  id: 1;
  settled: Generated<number>;
}

interface RelatedTable {
  key: string;
  version: number;
  mark: string;
  is_due: Generated<0 | 1>;
  made_at: number;
  /** JSON: Related of worker/search/related/choose-related.ts. */
  others: string;
}

export interface SiteSearchTables {
  search_changes: SearchChangesTable;
  search_synonyms: SearchSynonymsTable;
  search_rules: SearchRulesTable;
  search_progress: SearchProgressTable;
  related: RelatedTable;
}

export const siteSearchColumns = {
  search_changes: ["key", "due_at", "stamp"],
  search_synonyms: ["id", "texts", "one_way", "version", "created_at", "updated_at"],
  search_rules: ["id", "kind", "query", "key", "place", "version", "created_at", "updated_at"],
  search_progress: ["id", "settled"],
  related: ["key", "version", "mark", "is_due", "made_at", "others"],
} as const satisfies ColumnsOf<SiteSearchTables>;
