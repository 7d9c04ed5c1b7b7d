import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { consumeSearch } from "./corpus/consume.ts";
import { freshnessReport, selectSearchBacklog } from "./operations.ts";
import { selectOverdueChange, sweepSearch } from "./corpus/sweep.ts";

/** What the search has indexed is in a database of its own; here is what staff have written for it. Nothing is about persons. */
export const subject = {
  tables: ["search_changes", "search_synonyms", "search_rules", "search_progress", "related"],
  auditActions: [
    "search_synonyms.added",
    "search_synonyms.changed",
    "search_synonyms.deleted",
    "search_rule.added",
    "search_rule.changed",
    "search_rule.deleted",
    "search.run_started",
    "search.run_changed",
    "search.switched",
  ],
  consumers: {
    "fivewright-search": {
      consume: consumeSearch,
      producer: (env) => env.SEARCH_QUEUE,
      selectBacklog: selectSearchBacklog,
    },
  },
  jobs: [{ name: "bring the search up to date", schedule: schedules.everyFiveMinutes, run: sweepSearch }],
  operations: [freshnessReport],
  health: [
    {
      name: "search index",
      selectFailures: selectOverdueChange,
      todo: "Look at the search’s page, then run “bring the search up to date” here.",
      path: "/embeddings-management",
    },
  ],
} as const satisfies Subject;
