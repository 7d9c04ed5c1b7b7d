import { runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError, TooManyAttemptsError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Begin, ImportSettings } from "./import-schema.ts";
import { isWithinLimit } from "../lib/within-limit.ts";

type NewImport = Omit<Begin, "intent"> & { actor: UserId | null };

/**
 * Begins an import, or goes on with the one of the same file that was not finished; that one gets the settings. Returns
 * its id.
 */
export async function beginImport(
  db: Db,
  { file, fileHash, kind, posts, settings, actor }: NewImport,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<ImportId> {
  const open = await selectOpen(db, fileHash).executeTakeFirst();
  const chosen = { posts, settings: JSON.stringify(settings) };
  if (open) {
    await runRecorded(db, {
      actor,
      requestId,
      subject: open.id,
      audit: { action: "import.started", detail: { kind, posts, fetches: settings.fetches, again: true } },
      queries: [db.updateTable("imports").set(chosen).where("id", "=", open.id)],
    });
    return open.id;
  }
  const id = newId<ImportId>();
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "import.started", detail: { kind, posts, fetches: settings.fetches } },
    queries: [
      db.insertInto("imports").values({
        id,
        file,
        file_hash: fileHash,
        kind,
        ...chosen,
        started_at: now(),
        started_by: actor,
        finished_at: null,
        undone_at: null,
        undone_by: null,
      }),
    ],
  });
  return id;
}

/** The import of a file that is neither finished nor taken back. */
export function selectOpen(db: Db, fileHash: string) {
  return db
    .selectFrom("imports")
    .select(["id", "settings", "started_at"])
    .where("file_hash", "=", fileHash)
    .where("finished_at", "is", null)
    .where("undone_at", "is", null)
    .orderBy("started_at", "desc")
    .limit(1);
}

/** The row of an import that was not taken back: the condition of whatever it stores. */
export function selectRunning(db: Db, id: ImportId) {
  return db.selectFrom("imports").select("id").where("id", "=", id).where("undone_at", "is", null);
}

export const takenBack = "This import was taken back. Read the file again.";

/**
 * An import that takes posts.
 * @throws {NotFoundError} when there is none
 * @throws {ConflictError} when it was taken back meanwhile
 */
export async function readRunning(db: Db, id: ImportId) {
  const row = await db
    .selectFrom("imports")
    .select(["settings", "undone_at", "finished_at", "started_at", "version"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError("There is no such import. Read the file again.");
  if (row.undone_at !== null) throw new ConflictError(takenBack);
  return { ...row, id, settings: JSON.parse(row.settings) as ImportSettings };
}

/** Says that all posts of the file were sent. Said again, it changes nothing. */
export async function finishImport(
  db: Db,
  { id, actor }: { id: ImportId; actor: UserId | null },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const { version, finished_at } = await readRunning(db, id);
  if (finished_at !== null) return;
  await runVersioned(db, {
    actor,
    requestId,
    table: "imports",
    id,
    version,
    set: { finished_at: now() },
    audit: { action: "import.finished" },
    conflict: "Somebody else has changed this import.",
  });
}

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts one request of an import: twenty posts, or a picture that the server fetches.
 * @throws {TooManyAttemptsError} past the limit
 */
export async function limitImport(
  user: UserId,
  purpose: "posts" | "pictures",
  { env }: Pick<RequestScope, "env">,
): Promise<void> {
  const success = await isWithinLimit(env.API_LIMIT, `import-${purpose}:${user}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
