import type { Generated } from "kysely";
import type { AccountId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type InsightId = Branded<"post">;
export type AuthorId = Branded<"author">;
export type CategoryId = Branded<"category">;
export type TagId = Branded<"tag">;
export type PurgeId = Branded<"purge">;
export type InsightStatus = "draft" | "published" | "archived";
export type MediaType = "image/svg+xml" | "image/png" | "image/jpeg" | "image/webp" | "image/avif";

interface AuthorsTable {
  id: AuthorId;
  slug: string;
  name: string;
  role: string;
  bio: string;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
  /** Key of the photograph in the bucket. */
  photo: string | null;
  /** JSON: AuthorLink[] of shared/insights/topic.ts. */
  links: Generated<string>;
}

interface CategoriesTable {
  id: CategoryId;
  slug: string;
  name: string;
  description: string;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

interface TagsTable {
  id: TagId;
  slug: string;
  name: string;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

interface MediaTable {
  /** Its key in the bucket, e.g. "covers/1f3a….svg". */
  key: string;
  type: MediaType;
  bytes: number;
  /** In CSS pixels. */
  width: number;
  height: number;
  created_at: number;
}

interface InsightsTable {
  id: InsightId;
  slug: string;
  title: string;
  dek: string;
  category_id: CategoryId;
  status: InsightStatus;
  /** A published post is seen from then on. */
  publish_at: number | null;
  featured: 0 | 1;
  markdown: string;
  html: string;
  /** JSON: Heading[] of worker/insights/render-markdown.ts. */
  contents: string;
  words: number;
  /** To read it, rounded up. */
  minutes: number;
  /** JSON: how the cover is drawn. */
  cover: string | null;
  /** Key of the drawing of 1440 x 520. */
  cover_wide: string | null;
  /** Key of the drawing of 640 x 480. */
  cover_card: string | null;
  /** Key of the picture for shared links, 1200 x 630. */
  share_image: string | null;
  /** "" when the cover is decorative; null while nobody has said. */
  cover_alt: string | null;
  created_at: number;
  /** When what readers see last changed. */
  updated_at: number;
  /** Counts saves, from 1. */
  version: Generated<number>;
  /** The newest revision. */
  edited_version: Generated<number>;
  /** The revision that this row shows: an older one while a published article has changes that are not published. */
  shown_version: Generated<number>;
  edited_at: Generated<number>;
  edited_by: AccountId | null;
  /** A published article is seen until then. */
  unpublish_at: number | null;
  /** Its status is then draft or, if readers had seen it, archived. */
  trashed_at: number | null;
  /** For search engines; "" means the title, "" the dek. */
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  canonical_url: string | null;
  noindex: Generated<0 | 1>;
}

interface InsightAuthorsTable {
  insight_id: InsightId;
  /** From 0, in the order of the byline. */
  position: number;
  author_id: AuthorId;
}

interface InsightTagsTable {
  insight_id: InsightId;
  tag_id: TagId;
}

interface InsightRevisionsTable {
  insight_id: InsightId;
  version: number;
  saved_at: number;
  saved_by: AccountId | null;
  /** JSON: the InsightDraft that was saved. */
  content: string;
  /** The first of the saves that this revision joins. */
  started_at: Generated<number>;
  /** What a writer calls it, if it is to be found again. */
  name: string | null;
}

/** A page of the editor that is open, or was a moment ago. */
interface InsightPresenceTable {
  insight_id: InsightId;
  tab: string;
  account_id: AccountId;
  seen_at: number;
  typed_at: number | null;
}

interface RedirectsTable {
  from_path: string;
  to_path: string;
  created_at: number;
}

/** What became of an author, a category or a tag that is gone. */
interface MergedTopicsTable {
  id: string;
  /** Null: nothing took its place. */
  into_id: string | null;
  merged_at: number;
}

/** What the edge's caches have still to forget. */
interface PurgesTable {
  id: PurgeId;
  /** JSON: the tags. */
  tags: string;
  due_at: number;
  attempts: Generated<number>;
  /** When it failed first; null while it has not. */
  failed_at: number | null;
  last_error: string | null;
}

/** Addresses to announce to search engines. A trigger of `insights` writes them. */
interface AnnouncementsTable {
  id: Generated<string>;
  path: string;
  due_at: number;
  attempts: Generated<number>;
  /** When it failed first; null while it has not. */
  failed_at: number | null;
  last_error: string | null;
}

export interface InsightsTables {
  authors: AuthorsTable;
  categories: CategoriesTable;
  tags: TagsTable;
  media: MediaTable;
  insights: InsightsTable;
  insight_authors: InsightAuthorsTable;
  insight_tags: InsightTagsTable;
  insight_revisions: InsightRevisionsTable;
  insight_presence: InsightPresenceTable;
  redirects: RedirectsTable;
  merged_topics: MergedTopicsTable;
  purges: PurgesTable;
  announcements: AnnouncementsTable;
}

export const insightsColumns = {
  authors: ["id", "slug", "name", "role", "bio", "created_at", "updated_at", "version", "photo", "links"],
  categories: ["id", "slug", "name", "description", "created_at", "updated_at", "version"],
  tags: ["id", "slug", "name", "created_at", "updated_at", "version"],
  media: ["key", "type", "bytes", "width", "height", "created_at"],
  insights: [
    "id",
    "slug",
    "title",
    "dek",
    "category_id",
    "status",
    "publish_at",
    "featured",
    "markdown",
    "html",
    "contents",
    "words",
    "minutes",
    "cover",
    "cover_wide",
    "cover_card",
    "share_image",
    "cover_alt",
    "created_at",
    "updated_at",
    "version",
    "edited_version",
    "shown_version",
    "edited_at",
    "edited_by",
    "unpublish_at",
    "trashed_at",
    "seo_title",
    "seo_description",
    "canonical_url",
    "noindex",
  ],
  insight_authors: ["insight_id", "position", "author_id"],
  insight_tags: ["insight_id", "tag_id"],
  insight_revisions: ["insight_id", "version", "saved_at", "saved_by", "content", "started_at", "name"],
  insight_presence: ["insight_id", "tab", "account_id", "seen_at", "typed_at"],
  redirects: ["from_path", "to_path", "created_at"],
  merged_topics: ["id", "into_id", "merged_at"],
  purges: ["id", "tags", "due_at", "attempts", "failed_at", "last_error"],
  announcements: ["id", "path", "due_at", "attempts", "failed_at", "last_error"],
} as const satisfies ColumnsOf<InsightsTables>;
