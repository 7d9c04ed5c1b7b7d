import type { Compilable } from "kysely";
import { runRecorded } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { NotFoundError } from "../lib/errors.ts";
import { type PostDraft, readDraft } from "./post-draft.ts";
import type { SaveScope } from "./purge-post.ts";
import { saveDraft } from "./save-post.ts";

/** How many of an article's revisions are listed, newest first. */
export const listedRevisions = 200;

/** The revisions of an article, newest first, without their texts. */
export function selectRevisions(db: Db, id: PostId) {
  return db
    .selectFrom("post_revisions")
    .leftJoin("users", "users.id", "saved_by")
    .select(({ fn }) => [
      "post_revisions.version",
      "started_at",
      "saved_at",
      "post_revisions.name",
      fn.coalesce("users.name", "users.email").as("saved_by_name"),
    ])
    .where("post_id", "=", id)
    .orderBy("post_revisions.version", "desc")
    .limit(listedRevisions);
}

export interface ReadRevisions {
  id: PostId;
  /** Of the article's row. */
  version: number;
  editedVersion: number;
  shownVersion: number;
  /** True when readers know the article. */
  isPublic: boolean;
  revisions: Awaited<ReturnType<ReturnType<typeof selectRevisions>["execute"]>>;
  /** The revision that is looked at, and the one that it is compared with, if there is one. */
  to: number;
  from: number | null;
  after: PostDraft;
  before: PostDraft | null;
}

/**
 * The revisions of an article, and two of them: `to`, or the newest, and `from`, or the one before. Null when the article
 * or one of them is gone. Three queries in two trips.
 */
export async function readRevisions(
  db: Db,
  { id, to: asked, from: against }: { id: PostId; to: number | null; from: number | null },
): Promise<ReadRevisions | null> {
  const article = db
    .selectFrom("posts")
    .select(["version", "edited_version", "shown_version", "status"])
    .where("id", "=", id);
  const all = selectRevisions(db, id);
  const [answer, list] = await runBatch(db, [article, all]);
  const [row] = readRows(article, answer);
  const revisions = readRows(all, list);
  const to = asked ?? revisions[0]?.version;
  if (!row || to === undefined) return null;
  const from = against ?? revisions.find(({ version }) => version < to)?.version ?? null;
  const texts = await selectTexts(db, id, from === null ? [to] : [to, from]).execute();
  const find = (version: number | null) => texts.find((each) => each.version === version);
  const [after, before] = [find(to), find(from)];
  if (!after || (from !== null && !before)) return null;
  return {
    id,
    version: row.version,
    editedVersion: row.edited_version,
    shownVersion: row.shown_version,
    isPublic: row.status === "published",
    revisions,
    to,
    from,
    after: readDraft(after.content),
    before: before ? readDraft(before.content) : null,
  };
}

export function selectTexts(db: Db, id: PostId, versions: number[]) {
  return db
    .selectFrom("post_revisions")
    .select(["version", "content"])
    .where("post_id", "=", id)
    .where("version", "in", versions);
}

interface Change {
  id: PostId;
  /** Which one. */
  revision: number;
  actor: UserId | null;
}

/**
 * Saves the text of an older revision as a new one; the newest stays in the list. Its address is the present one, which may
 * have changed for a reason since. Returns the new version.
 * @throws {ConflictError} when somebody else has saved since `version` was read, or it lies in the trash
 * @throws {NotFoundError} when there is no such revision
 */
export async function restoreRevision(
  db: Db,
  { id, revision, version, actor }: Change & { version: number },
  scope: SaveScope,
): Promise<number> {
  const found = await db
    .selectFrom("post_revisions as former")
    .innerJoin("posts", "posts.id", "former.post_id")
    .innerJoin("post_revisions as newest", (join) =>
      join.onRef("newest.post_id", "=", "posts.id").onRef("newest.version", "=", "edited_version"),
    )
    .select(["former.content", "newest.content as newest_content"])
    .where("former.post_id", "=", id)
    .where("former.version", "=", revision)
    .executeTakeFirst();
  if (!found) throw new NotFoundError("This revision is gone.");
  const draft = { ...readDraft(found.content), slug: readDraft(found.newest_content).slug };
  return saveDraft(db, { id, version, draft, actor, isApart: true }, scope);
}

/**
 * Names a revision, which keeps it beside what is saved after it; "" takes the name away.
 * @throws {ConflictError} when there is no such revision
 */
export async function nameRevision(
  db: Db,
  { id, revision, name, actor }: Change & { name: string },
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<void> {
  const place = { id, version: revision };
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "post.revision_named", detail: { version: revision, name } },
    given: { rows: selectRevision(db, place), conflict: "This revision is gone: a newer save took its place." },
    queries: [setName(db, place, name)],
  });
}

interface Place {
  id: PostId;
  version: number;
}

function selectRevision(db: Db, { id, version }: Place) {
  return db.selectFrom("post_revisions").select("version").where("post_id", "=", id).where("version", "=", version);
}

function setName(db: Db, { id, version }: Place, name: string): Compilable {
  return db
    .updateTable("post_revisions")
    .set({ name: name === "" ? null : name })
    .where("post_id", "=", id)
    .where("version", "=", version);
}
