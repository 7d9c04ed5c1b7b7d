import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { consumeSearch } from "./corpus/consume.ts";
import { selectOverdueChange, sweepSearch } from "./corpus/sweep.ts";

/** What the search has indexed is in a database of its own; here is what staff have written for it. Nothing is about persons. */
export const subject = {
  tables: [
    "search_changes",
    "search_synonyms",
    "search_rules",
    "search_queries",
    "search_judgements",
    "search_evaluations",
    "search_settings",
  ],
  consumers: { "fivewright-search": { consume: consumeSearch, producer: (env) => env.SEARCH_QUEUE } },
  jobs: [{ name: "bring the search up to date", schedule: schedules.everyFiveMinutes, run: sweepSearch }],
  auditActions: ["search.run_started", "search.run_changed", "search.switched"],
  health: [{ name: "search index", selectFailures: selectOverdueChange }],
} as const satisfies Subject;
