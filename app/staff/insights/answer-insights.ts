import { z } from "zod";
import { asks, defineBulk, type Former, orNull, type Step } from "#app/staff/lists/define-bulk.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import { findErrors, refuseErrors } from "#worker/insights/find-errors.ts";
import { type HeldInsight, readHeldInsights } from "#worker/insights/list-for-staff.ts";
import { archivePost, keepEnd, publishInsight } from "#worker/insights/publish-insight.ts";
import { putBackInsight } from "#worker/insights/put-back-insight.ts";
import { readEditing } from "#worker/insights/read-editing.ts";
import { tagInsight } from "#worker/insights/tag-insight.ts";
import { deleteInsight, restoreInsight, trashInsight } from "#worker/insights/trash-insight.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { page } from "./page.ts";
import { insightList } from "./insight-list.ts";

const tag = z.uuid().transform((id) => id as TagId);
const instant = orNull(
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
);
const state = z
  .tuple([z.enum(["draft", "published", "archived"]), instant, instant, instant, z.coerce.number().int().min(1)])
  .refine(([status, publishAt]) => status !== "published" || publishAt !== null);
const tagging = z.tuple([z.enum(["tag", "untag"]), tag]);

/** Changes of articles: `publish`, `unpublish`, `trash`, `restore`, `delete`, `tag:<id>` and `untag:<id>`. */
export const answerPosts = defineBulk({
  permission: page.permission,
  nouns: insightList.nouns,
  select: "an article",
  read: readHeldInsights,
  describe: ({ id, title }) => ({ name: title, title: `“${title}”`, path: `${page.path}/${id}` }),
  actions: {
    publish: { done: "published", run: publish },
    unpublish: { done: "off the site", run: unpublish },
    trash: { done: "in the trash", run: trash },
    restore: { done: "out of the trash", run: restore },
    delete: {
      done: "deleted for good",
      run: ({ db, change, scope }) => deleteInsight(db, change, scope).then(() => null),
    },
    tag: asks({ to: tag }, ({ to }) => ({ done: "tagged", run: (step) => setTag(step, to, true) })),
    untag: asks({ to: tag }, ({ to }) => ({ done: "without the tag", run: (step) => setTag(step, to, false) })),
  },
  undo: {
    parts: z.union([state, tagging]),
    run: ({ db, change, scope }, parts) => {
      if (parts.length === 2) return tagInsight(db, { ...change, tag: parts[1], isOn: parts[0] === "tag" }, scope);
      const [status, publishAt, unpublishAt, trashedAt, shownVersion] = parts;
      return putBackInsight(
        db,
        { ...change, before: { status, publishAt, unpublishAt, trashedAt, shownVersion } },
        scope,
      );
    },
  },
  explain: (error) =>
    error instanceof ConflictError && /^(Another article|The text|This article lies)/.test(error.message)
      ? error.message
      : null,
});

function listFormer({ status, publish_at, unpublish_at, trashed_at, shown_version }: HeldInsight): Former {
  return [status, publish_at, unpublish_at, trashed_at, shown_version];
}

/**
 * What was public keeps its day and its place in the lists; what waits or never was appears now. What the checks find keeps it
 * from that, as on the article's page.
 */
async function publish({ db, row, change, scope }: Step<HeldInsight>): Promise<Former | null> {
  const at = now();
  const hasBeen = row.publish_at !== null && row.publish_at <= at && row.status !== "draft";
  const unpublishAt = keepEnd(row.unpublish_at);
  const isDone = row.status === "published" && hasBeen && row.edited_version === row.shown_version;
  if (isDone && unpublishAt === row.unpublish_at) return null;
  const times = { publishAt: hasBeen ? (row.publish_at ?? at) : at, unpublishAt };
  const article = await readEditing(db, { id: row.id });
  if (!article) throw new NotFoundError();
  refuseErrors(await findErrors(db, { id: row.id, draft: article.draft, times }, scope));
  await publishInsight(db, { ...change, ...times }, scope);
  return listFormer(row);
}

/** What waits for its time goes back to the drafts, because nobody has seen it. */
async function unpublish({ db, row, change, scope }: Step<HeldInsight>): Promise<Former | null> {
  if (row.status !== "published") return null;
  if (row.publish_at !== null && row.publish_at > now()) {
    const { trashed_at: trashedAt, shown_version: shownVersion } = row;
    const before = { status: "draft", publishAt: null, unpublishAt: null, trashedAt, shownVersion } as const;
    await putBackInsight(db, { ...change, before }, scope);
  } else await archivePost(db, change, scope);
  return listFormer(row);
}

async function trash({ db, row, change, scope }: Step<HeldInsight>): Promise<Former | null> {
  if (row.trashed_at !== null) return null;
  await trashInsight(db, change, scope);
  return listFormer(row);
}

async function restore({ db, row, change, scope }: Step<HeldInsight>): Promise<Former | null> {
  if (row.trashed_at === null) return null;
  await restoreInsight(db, change, scope);
  return listFormer(row);
}

async function setTag(
  { db, row, change, scope }: Step<HeldInsight>,
  tag: TagId,
  isOn: boolean,
): Promise<Former | null> {
  // What readers see decides; the newest text gets it, too.
  const isDone = (JSON.parse(row.tags) as string[]).includes(tag) === isOn && row.edited_version === row.shown_version;
  if (isDone) return null;
  await tagInsight(db, { ...change, tag, isOn }, scope);
  return [isOn ? "untag" : "tag", tag];
}
