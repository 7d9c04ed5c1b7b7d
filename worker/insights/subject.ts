import type { Subject } from "../lib/subject.ts";

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
  auditActions: ["post.created", "post.saved", "post.published", "post.archived", "post.cover_stored"],
} as const satisfies Subject;
