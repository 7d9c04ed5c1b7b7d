import type { Compilable } from "kysely";
import { cleanLine } from "#shared/text/clean-line.ts";
import { runRecorded } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import { NotFoundError } from "../lib/errors.ts";
import { readDraft } from "./insight-draft.ts";
import type { SaveScope } from "./purge-insight.ts";
import { saveDraft } from "./save-insight.ts";

interface Change {
  id: InsightId;
  /** Which one. */
  revision: number;
  actor: AccountId | null;
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
    .selectFrom("insight_revisions as former")
    .innerJoin("insights", "insights.id", "former.insight_id")
    .innerJoin("insight_revisions as newest", (join) =>
      join.onRef("newest.insight_id", "=", "insights.id").onRef("newest.version", "=", "edited_version"),
    )
    .select(["former.content", "newest.content as newest_content"])
    .where("former.insight_id", "=", id)
    .where("former.version", "=", revision)
    .executeTakeFirst();
  if (!found) throw new NotFoundError("This revision is gone.");
  const draft = { ...readDraft(found.content), slug: readDraft(found.newest_content).slug };
  return saveDraft(db, { id, version, draft, actor, isApart: true }, scope);
}

/**
 * Names a revision, which keeps it beside what is saved after it; "" takes the name away.
 * @throws {ConflictError} when there is no such revision, or it has this name already
 */
export async function nameRevision(
  db: Db,
  { id, revision, name: given, actor }: Change & { name: string },
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<void> {
  const place = { id, version: revision };
  const name = cleanLine(given);
  const next = name === "" ? null : name;
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "post.revision_named", detail: { version: revision, name } },
    given: {
      rows: selectUnnamed(db, place, next),
      conflict: "This revision has this name already, or it is gone: a newer save took its place.",
    },
    queries: [setName(db, place, next)],
  });
}

interface Place {
  id: InsightId;
  version: number;
}

/** The revision, unless it is called `name`. */
function selectUnnamed(db: Db, { id, version }: Place, name: string | null) {
  return db
    .selectFrom("insight_revisions")
    .select("version")
    .where("insight_id", "=", id)
    .where("version", "=", version)
    .where("name", "is not", name);
}

function setName(db: Db, { id, version }: Place, name: string | null): Compilable {
  return db.updateTable("insight_revisions").set({ name }).where("insight_id", "=", id).where("version", "=", version);
}
