/** Articles for programs: tokens with scopes, versions as ETags, nothing that overwrites what was not seen. */
import { type Db, openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { findErrors, refuseErrors } from "#worker/insights/find-errors.ts";
import { buildDraft, changeDraft } from "#worker/insights/insight-input.ts";
import { readShareImage } from "#worker/insights/insight-draft.ts";
import { archivePost, keepEnd, publishInsight } from "#worker/insights/publish-insight.ts";
import {
  judgeState,
  listOverviews,
  listTopics,
  type InsightOverview,
  readInsight,
  readSlugs,
} from "#worker/insights/read-insight.ts";
import { createInsight, saveDraft } from "#worker/insights/save-insight.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { createApi } from "./app.ts";
import {
  archiveRoute,
  changeRoute,
  listRoute,
  newInsightRoute,
  publishRoute,
  readRoute,
  topicsRoute,
} from "./insights-routes.ts";
import { checkVersion, readHolder, refuseStale } from "./programs.ts";

export const postsApi = createApi()
  .openapi(listRoute, async (c) => {
    const { limit, after, ...wanted } = c.req.valid("query");
    const { env } = c.env.scope;
    const found = await listOverviews(openDb(env.DB), {
      ...wanted,
      after: after as InsightId | undefined,
      limit: limit + 1,
    });
    const items = found.slice(0, limit);
    const next = found.length > limit ? (items.at(-1)?.id ?? null) : null;
    return c.json({ items: items.map((post) => toOverviewAnswer(post, env)), next }, 200);
  })
  .openapi(topicsRoute, async (c) => c.json(await listTopics(openDb(c.env.scope.env.DB)), 200))
  .openapi(readRoute, async (c) => c.json(...(await answerWhole(c, c.req.valid("param").id))))
  .openapi(newInsightRoute, async (c) => {
    const db = openDb(c.env.scope.env.DB);
    const { user, tokenName } = readHolder(c.var);
    const draft = await buildDraft(db, c.req.valid("json"));
    const create = () => createInsight(db, { draft, actor: user.id, via: tokenName }, c.env.scope);
    const id = await create().catch(renameFields);
    const [answer, , headers] = await answerWhole(c, id);
    return c.json(answer, 201, { ...headers, Location: `/api/posts/${id}` });
  })
  .openapi(changeRoute, async (c) => {
    const db = openDb(c.env.scope.env.DB);
    const { user, tokenName } = readHolder(c.var);
    const { post, version } = await readAsSeen(db, c);
    const draft = await changeDraft(db, post.draft, c.req.valid("json"));
    await changeAsSeen(db, post, () =>
      saveDraft(db, { id: post.id, version, draft, actor: user.id, via: tokenName }, c.env.scope),
    );
    return c.json(...(await answerWhole(c, post.id)));
  })
  .openapi(publishRoute, async (c) => {
    const db = openDb(c.env.scope.env.DB);
    const { user, tokenName } = readHolder(c.var);
    const { post, version } = await readAsSeen(db, c);
    const { publish_at, unpublish_at } = c.req.valid("json");
    refuseErrors(await findErrors(db, { id: post.id, draft: post.draft }, c.env.scope), nameField);
    const isOut = post.status === "published" && (post.publish_at ?? 0) <= now();
    await changeAsSeen(db, post, () =>
      publishInsight(
        db,
        {
          id: post.id,
          version,
          actor: user.id,
          via: tokenName,
          publishAt: publish_at ? Date.parse(publish_at) : isOut ? (post.publish_at ?? now()) : now(),
          unpublishAt: readEnd(unpublish_at, post.unpublish_at),
        },
        c.env.scope,
      ),
    );
    return c.json(...(await answerWhole(c, post.id)));
  })
  .openapi(archiveRoute, async (c) => {
    const db = openDb(c.env.scope.env.DB);
    const { user, tokenName } = readHolder(c.var);
    const { post, version } = await readAsSeen(db, c);
    if (post.status !== "published") throw new ConflictError("This article is not published.");
    await changeAsSeen(db, post, () =>
      archivePost(db, { id: post.id, version, actor: user.id, via: tokenName }, c.env.scope),
    );
    return c.json(...(await answerWhole(c, post.id)));
  });

/** Fields that programs know by another name; they name topics by slugs. */
const names: Record<string, string> = { categoryId: "category", authorIds: "authors", tagIds: "tags" };

/** A field as programs know it: "cover_alt" for "coverAlt". */
function nameField(field: string): string {
  return names[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Throws what an article was refused for, by the fields as programs know them. */
function renameFields(error: unknown): never {
  if (!(error instanceof InvalidInputError)) throw error;
  const fields = Object.entries(error.fields).map(([field, faults]) => [nameField(field), faults] as const);
  throw new InvalidInputError(Object.fromEntries(fields), error.message);
}

/** The end of a publication (epoch milliseconds): what is left out stays as it is unless it has passed, null means none. */
function readEnd(given: string | null | undefined, known: number | null): number | null {
  if (given === undefined) return keepEnd(known);
  return given === null ? null : Date.parse(given);
}

/** The article of a request that changes it, at the version that If-Match names. */
async function readAsSeen(db: Db, c: { req: { param(name: "id"): string; header(name: string): string | undefined } }) {
  const post = await readInsight(db, { id: c.req.param("id") as InsightId });
  checkVersion(c, post.version);
  return { post, version: post.version };
}

/** What `change` throws because the article has changed since it was read is a failed condition of the request. */
async function changeAsSeen(db: Db, { id, version }: InsightOverview, change: () => Promise<unknown>): Promise<void> {
  const renamed = () => change().catch(renameFields);
  await refuseStale(version, { change: renamed, readVersion: async () => (await readInsight(db, { id })).version });
}

interface Context {
  env: { scope: RequestScope };
}

/** The arguments of `c.json` that answer with the article as it is now. */
async function answerWhole({ env: { scope } }: Context, id: string) {
  const db = openDb(scope.env.DB);
  const post = await readInsight(db, { id: id as InsightId });
  const { draft } = post;
  const answer = {
    ...toOverviewAnswer(post, scope.env),
    ...(await readSlugs(db, draft)),
    slug: draft.slug,
    title: draft.title,
    dek: draft.dek,
    markdown: draft.markdown,
    featured: draft.featured,
    has_cover: draft.cover !== null,
    cover_drawn: readShareImage(draft) !== null,
    cover_alt: draft.coverAlt,
    seo_title: draft.seoTitle,
    seo_description: draft.seoDescription,
    canonical_url: draft.canonicalUrl,
    noindex: draft.noindex,
  };
  return [answer, 200, { ETag: `"${post.version}"` }] as const;
}

function toOverviewAnswer(post: InsightOverview, env: Env) {
  return {
    id: post.id,
    version: post.version,
    state: judgeState(post, now()),
    url: `${env.SITE_ORIGIN}/insights/${post.slug}`,
    slug: post.slug,
    title: post.title,
    category: post.category,
    authors: post.authors,
    tags: post.tags,
    publish_at: toTime(post.publish_at),
    unpublish_at: toTime(post.unpublish_at),
    created_at: new Date(post.created_at).toISOString(),
    edited_at: new Date(post.edited_at).toISOString(),
    has_unpublished_changes: post.hasChanges,
  };
}

function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
