import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { renderStale } from "./render-again.ts";

/** Articles, their authors and every version of them are published work and stay until staff delete them. */
export const subject = {
  tables: [
    "posts",
    "post_authors",
    "post_tags",
    "post_terms",
    "post_lists",
    "post_counts",
    "post_revisions",
    "authors",
    "categories",
    "tags",
    "redirects",
  ],
  jobs: [{ name: "render articles with replaced pictures", schedule: schedules.everyFiveMinutes, run: renderStale }],
  auditActions: ["post.created", "post.saved", "post.published", "post.archived"],
} as const satisfies Subject;
