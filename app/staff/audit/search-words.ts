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
} as const satisfies Partial<Record<AuditAction, ActionWords>>;
