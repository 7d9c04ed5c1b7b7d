import type { Subject } from "../lib/subject.ts";

/** Articles, their authors and every version of them are published work and stay until staff delete them. */
export const subject = {
  tables: [
    "posts",
    "post_authors",
    "post_tags",
    "post_terms",
    "post_revisions",
    "authors",
    "categories",
    "tags",
    "redirects",
  ],
} as const satisfies Subject;
