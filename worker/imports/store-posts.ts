import { sql } from "kysely";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { PostId } from "../db/insights-tables.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import { importPost } from "../insights/import-post.ts";
import { publishPost } from "../insights/publish-post.ts";
import { planPurgeOfAll } from "../insights/purge-post.ts";
import { sendPurge } from "../insights/purges.ts";
import { saveDraft, savePost } from "../insights/save-post.ts";
import { restorePost } from "../insights/trash-post.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../lib/errors.ts";
import { tryInput } from "../lib/parse-input.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readRunning } from "./begin-import.ts";
import { type CheckedPost, postSchema } from "./import-schema.ts";
import { selectKnownPosts } from "./look-up.ts";
import { planOldPaths } from "./old-paths.ts";

/** What became of a post of the file. */
export interface PostOutcome {
  key: string;
  /**
   * `added` and `updated`: it is here now. `known`: it was, and is the same. `changed`: it is here, and the file has it
   * otherwise now. `edited`: so, and somebody has changed it here. `refused`: see `why`.
   */
  outcome: "added" | "updated" | "known" | "changed" | "edited" | "refused";
  why: string | null;
}

interface Batch {
  importId: ImportId;
  /** As they were sent: each is checked by itself. */
  posts: readonly Record<string, unknown>[];
  /** Files of the library that were sent for them. */
  media: readonly MediaItemId[];
  actor: UserId | null;
}

type Scope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * Stores posts of a file as articles, each in a transaction of its own with the note that it is here: sent again, it adds
 * nothing. One that is refused keeps no other out. Pages are purged once for all of them.
 * @throws {NotFoundError}, {ConflictError} when there is no such import, or it was taken back
 */
export async function storePosts(
  db: Db,
  { importId, posts, media, actor }: Batch,
  scope: Scope,
): Promise<PostOutcome[]> {
  const { settings, started_at } = await readRunning(db, importId);
  const checked = posts.map((post) => ({ post, ...tryInput(postSchema, post) }));
  const valid = checked.flatMap(({ value }) => (value ? [value] : []));
  const known = await selectKnownPosts(db, valid).execute();
  const purge = planPurgeOfAll(db);
  // First, so that pages are purged even if this Worker ends in the middle.
  await runBatch(db, [purge.query, noteMedia(db, { importId, media, actor, since: started_at })]);
  const outcomes: PostOutcome[] = [];
  for (const { post, value, error } of checked) {
    const key = String(post["key"]);
    if (!value) {
      outcomes.push({ key, outcome: "refused", why: nameFaults(error) });
      continue;
    }
    const item =
      known.find((row) => row.source_key === key) ?? known.find((row) => row.fingerprint === value.fingerprint);
    try {
      const outcome = item
        ? await storeKnown(db, { item, post: value, importId, updates: settings.updates, actor }, scope)
        : await storeNew(db, { post: value, importId, actor }, scope);
      outcomes.push({ key, outcome, why: null });
    } catch (failed) {
      outcomes.push({ key, outcome: "refused", why: explain(failed, scope) });
    }
  }
  await sendPurge(db, purge, scope);
  return outcomes;
}

function nameFaults({ fields }: InvalidInputError): string {
  return Object.entries(fields)
    .map(([field, words]) => `${field.replace(/^(draft|changes|state)\./, "")}: ${words.join(" ")}`)
    .join(" ");
}

function explain(error: unknown, { log }: Scope): string {
  if (error instanceof InvalidInputError) return Object.values(error.fields).flat().join(" ");
  if (error instanceof ConflictError || error instanceof NotFoundError) return error.message;
  log.error("post not imported", error);
  return "It could not be stored just now. Choose the file again later: what is missing is added.";
}

interface Storing {
  post: CheckedPost;
  importId: ImportId;
  actor: UserId | null;
}

async function storeNew(db: Db, { post, importId, actor }: Storing, scope: Scope): Promise<"added"> {
  const { key, fingerprint, draft, changes, state, oldPaths } = post;
  const relate = ({ id, version }: { id: PostId; version: number }) => [
    db
      .insertInto("import_items")
      .values({ source_key: key, import_id: importId, post_id: id, fingerprint, post_version: version }),
    ...planOldPaths(db, { from: oldPaths, to: `/insights/${draft.slug}`, importId, at: now() }),
  ];
  await importPost(db, { draft, changes, state, actor, relate }, scope);
  return "added";
}

/** The fingerprint of a post that is being changed. */
const unfinished = "0".repeat(64);

type Item = Awaited<ReturnType<ReturnType<typeof selectKnownPosts>["execute"]>>[number];

/**
 * A post that is here: left alone, or changed as the file has it now. One that lies in the trash and that nobody has
 * changed, as after an import that was taken back, comes out of it.
 */
async function storeKnown(
  db: Db,
  { item, post, importId, updates, actor }: Storing & { item: Item; updates: boolean },
  scope: Scope,
): Promise<PostOutcome["outcome"]> {
  const isSame = item.fingerprint === post.fingerprint;
  const isInTrash = item.trashed_at !== null && post.state.trashedAt === null;
  if (isSame && !isInTrash) return "known";
  if (item.version !== item.post_version) return isSame ? "known" : "edited";
  if (!isInTrash && !updates && item.fingerprint !== unfinished) return "changed";
  const { post_id: id } = item;
  const { draft, changes, state, fingerprint, oldPaths } = post;
  // After each step, so that the next try goes on from there: until the last one nothing has that fingerprint.
  const note = async (version: number) => {
    await runBatch(db, [
      db
        .updateTable("import_items")
        .set({ post_version: version, fingerprint: unfinished, ...(isInTrash && { import_id: importId }) })
        .where("source_key", "=", item.source_key),
    ]);
    return version;
  };
  let { version } = item;
  if (isInTrash) version = await note(await restorePost(db, { id, version, actor }, scope));
  // It keeps the address that it has here.
  const kept = { ...draft, slug: item.slug };
  // What the file does not publish, no reader is to see.
  const save = state.status === "published" ? savePost : saveDraft;
  version = await note(await save(db, { id, version, draft: kept, actor, at: state.updatedAt }, scope));
  if (state.status === "published") {
    const { publishAt, unpublishAt } = state;
    version = await note(
      await publishPost(db, { id, version, actor, publishAt: publishAt ?? now(), unpublishAt }, scope),
    );
  }
  if (changes) {
    const slug = changes.slug === draft.slug ? item.slug : changes.slug;
    version = await note(
      await saveDraft(db, { id, version, draft: { ...changes, slug }, actor, isApart: true }, scope),
    );
  }
  await runBatch(db, [
    db.updateTable("import_items").set({ fingerprint }).where("source_key", "=", item.source_key),
    ...planOldPaths(db, { from: oldPaths, to: `/insights/${item.slug}`, importId, at: now() }),
  ]);
  return isSame || isInTrash ? "added" : "updated";
}

interface Sent {
  importId: ImportId;
  media: readonly MediaItemId[];
  actor: UserId | null;
  since: number;
}

/** Notes which files came with the import: those that its owner has added since it began. */
function noteMedia(db: Db, { importId, media, actor, since }: Sent) {
  return db
    .insertInto("import_parts")
    .columns(["import_id", "kind", "part"])
    .expression(
      sql`SELECT ${importId}, 'media', id FROM media_items WHERE id IN (SELECT value FROM json_each(${JSON.stringify(media)}))
        AND created_by = ${actor} AND created_at >= ${since}`,
    )
    .onConflict((conflict) => conflict.doNothing());
}
