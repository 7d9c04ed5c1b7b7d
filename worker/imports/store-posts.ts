import { sql } from "kysely";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { PostId } from "../db/insights-tables.ts";
import type { Attached } from "../insights/attached.ts";
import { importPost } from "../insights/import-post.ts";
import { type PostChange, publishPost } from "../insights/publish-post.ts";
import { planPurgeOfAll } from "../insights/purge-post.ts";
import { sendPurge } from "../insights/purges.ts";
import { saveDraft, savePost } from "../insights/save-post.ts";
import { restorePost } from "../insights/trash-post.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../lib/errors.ts";
import { tryInput } from "../lib/parse-input.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readRunning, selectRunning, takenBack } from "./begin-import.ts";
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
  actor: UserId | null;
}

type Scope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * Stores posts of a file as articles, each in a transaction of its own with the note that it is here: sent again, it adds
 * nothing. One that is refused keeps no other out. Pages are purged once for all of them.
 * @throws {NotFoundError}, {ConflictError} when there is no such import, or it was taken back, be it in the middle: what
 *   was stored by then went with it, and nothing comes after that
 */
export async function storePosts(db: Db, { importId, posts, actor }: Batch, scope: Scope): Promise<PostOutcome[]> {
  const { settings } = await readRunning(db, importId);
  const checked = posts.map((post) => ({ post, ...tryInput(postSchema, post) }));
  const valid = checked.flatMap(({ value }) => (value ? [value] : []));
  const known = await selectKnownPosts(db, valid).execute();
  const purge = planPurgeOfAll(db);
  // First, so that pages are purged even if this Worker ends in the middle.
  await runBatch(db, [purge.query]);
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
  if (outcomes.some(({ outcome }) => outcome === "refused")) await readRunning(db, importId);
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
  const given = { rows: selectRunning(db, importId), conflict: takenBack };
  await importPost(db, { draft, changes, state, actor, given, relate }, scope);
  return "added";
}

type Step = Pick<PostChange, "id" | "version" | "actor"> & { attached: Attached };

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
  // It keeps the address that it has here.
  const kept = { ...draft, slug: item.slug };
  // What the file does not publish, no reader is to see.
  const save = state.status === "published" ? savePost : saveDraft;
  const steps: ((change: Step) => Promise<number>)[] = [
    (change) => save(db, { ...change, draft: kept, at: state.updatedAt }, scope),
  ];
  if (isInTrash) steps.unshift((change) => restorePost(db, change, scope));
  if (state.status === "published") {
    const { publishAt, unpublishAt } = state;
    steps.push((change) => publishPost(db, { ...change, publishAt: publishAt ?? now(), unpublishAt }, scope));
  }
  if (changes) {
    const slug = changes.slug === draft.slug ? item.slug : changes.slug;
    steps.push((change) => saveDraft(db, { ...change, draft: { ...changes, slug }, isApart: true }, scope));
  }
  const given = sql<boolean>`EXISTS ${selectRunning(db, importId)}`;
  let { version } = item;
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    // With each step, so that the next try goes on from there: until the last one nothing has that fingerprint.
    const note = db
      .updateTable("import_items")
      .set({
        post_version: version + 1,
        fingerprint: isLast ? fingerprint : unfinished,
        ...(isInTrash && { import_id: importId }),
      })
      .where("source_key", "=", item.source_key);
    const led = isLast ? planOldPaths(db, { from: oldPaths, to: `/insights/${item.slug}`, importId, at: now() }) : [];
    version = await step({ id, version, actor, attached: { given, queries: [note, ...led] } });
  }
  return isSame || isInTrash ? "added" : "updated";
}
