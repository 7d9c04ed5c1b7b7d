import type { AuditAction } from "#worker/subjects.ts";
import type { ActionWords } from "./action-words.ts";

/** What is done to the search of the site. */
export const searchWords = {
  "search.run_started": { text: "Began to embed texts for the search", group: "upkeep", nobody: "The site" },
  "search.run_changed": { text: "Held, went on with or gave up a run of the search", group: "upkeep" },
  "search.switched": { text: "Made another version of the search serve", group: "upkeep" },
  "search_synonyms.added": { text: "Added synonyms to the search", group: "upkeep" },
  "search_synonyms.changed": { text: "Changed synonyms of the search", group: "upkeep" },
  "search_synonyms.deleted": { text: "Deleted synonyms of the search", group: "upkeep" },
  "search_rule.added": { text: "Added a pin or an exclusion to the search", group: "upkeep" },
  "search_rule.changed": { text: "Changed a pin or an exclusion of the search", group: "upkeep" },
  "search_rule.deleted": { text: "Deleted a pin or an exclusion of the search", group: "upkeep" },
  "search_query.added": { text: "Added a judged query of the search", group: "upkeep" },
  "search_query.changed": { text: "Changed a judged query of the search", group: "upkeep" },
  "search_query.deleted": { text: "Deleted a judged query of the search", group: "upkeep" },
  "search_query.judged": { text: "Judged a result of the search", group: "upkeep" },
  "search_query.imported": { text: "Imported judged queries of the search", group: "upkeep" },
  "search_query.exported": { text: "Exported judged queries of the search", group: "exports" },
  "search_evaluation.run": { text: "Measured how well the search ranks", group: "upkeep" },
} as const satisfies Partial<Record<AuditAction, ActionWords>>;
