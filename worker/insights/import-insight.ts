import type { Compilable, Expression } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InsightId, InsightStatus } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { checkPublishable, type InsightDraft } from "./insight-draft.ts";
import { planLaterPurges, type SaveScope } from "./purge-insight.ts";
import { storeRevision } from "./save-insight.ts";
import { prepareRow, refuseTaken, relateInsight } from "./show-insight.ts";

/** An article as it stood elsewhere. Times are epoch milliseconds. */
interface WrittenInsight {
  draft: InsightDraft;
  /** A newer revision, which readers do not see yet. */
  changes: InsightDraft | null;
  state: {
    status: InsightStatus;
    publishAt: number | null;
    unpublishAt: number | null;
    trashedAt: number | null;
    createdAt: number;
    updatedAt: number;
    editedAt: number;
  };
  /** Who brings it. */
  actor: AccountId | null;
  /** Rows without which it is not stored; `conflict` is the message of the error then. */
  given?: { rows: Expression<unknown>; conflict: string };
  /** What belongs to it, in the same transaction. */
  relate: (post: { id: InsightId; version: number }) => readonly Compilable[];
}

/**
 * Stores an article that was written elsewhere, as it stood there, in one transaction. Caches are purged by the caller,
 * once for many. Returns its id.
 * @throws {InvalidInputError} by field, when it is published and lacks what that asks for
 * @throws {ConflictError} when its address is taken, or its category, an author, a tag, its cover or what is `given` is gone
 */
export async function importPost(
  db: Db,
  { draft, changes, state, actor, given, relate }: WrittenInsight,
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<InsightId> {
  if (state.status === "published") checkPublishable(draft);
  const { status, publishAt, unpublishAt, trashedAt, createdAt, updatedAt, editedAt } = state;
  const id = newId<InsightId>();
  const version = changes ? 2 : 1;
  const row = await prepareRow(db, draft);
  const saved = { id, actor, at: editedAt, startedAt: editedAt };
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "post.imported", detail: { slug: draft.slug, status } },
    ...(given && { given }),
    queries: [
      db.insertInto("insights").values({
        id,
        ...row,
        status,
        publish_at: publishAt,
        unpublish_at: unpublishAt,
        trashed_at: trashedAt,
        created_at: createdAt,
        updated_at: updatedAt,
        edited_at: editedAt,
        edited_by: actor,
        version,
        edited_version: version,
        shown_version: 1,
      }),
      ...storeRevision(db, { ...saved, version: 1, draft, at: changes ? updatedAt : editedAt }),
      ...(changes ? storeRevision(db, { ...saved, version: 2, draft: changes }) : []),
      ...relateInsight(db, id, draft),
      // The address is in use again.
      db.deleteFrom("redirects").where("from_path", "=", `/insights/${draft.slug}`),
      ...planLaterPurges(db, [publishAt, unpublishAt], now()),
      ...relate({ id, version }),
    ],
  }).catch(refuseUnknown);
  return id;
}

function refuseUnknown(error: unknown): never {
  if (String(error).includes("FOREIGN KEY constraint failed"))
    throw new ConflictError("Its category, an author, a tag or its cover is gone. Read the file again.", {
      cause: error,
    });
  return refuseTaken(error);
}
