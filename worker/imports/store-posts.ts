import { sql } from "kysely";
import { recognise } from "#shared/imports/recognise.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { InsightId } from "../db/insights-tables.ts";
import type { Attached } from "../insights/attached.ts";
import { importPost } from "#worker/insights/import-insight.ts";
import { type InsightChange, publishInsight } from "#worker/insights/publish-insight.ts";
import { planPurgeOfAll } from "#worker/insights/purge-insight.ts";
import { sendPurge } from "../insights/purges.ts";
import { saveDraft, saveInsight } from "#worker/insights/save-insight.ts";
import { restoreInsight } from "#worker/insights/trash-insight.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../lib/errors.ts";
import { tryInput } from "#worker/lib/forms/parse-input.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readRunning, selectRunning, takenBack } from "./begin-import.ts";
import { type CheckedPost, postSchema } from "./import-schema.ts";
import { type KnownRow, selectKnownPosts, toRecognised } from "./look-up.ts";
import { nameSource } from "./name-source.ts";
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
  /** Old addresses that do not lead to it, because they lead elsewhere or are an address here. */
  takenPaths: string[];
}

interface Batch {
  importId: ImportId;
  /** As they were sent: each is checked by itself. */
  posts: readonly Record<string, unknown>[];
  actor: AccountId | null;
}

type Scope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * Stores posts of a file as articles, each in a transaction of its own with the note that it is here: sent again, it adds
 * nothing. One that is refused keeps no other out. Pages are purged once for all of them.
 * @throws {NotFoundError}, {ConflictError} when there is no such import, or it was taken back, be it in the middle: what
 *   was stored by then went with it, and nothing comes after that
 */
export async function storePosts(db: Db, { importId, posts, actor }: Batch, scope: Scope): Promise<PostOutcome[]> {
  const { settings, kind, site } = await readRunning(db, importId);
  const source = nameSource(kind, site);
  const checked = posts.map((post) => ({ post, ...tryInput(postSchema, post) }));
  const valid = checked.flatMap(({ value }) => (value ? [value] : []));
  const rows = await selectKnownPosts(db, valid).execute();
  const known = rows.map((row) => Object.assign(toRecognised(row), { row }));
  const purge = planPurgeOfAll(db);
  // First, so that pages are purged even if this Worker ends in the middle.
  await runBatch(db, [purge.query]);
  const outcomes: PostOutcome[] = [];
  for (const { post, value, error } of checked) {
    const key = String(post["key"]);
    if (!value) {
      outcomes.push({ key, outcome: "refused", why: nameFaults(error), takenPaths: [] });
      continue;
    }
    const item = recognise(value, known, { source, importId });
    // Two posts of a file are never one article.
    if (item) known.splice(known.indexOf(item), 1);
    try {
      const outcome = item
        ? await storeKnown(db, { item: item.row, post: value, importId, updates: settings.updates, actor }, scope)
        : await storeNew(db, { post: value, importId, source, actor }, scope);
      outcomes.push({ key, outcome, why: null, takenPaths: [] });
    } catch (failed) {
      outcomes.push({ key, outcome: "refused", why: explain(failed, scope), takenPaths: [] });
    }
  }
  await sendPurge(db, purge, scope);
  if (outcomes.some(({ outcome }) => outcome === "refused")) await readRunning(db, importId);
  await findTakenPaths(db, valid, outcomes);
  return outcomes;
}

/** Notes which old addresses of the posts that are here do not lead to them. */
async function findTakenPaths(db: Db, posts: readonly CheckedPost[], outcomes: readonly PostOutcome[]): Promise<void> {
  const stored = new Map(
    outcomes.filter(({ outcome }) => ["added", "updated"].includes(outcome)).map((outcome) => [outcome.key, outcome]),
  );
  const led = posts.filter(({ key, oldPaths }) => stored.has(key) && oldPaths.length > 0);
  if (led.length === 0) return;
  const rows = await selectLed(db, led).execute();
  for (const { key, path } of rows) stored.get(key)?.takenPaths.push(path);
}

