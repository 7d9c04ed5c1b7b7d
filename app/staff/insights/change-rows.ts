/** What the list of articles does to one of several rows. */
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InsightId, TagId } from "#worker/db/insights-tables.ts";
import { findErrors, refuseErrors } from "#worker/insights/find-errors.ts";
import type { HeldInsight } from "#worker/insights/list-for-staff.ts";
import { archivePost, keepEnd, publishInsight } from "#worker/insights/publish-insight.ts";
import { type FormerState, putBackInsight } from "#worker/insights/put-back-insight.ts";
import { readEditing } from "#worker/insights/read-editing.ts";
import { tagInsight } from "#worker/insights/tag-insight.ts";
import { deleteInsight, restoreInsight, trashInsight } from "#worker/insights/trash-insight.ts";
import { now } from "#worker/lib/clock.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { writeTagUndo, writeUndo } from "./undo-insights.ts";

/** What a step works with: the article as it stands, and as its reader saw it. */
export interface Step {
  db: Db;
  post: HeldInsight;
  change: { id: InsightId; version: number; actor: AccountId };
  scope: RequestScope;
}

/** Makes the change of one article; says how to take it back, or null where nothing had to change or it is for good. */
export type Run = (step: Step) => Promise<string | null>;

/**
 * What was public keeps its day and its place in the lists; what waits or never was appears now. What the checks find keeps it
 * from that, as on the article's page.
 */
export async function publish({ db, post, change, scope }: Step): Promise<string | null> {
  const at = now();
  const hasBeen = post.publish_at !== null && post.publish_at <= at && post.status !== "draft";
  const unpublishAt = keepEnd(post.unpublish_at);
  const isDone = post.status === "published" && hasBeen && post.edited_version === post.shown_version;
  if (isDone && unpublishAt === post.unpublish_at) return null;
  const times = { publishAt: hasBeen ? (post.publish_at ?? at) : at, unpublishAt };
  const article = await readEditing(db, { id: post.id });
  if (!article) throw new NotFoundError();
  refuseErrors(await findErrors(db, { id: post.id, draft: article.draft, times }, scope));
  await publishInsight(db, { ...change, ...times }, scope);
  return writeUndo(post);
}

/** What waits for its time goes back to the drafts, because nobody has seen it. */
export async function unpublish({ db, post, change, scope }: Step): Promise<string | null> {
  if (post.status !== "published") return null;
  if (post.publish_at !== null && post.publish_at > now()) {
    const before = { ...toState(post), status: "draft" as const, publishAt: null, unpublishAt: null };
    await putBackInsight(db, { ...change, before }, scope);
  } else await archivePost(db, change, scope);
  return writeUndo(post);
}

export async function trash({ db, post, change, scope }: Step): Promise<string | null> {
  if (post.trashed_at !== null) return null;
  await trashInsight(db, change, scope);
  return writeUndo(post);
}

export async function restore({ db, post, change, scope }: Step): Promise<string | null> {
  if (post.trashed_at === null) return null;
  await restoreInsight(db, change, scope);
  return writeUndo(post);
}

export async function deleteForGood({ db, change, scope }: Step): Promise<null> {
  await deleteInsight(db, change, scope);
  return null;
}

export function setTag(tag: TagId, isOn: boolean): Run {
  return async ({ db, post, change, scope }) => {
    // What readers see decides; the newest text gets it, too.
    if ((JSON.parse(post.tags) as string[]).includes(tag) === isOn && post.edited_version === post.shown_version)
      return null;
    await tagInsight(db, { ...change, tag, isOn }, scope);
    return writeTagUndo(post, { tag, isOn: !isOn });
  };
}

export function planUndo(undo: { state: FormerState } | { tag: TagId; isOn: boolean }): Run {
  if ("tag" in undo)
    return async ({ db, change, scope }) => tagInsight(db, { ...change, ...undo }, scope).then(() => null);
  return async ({ db, change, scope }) => putBackInsight(db, { ...change, before: undo.state }, scope).then(() => null);
}

function toState(post: HeldInsight): FormerState {
  return {
    status: post.status,
    publishAt: post.publish_at,
    unpublishAt: post.unpublish_at,
    trashedAt: post.trashed_at,
    shownVersion: post.shown_version,
  };
}
