import { coverAddress, coverParts } from "#shared/insights/cover-sizes.ts";
import type { ImportSettings, InsightState, SentPost } from "#worker/imports/import-schema.ts";
import type { CoverKeys } from "#app/staff/insights/cover/send-cover.ts";
import { ask, type Asking } from "#app/staff/ask-until-answered.ts";
import { generalCategory, type TopicIds, unknownAuthor } from "./make-all-topics.ts";
import { nameMarkdown, type FoundPicture } from "./name-pictures.ts";
import type { PlannedPost, InsightHead } from "./plan.ts";
import { most } from "./plan-foreign.ts";

interface Made {
  settings: ImportSettings;
  topics: TopicIds;
  /** The pictures that have come, by the address that the post has for them. */
  found: ReadonlyMap<string, FoundPicture>;
  asking: Asking;
}

/** A post of another system as it is sent. */
export async function draftForeign(
  { slug, title, category, tags }: PlannedPost,
  post: InsightHead,
  markdown: string,
  { settings, topics, found, asking }: Made,
): Promise<Pick<SentPost, "draft" | "changes" | "state">> {
  const authors = post.authors.slice(0, most.authors).map(topics.findAuthor);
  const authorIds = [...authors, topics.find("author", unknownAuthor)].filter((id) => id !== undefined);
  const general = settings.category || topics.find("category", generalCategory);
  const cover = await bringCover(post, { found, asking });
  return {
    draft: {
      slug,
      title: cut(title, most.title),
      dek: cut(post.dek, most.dek),
      categoryId: (category && topics.find("category", category)) || general || "",
      authorIds: authors.length > 0 ? authors.filter((id) => id !== undefined) : authorIds,
      tagIds: tags.map((tag) => topics.find("tag", tag)).filter((id) => id !== undefined),
      featured: false,
      markdown: nameMarkdown(markdown, found),
      ...cover,
      coverAlt: post.cover === null ? null : cut(post.coverAlt ?? "", 300),
      seoTitle: cut(post.seoTitle, most.seoTitle),
      seoDescription: cut(post.seoDescription, most.seoDescription),
      canonicalUrl: post.canonicalUrl,
      noindex: post.noindex,
    },
    changes: null,
    state: stateOf(post, settings),
  };
}

/** What was published keeps its day. What waits for a time that has passed since is no longer waiting: it comes as a draft. */
function stateOf(post: InsightHead, { publishes }: ImportSettings): InsightState {
  const now = Date.now();
  const { status, publishedAt, title } = post;
  const isFit = publishes && title.trim() !== "" && publishedAt !== null;
  const isPublic = status === "published" || (status === "scheduled" && publishedAt !== null && publishedAt > now);
  const at = Math.min(post.updatedAt ?? publishedAt ?? now, now);
  const base = { unpublishAt: null, trashedAt: null, createdAt: now, updatedAt: at, editedAt: at };
  return isFit && isPublic
    ? { status: "published", publishAt: publishedAt, ...base }
    : { status: "draft", publishAt: null, ...base };
}

/** A cover is cut out of its picture here, as in the editor. Without its pictures it is made when somebody opens the article. */
async function bringCover({ cover: address, title }: InsightHead, { found, asking }: Pick<Made, "found" | "asking">) {
  const picture = address === null ? undefined : found.get(address);
  if (!picture?.isStill) return { cover: null, pictures: null };
  const cover = { picture: picture.src.slice("/media/".length), focus: { x: 0.5, y: 0.5 } };
  const pictures = await import("#app/staff/insights/cover/make-cover.ts")
    .then(({ makeCover }) => makeCover(cover, title))
    .then(({ files }) => {
      const body = new FormData();
      for (const part of coverParts) body.set(part, files[part]);
      return ask<CoverKeys>(`${coverAddress}?background`, body, asking);
    })
    .catch((error: unknown) => {
      if (asking.signal?.aborted) throw error;
      return null;
    });
  return { cover, pictures };
}

function cut(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