function selectLed(db: Db, posts: readonly CheckedPost[]) {
  const asked = JSON.stringify(posts.flatMap(({ key, oldPaths }) => [...new Set(oldPaths)].map((path) => [key, path])));
  const taken = sql`(SELECT value ->> 0 AS key, value ->> 1 AS path FROM json_each(${asked}) AS asked
    CROSS JOIN import_items ON import_items.source_key = value ->> 0
    CROSS JOIN insights ON insights.id = insight_id
    WHERE value ->> 1 <> '/insights/' || insights.slug
    AND NOT EXISTS (SELECT 1 FROM redirects WHERE from_path = value ->> 1 AND to_path = '/insights/' || insights.slug))`;
  return db
    .selectFrom(taken.as<"taken">("taken") as never)
    .select([sql<string>`key`.as("key"), sql<string>`path`.as("path")]);
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
  source: string;
  importId: ImportId;
  actor: AccountId | null;
}

async function storeNew(db: Db, { post, importId, source, actor }: Storing, scope: Scope): Promise<"added"> {
  const { key, fingerprint, draft, changes, state, oldPaths } = post;
  const relate = ({ id, version }: { id: InsightId; version: number }) => [
    db
      .insertInto("import_items")
      .values({ source_key: key, source, import_id: importId, insight_id: id, fingerprint, insight_version: version }),
    ...planOldPaths(db, { from: oldPaths, to: `/insights/${draft.slug}`, importId, at: now() }),
  ];
  const given = { rows: selectRunning(db, importId), conflict: takenBack };
  await importPost(db, { draft, changes, state, actor, given, relate }, scope);
  return "added";
}

type Step = Pick<InsightChange, "id" | "version" | "actor"> & { attached: Attached };

/** The fingerprint of a post that is being changed. */
const unfinished = "0".repeat(64);

/** One that was found by its text gets the name that it has now. */
async function nameAnew(db: Db, { item, key }: { item: KnownRow; key: string }): Promise<void> {
  if (item.source_key === key) return;
  await db.updateTable("import_items").set({ source_key: key }).where("source_key", "=", item.source_key).execute();
}

/**
 * A post that is here: left alone, or changed as the file has it now. One that lies in the trash and that nobody has
 * changed, as after an import that was taken back, comes out of it.
 */
async function storeKnown(
  db: Db,
  { item, post, importId, updates, actor }: Omit<Storing, "source"> & { item: KnownRow; updates: boolean },
  scope: Scope,
): Promise<PostOutcome["outcome"]> {
  const isSame = item.fingerprint === post.fingerprint;
  await nameAnew(db, { item, key: post.key });
  const isInTrash = item.trashed_at !== null && post.state.trashedAt === null;
  if (isSame && !isInTrash) return "known";
  if (item.version !== item.insight_version) return isSame ? "known" : "edited";
  if (!isInTrash && !updates && item.fingerprint !== unfinished) return "changed";
  const { insight_id: id } = item;
  const { draft, changes, state, fingerprint, oldPaths } = post;
  // It keeps the address that it has here.
  const withSlug = { ...draft, slug: item.slug };
  // What the file does not publish, no reader is to see.
  const save = state.status === "published" ? saveInsight : saveDraft;
  const steps: ((change: Step) => Promise<number>)[] = [
    (change) => save(db, { ...change, draft: withSlug, at: state.updatedAt }, scope),
  ];
  if (isInTrash) steps.unshift((change) => restoreInsight(db, change, scope));
  if (state.status === "published") {
    const { publishAt, unpublishAt } = state;
    steps.push((change) => publishInsight(db, { ...change, publishAt: publishAt ?? now(), unpublishAt }, scope));
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
        insight_version: version + 1,
        fingerprint: isLast ? fingerprint : unfinished,
        ...(isInTrash && { import_id: importId }),
      })
      .where("source_key", "=", post.key);
    const led = isLast ? planOldPaths(db, { from: oldPaths, to: `/insights/${item.slug}`, importId, at: now() }) : [];
    version = await step({ id, version, actor, attached: { given, queries: [note, ...led] } });
  }
  return isSame || isInTrash ? "added" : "updated";
}
