import { day, second } from "#app/shared/durations.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { loadPanel } from "#app/staff/blog/panel/load-panel.server.ts";
import type { PickedPicture } from "#app/staff/blog/panel/panel-parts.ts";
import { openDb } from "#worker/db/client.ts";
import type { AuthorId, CategoryId } from "#worker/db/insights-tables.ts";
import { type PostDraft, readDraft } from "#worker/insights/post-draft.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { now, nowInSeconds } from "#worker/lib/clock.ts";

/** Has something for each check. */
const firstText = `# A first heading

A paragraph with [a page that is gone](/gone), [a section that is missing](#missing) and [a whole page](/contact).

#### Too deep

![](/media/demo/none.svg)

## Empty

## Code

\`\`\`
const answer = 42;
\`\`\`
`;

/** What the gallery's article panel shows: the newest article, or a first draft. */
export async function loadExample(env: Env, { isNew, locale }: { isNew: boolean; locale: string }) {
  const db = openDb(env.DB);
  const found = await db
    .selectFrom("posts")
    .innerJoin("post_revisions", (join) =>
      join.onRef("post_id", "=", "posts.id").onRef("post_revisions.version", "=", "edited_version"),
    )
    .select(["posts.id", "slug", "content"])
    .where("status", "=", "published")
    .where("publish_at", "<=", now())
    .orderBy("publish_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const { known, site } = await loadPanel(db, { id: found && !isNew ? found.id : null, origin: env.SITE_ORIGIN });
  const stored = found && readDraft(found.content);
  const picture: PickedPicture | null = stored?.pictures
    ? { src: `/media/${stored.pictures.share}`, alt: "", caption: "", width: 1200, height: 630 }
    : null;
  const isStored = found !== undefined && stored !== undefined && !isNew;
  return {
    draft: isStored ? stored : makeFirstDraft(known),
    liveSlug: isStored ? found.slug : null,
    known,
    site,
    picture,
    preview: isStored
      ? {
          path: await makePreviewPath(env.AUTH_SECRET, found.id, nowInSeconds() + (3 * day) / second),
          until: toInstant(now() + 3 * day, locale),
        }
      : null,
  };
}

function makeFirstDraft({ categories, authors }: Awaited<ReturnType<typeof loadPanel>>["known"]): PostDraft {
  return {
    slug: "untitled",
    title: "",
    dek: "",
    categoryId: (categories[0]?.id ?? "") as CategoryId,
    authorIds: authors.slice(0, 1).map(({ id }) => id as AuthorId),
    tagIds: [],
    featured: false,
    markdown: firstText,
    cover: null,
    pictures: null,
    coverAlt: null,
    seoTitle: "",
    seoDescription: "",
    canonicalUrl: null,
    noindex: false,
  };
}
