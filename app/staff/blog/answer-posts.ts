import { data } from "react-router";
import { z } from "zod";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { PostId, TagId } from "#worker/db/insights-tables.ts";
import { type HeldPost, readHeldPosts } from "#worker/insights/list-for-staff.ts";
import { archivePost, publishPost } from "#worker/insights/publish-post.ts";
import { type FormerState, putBackPost } from "#worker/insights/put-back-post.ts";
import { tagPost } from "#worker/insights/tag-post.ts";
import { deletePost, restorePost, trashPost } from "#worker/insights/trash-post.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readUndo, writeTagUndo, writeUndo } from "./undo-posts.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;

/** An article and the version that the reader saw: `id:version`. */
const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
/** What is to be done; the tag after a colon. */
const todo = z.union([
  z.tuple([z.enum(["publish", "unpublish", "trash", "restore", "delete"])]),
  z.tuple([z.enum(["tag", "untag"]), z.uuid()]),
]);
type Todo = z.output<typeof todo>;

interface Target {
  actor: UserId;
  scope: RequestScope;
}

/** What a step works with: the article as it stands, and as its reader saw it. */
interface Step {
  db: Db;
  post: HeldPost;
  change: { id: PostId; version: number; actor: UserId };
  scope: RequestScope;
}

/** Makes the change of one article; says how to take it back, or null where nothing had to change or it is for good. */
type Run = (step: Step) => Promise<string | null>;

/** One article of a change: the version that its reader saw, and what to do. */
interface Planned {
  id: PostId;
  version: number;
  run: Run;
}

/**
 * Answers the forms of the list that change articles. `do` says what: `publish`, `unpublish`, `trash`, `restore`,
 * `delete`, `tag:<id>`, `untag:<id>` for the rows of the fields `row`, or for the one row that follows after a space; or
 * `undo`.
 */
export async function answerPosts(fields: URLSearchParams, target: Target) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  if (words === "undo") {
    const entries = readUndo(fields.getAll("undo").slice(0, mostRows));
    if (!entries) throw refuseForm();
    const planned = entries.map(({ id, version, undo }) => ({ id, version, run: planUndo(undo) }));
    return answer(await runAll(planned, target), "as before");
  }
  const asked = todo.safeParse(words.split(":")).data;
  const rows = z
    .array(row)
    .max(mostRows)
    .safeParse(one ? [one] : fields.getAll("row")).data;
  if (!asked || !rows) throw refuseForm();
  if (rows.length === 0) return refuse("Nothing was done", "Select an article first.", 400);
  const run = planRun(asked);
  const planned = rows.map((text) => {
    const [id = "", version = ""] = text.split(":");
    return { id: id as PostId, version: Number(version), run };
  });
  return answer(await runAll(planned, target), doneWords[asked[0]]);
}

const doneWords: Readonly<Record<Todo[0], string>> = {
  publish: "published",
  unpublish: "off the site",
  trash: "in the trash",
  restore: "out of the trash",
  delete: "deleted for good",
  tag: "tagged",
  untag: "without the tag",
};

function planRun([what, tag]: Todo): Run {
  if (tag !== undefined) return setTag(tag as TagId, what === "tag");
  return { publish, unpublish, trash, restore, delete: deleteForGood }[what as Exclude<Todo[0], "tag" | "untag">];
}

/** What was public keeps its day and its place in the lists; what waits or never was appears now. */
async function publish({ db, post, change, scope }: Step): Promise<string | null> {
  const at = now();
  const hasBeen = post.publish_at !== null && post.publish_at <= at && post.status !== "draft";
  const hasEnd = post.unpublish_at !== null && post.unpublish_at > at;
  const isDone = post.status === "published" && hasBeen && post.edited_version === post.shown_version;
  if (isDone && !(post.unpublish_at !== null && !hasEnd)) return null;
  const publishAt = hasBeen ? (post.publish_at ?? at) : at;
  await publishPost(db, { ...change, publishAt, unpublishAt: hasEnd ? post.unpublish_at : null }, scope);
  return writeUndo(post);
}

/** What waits for its time goes back to the drafts, because nobody has seen it. */
async function unpublish({ db, post, change, scope }: Step): Promise<string | null> {
  if (post.status !== "published") return null;
  if (post.publish_at !== null && post.publish_at > now()) {
    const before = { ...toState(post), status: "draft" as const, publishAt: null, unpublishAt: null };
    await putBackPost(db, { ...change, before }, scope);
  } else await archivePost(db, change, scope);
  return writeUndo(post);
}

