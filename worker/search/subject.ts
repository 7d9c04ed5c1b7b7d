import type { Subject } from "../lib/subject.ts";

/** What the search has indexed is in a database of its own; here is what staff have written for it. Nothing is about persons. */
export const subject = {
  tables: [
    "search_changes",
    "search_synonyms",
    "search_rules",
    "search_queries",
    "search_judgements",
    "search_evaluations",
  ],
} as const satisfies Subject;
