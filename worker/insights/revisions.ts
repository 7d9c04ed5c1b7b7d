import { type Db, readRows, runBatch } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import { type InsightDraft, readDraft } from "./insight-draft.ts";

/** How many of an article's revisions are listed, newest first. */
const listedRevisions = 200;

/** The revisions of an article, newest first, without their texts. */
export function selectRevisions(db: Db, id: InsightId) {
  return db
    .selectFrom("insight_revisions")
    .leftJoin("accounts", "accounts.id", "saved_by")
    .select(({ fn }) => [
      "insight_revisions.version",
      "started_at",
      "saved_at",
      "insight_revisions.name",
      fn.coalesce("accounts.name", "accounts.email").as("saved_by_name"),
    ])
    .where("insight_id", "=", id)
    .orderBy("insight_revisions.version", "desc")
    .limit(listedRevisions);
}

export interface ReadRevisions {
  id: InsightId;
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
  after: InsightDraft;
  before: InsightDraft | null;
}

/**
 * The revisions of an article, and two of them: `to`, or the newest, and `from`, or the one before. Null when the article
 * or one of them is gone. Three queries in two trips.
 */
export async function readRevisions(
  db: Db,
  { id, to: asked, from: against }: { id: InsightId; to: number | null; from: number | null },
): Promise<ReadRevisions | null> {
  const article = db
    .selectFrom("insights")
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

export function selectTexts(db: Db, id: InsightId, versions: number[]) {
  return db
    .selectFrom("insight_revisions")
    .select(["version", "content"])
    .where("insight_id", "=", id)
    .where("version", "in", versions);
}
