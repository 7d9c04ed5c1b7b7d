import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { endPosts } from "./end-posts.ts";
import { selectFailingPurges, sendDuePurges } from "./purges.ts";
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
    "merged_topics",
    "redirects",
    "article_views",
    "purges",
  ],
  jobs: [
    { name: "archive articles that have ended", schedule: schedules.everyFiveMinutes, run: endPosts },
    { name: "purge what is due", schedule: schedules.everyFiveMinutes, run: sendDuePurges },
    { name: "render articles with replaced pictures", schedule: schedules.everyFiveMinutes, run: renderStale },
  ],
  retention: [
    {
      table: "posts",
      key: ["id"],
      since: "trashed_at",
      where: "trashed_at is not null",
      term: terms.trash,
      keeps: "Articles in the trash, with the names of their writers",
      after: "after they were put there",
      why: "Interest in taking back a mistake, Article 6(1)(f)",
    },
  ],
  health: [{ name: "purges", selectFailures: selectFailingPurges }],
  auditActions: [
    "post.created",
    "post.saved",
    "post.published",
    "post.archived",
    "post.cover_stored",
    "post.ended",
    "post.trashed",
    "post.restored",
    "post.deleted",
    "post.put_back",
    "post.tagged",
    "post.untagged",
    "topic.created",
    "topic.changed",
    "topic.merged",
    "topic.deleted",
  ],
} as const satisfies Subject;