async function trash({ db, post, change, scope }: Step): Promise<string | null> {
  if (post.trashed_at !== null) return null;
  await trashPost(db, change, scope);
  return writeUndo(post);
}

async function restore({ db, post, change, scope }: Step): Promise<string | null> {
  if (post.trashed_at === null) return null;
  await restorePost(db, change, scope);
  return writeUndo(post);
}

async function deleteForGood({ db, change, scope }: Step): Promise<null> {
  await deletePost(db, change, scope);
  return null;
}

function setTag(tag: TagId, isOn: boolean): Run {
  return async ({ db, post, change, scope }) => {
    // What readers see decides; the newest text gets it, too.
    if ((JSON.parse(post.tags) as string[]).includes(tag) === isOn && post.edited_version === post.shown_version)
      return null;
    await tagPost(db, { ...change, tag, isOn }, scope);
    return writeTagUndo(post, { tag, isOn: !isOn });
  };
}

function planUndo(undo: { state: FormerState } | { tag: TagId; isOn: boolean }): Run {
  if ("tag" in undo)
    return async ({ db, change, scope }) => tagPost(db, { ...change, ...undo }, scope).then(() => null);
  return async ({ db, change, scope }) => putBackPost(db, { ...change, before: undo.state }, scope).then(() => null);
}

function toState(post: HeldPost): FormerState {
  return {
    status: post.status,
    publishAt: post.publish_at,
    unpublishAt: post.unpublish_at,
    trashedAt: post.trashed_at,
    shownVersion: post.shown_version,
  };
}

interface Result {
  post: HeldPost | undefined;
  /** Why it was not done; null when it was. */
  why: string | null;
  undo: string | null;
}

/** One after the other; null when D1 cannot say how the articles stand: nothing has been done then. */
async function runAll(planned: readonly Planned[], { actor, scope }: Target): Promise<Result[] | null> {
  const db = openDb(scope.env.DB);
  const reading = readHeldPosts(
    db,
    planned.map(({ id }) => id),
  );
  const held = await reading.catch((error: unknown) => void scope.log.error("articles not read", error));
  if (!held) return null;
  const results: Result[] = [];
  for (const { id, version, run } of planned) {
    const post = held.find((each) => each.id === id);
    try {
      if (!post) throw new NotFoundError();
      if (post.version !== version) throw new ConflictError("");
      results.push({ post, why: null, undo: await run({ db, post, change: { id, version, actor }, scope }) });
    } catch (error) {
      results.push({ post, why: explain(error, { id, scope }), undo: null });
    }
  }
  return results;
}

function explain(error: unknown, { id, scope }: { id: PostId; scope: RequestScope }): string {
  if (error instanceof NotFoundError) return "It is gone.";
  if (error instanceof InvalidInputError) return Object.values(error.fields).flat().join(" ");
  if (error instanceof ConflictError)
    return /^(Another article|The text|This article lies)/.test(error.message)
      ? error.message
      : "Somebody changed it after this list was loaded.";
  scope.log.error("article not changed with others", error, { postId: id });
  return "It could not be stored just now.";
}

function answer(results: Result[] | null, done: string) {
  if (!results) return refuse("Nothing was done", "The database did not answer. Please try again in a minute.", 503);
  const made = results.filter(({ why }) => why === null);
  const which = made.length === 1 ? `“${made[0]?.post?.title}” is` : `${made.length} articles are`;
  const outcome: ListOutcomeWords = {
    done: made.length === 0 ? null : `${which} ${done}.`,
    refused: results.flatMap(({ post, why }) => (why === null ? [] : [{ name: post?.title ?? "One article", why }])),
    undo: made.flatMap(({ undo }) => undo ?? []),
  };
  return data({ outcome, refusedView: null }, { status: outcome.done === null ? 409 : 200 });
}

function refuse(name: string, why: string, status: number) {
  const outcome: ListOutcomeWords = { done: null, refused: [{ name, why }], undo: [] };
  return data({ outcome, refusedView: null }, { status });
}

function refuseForm() {
  return data(null, { status: 400, statusText: "Bad Request" });
}
