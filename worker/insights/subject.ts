import { copiesDatabase } from "#shared/insights/article-copies.ts";
import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { selectFailingAnnouncements, sendAnnouncements } from "./announcements.ts";
import { sweepCovers } from "./covers/sweep-covers.ts";
import { endInsights } from "./end-insights.ts";
import { selectPresenceOf, selectRevisionsOf } from "./person-data.ts";
import { selectFailingPurges, sendDuePurges } from "./purges.ts";
import { purgeReport } from "./operations.ts";
import { renderStale } from "./render-again.ts";

/** Articles, their authors and every version of them are published work and stay until staff delete them. */
export const subject = {
  tables: [
    "insights",
    "insight_authors",
    "insight_tags",
    "insight_lists",
    "insight_counts",
    "desk_counts",
    "insight_revisions",
    "insight_presence",
    "authors",
    "categories",
    "tags",
    "merged_topics",
    "redirects",
    "purges",
    "announcements",
  ],
  jobs: [
    { name: "archive articles that have ended", schedule: schedules.everyFiveMinutes, run: endInsights },
    { name: "announce articles to search engines", schedule: schedules.everyFiveMinutes, run: sendAnnouncements },
    { name: "purge what is due", schedule: schedules.everyFiveMinutes, run: sendDuePurges },
    { name: "render articles with replaced pictures", schedule: schedules.everyFiveMinutes, run: renderStale },
    { name: "sweep unused covers", schedule: schedules.hourly, run: sweepCovers },
  ],
  retention: [
    {
      table: "insights",
      key: ["id"],
      since: "trashed_at",
      where: "trashed_at is not null",
      term: terms.trash,
      // With each go hundreds of search words, and its revisions with their texts.
      atOnce: 20,
      keeps: "Articles in the trash, with the names of their writers",
      after: "after they were put there",
      why: "Interest in taking back a mistake, Article 6(1)(f)",
    },
    {
      table: "insight_presence",
      key: ["insight_id", "tab"],
      since: "seen_at",
      term: terms.presence,
      keeps: "Which article a member of staff has open",
      after: "after it was last in sight",
      why: "Interest in work that is not overwritten, Article 6(1)(f)",
    },
  ],
  operations: [purgeReport],
  health: [
    {
      name: "purges",
      selectFailures: selectFailingPurges,
      todo: "Run “purge what is due” here; while it fails, changed pages appear late.",
    },
    {
      name: "announcements",
      selectFailures: selectFailingAnnouncements,
      todo: "Correct INDEXNOW_KEY, or empty it; visitors notice nothing.",
    },
  ],
  auditActions: [
    "post.created",
    "post.saved",
    "post.published",
    "post.archived",
    "post.cover_stored",
    "post.cover_drawn",
    "post.unscheduled",
    "post.revision_named",
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
    "topic.handed_over",
    "topic.deleted",
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
} as const satisfies Subject;
