import { copiesDatabase } from "#app/shared/article-copies.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { selectPresenceOf, selectRevisionsOf } from "./person-data.ts";

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
    "post_presence",
    "authors",
    "categories",
    "tags",
    "redirects",
  ],
  retention: [
    {
      table: "post_presence",
      key: ["post_id", "tab"],
      since: "seen_at",
      term: terms.presence,
      keeps: "Which article a member of staff has open",
      after: "after it was last in sight",
      why: "Interest in work that is not overwritten, Article 6(1)(f)",
    },
  ],
  personData: [
    { name: "Articles saved", select: selectRevisionsOf },
    { name: "Articles open", select: selectPresenceOf },
  ],
  storage: [
    {
      keys: [copiesDatabase],
      kind: "indexed",
      purpose: "Staff only: what was written in an article and is not saved yet",
      life: "Until it is saved or discarded, 30 days at most",
    },
  ],
  auditActions: [
    "post.created",
    "post.saved",
    "post.published",
    "post.unscheduled",
    "post.archived",
    "post.revision_named",
  ],
} as const satisfies Subject;
